import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { MINUTE_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'

const LINKS_LIVE_MS = 10 * MINUTE_MS
const CODE_BYTES = 32
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const hashOfCode = (code: string) => createHash('sha256').update(`sign-in code ${code}`).digest('hex')
const secretOf = (code: string) => Buffer.from(hkdfSync('sha256', code, '', 'overheard sign-in link', 32))

function seal(key: string, code: string, nonce: Buffer): string {
  const cipher = createCipheriv(CIPHER, secretOf(code), nonce)
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

function unseal(sealed: string, code: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(CIPHER, secretOf(code), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/**
 * Stores an API key for ten minutes, encrypted with a new code. The database contains neither the key nor the
 * code: only the link contains the code.
 * @returns the code
 */
export async function createSignInLink(
  db: Db,
  { key, ids, now }: { key: string; ids: Ids; now: number },
): Promise<string> {
  const code = ids.bytes(CODE_BYTES).toString('base64url')
  await db.run('DELETE FROM sign_in_links WHERE expires_at <= :now', { now })
  await db.run(
    'INSERT INTO sign_in_links (code_hash, sealed, expires_at) VALUES (:codeHash, :sealed, :expiresAt)',
    {
      codeHash: hashOfCode(code),
      sealed: seal(key, code, ids.bytes(NONCE_BYTES)),
      expiresAt: now + LINKS_LIVE_MS,
    },
  )
  return code
}

/** The key behind a code, once; undefined for a code that is unknown, used or too old. */
export async function redeemSignInCode(db: Db, code: string, now: number): Promise<string | undefined> {
  const link = { codeHash: hashOfCode(code), now }
  const which = 'code_hash = :codeHash AND expires_at > :now'
  // Read first, so that guesses never reach the writer.
  if (!(await db.get(`SELECT 1 AS one FROM sign_in_links WHERE ${which}`, link))) return undefined
  const row = await db.get<{ sealed: string }>(
    `DELETE FROM sign_in_links WHERE ${which} RETURNING sealed`,
    link,
  )
  return row && unseal(row.sealed, code)
}

/** Where the console reads the code: the fragment is never sent to a server. */
export const signInLinkOf = (baseUrl: string, code: string) => `${baseUrl}/console/sign-in#code=${code}`
