type BucketErrorCode = 'BUCKET_UNAVAILABLE' | 'BUCKET_OBJECT_MISSING'

/** A request to the bucket failed. `message` is for the operator and contains no secret. */
export class BucketError extends Error {
  override readonly name = 'BucketError'

  constructor(
    readonly code: BucketErrorCode,
    message: string,
  ) {
    super(message)
  }
}

// Compares codes, because errors lose their class when they cross threads.
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** Whether the bucket is unreachable, refuses, or is no longer configured. Retrying later can help. */
export function isBucketUnavailable(error: unknown): error is Error {
  return codeOf(error) === 'BUCKET_UNAVAILABLE'
}

/** Whether the bucket answered that an object named by a row does not exist. */
export function isObjectMissing(error: unknown): error is Error {
  return codeOf(error) === 'BUCKET_OBJECT_MISSING'
}

export const isBucketFault = (error: unknown): error is Error =>
  isBucketUnavailable(error) || isObjectMissing(error)
