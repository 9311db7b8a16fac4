export type BucketErrorCode = 'BUCKET_UNAVAILABLE' | 'BUCKET_OBJECT_MISSING'

/** The bucket did not do what it was asked. `message` is for the operator, and holds no secret. */
export class BucketError extends Error {
  override readonly name = 'BucketError'

  constructor(
    readonly code: BucketErrorCode,
    message: string,
  ) {
    super(message)
  }
}

// By their codes, which errors keep when they cross from thread to thread.
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** The bucket is away, refuses, or is not configured any more: it heals, so callers are asked to come back. */
export function isBucketUnavailable(error: unknown): error is Error {
  return codeOf(error) === 'BUCKET_UNAVAILABLE'
}

/** The bucket answers, but an object that a row names is not there. */
export function isObjectMissing(error: unknown): error is Error {
  return codeOf(error) === 'BUCKET_OBJECT_MISSING'
}

export const isBucketFault = (error: unknown): error is Error =>
  isBucketUnavailable(error) || isObjectMissing(error)
