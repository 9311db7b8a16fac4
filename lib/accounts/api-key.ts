import { createHash } from 'node:crypto'
import type { Ids } from '../ids.js'

const START = 'ovh_'
const SECRET_LENGTH = 40
const PREFIX_LENGTH = START.length + 8
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const SHAPE = new RegExp(`^${START}[A-Za-z0-9]{${SECRET_LENGTH}}$`)

/** A new key: about 238 random bits in letters and digits, so that a double click selects it whole. */
export function newApiKey(ids: Ids): string {
  let key = START
  while (key.length < START.length + SECRET_LENGTH) {
    for (const byte of ids.bytes(SECRET_LENGTH)) {
      // 248 is the largest multiple of 62 that fits in a byte. Larger values would favour some letters.
      if (byte < 248 && key.length < START.length + SECRET_LENGTH) key += ALPHABET[byte % ALPHABET.length]
    }
  }
  return key
}

export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key)
}

/** The public start of a key, which stays visible. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH)
}

/** Keys are long and random, so a plain digest is enough: they cannot be guessed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
