import { createHash } from 'node:crypto'
import type { Identity } from './identity.js'

/** Bytes of each digest. Six make collisions among a few thousand items very unlikely. */
const DIGEST_BYTES = 6

function digestOf({ guid, title, audioUrl }: Identity): Buffer {
  const name = guid === '' ? `file ${audioUrl}\n${title}` : `guid ${guid}`
  return createHash('sha256').update(name).digest().subarray(0, DIGEST_BYTES)
}

/**
 * Digests of the items that the feed contained at admission, so that one that loses its date later is not
 * taken for new.
 */
export function packBackCatalogue(items: readonly Identity[]): Uint8Array {
  return Buffer.concat(items.map(digestOf))
}

export class BackCatalogue {
  private readonly digests = new Set<string>()

  /** @param packed the result of `packBackCatalogue`; null for an empty catalogue */
  constructor(packed: Uint8Array | null) {
    const bytes = Buffer.from(packed ?? [])
    for (let at = 0; at < bytes.length; at += DIGEST_BYTES) {
      this.digests.add(bytes.toString('base64', at, at + DIGEST_BYTES))
    }
  }

  has(item: Identity): boolean {
    return this.digests.size > 0 && this.digests.has(digestOf(item).toString('base64'))
  }
}
