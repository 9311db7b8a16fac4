import type { Ids } from '../ids.js'

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

/** A signing secret as it is shown, stored and given to the signer. */
export function newSecret(ids: Ids): string {
  return `whsec_${ids.bytes(SECRET_BYTES).toString('base64')}`
}
