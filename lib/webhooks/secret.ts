import type { Ids } from '../ids.js'

/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32

/** A signing secret in the form in which it is shown, stored and passed to the signer. */
export function newSecret(ids: Ids): string {
  return `whsec_${ids.bytes(SECRET_BYTES).toString('base64')}`
}
