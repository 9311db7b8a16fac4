import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isPostgres } from '../db/is-postgres.js'
import { messageOf } from '../errors.js'
import { type CheckContext, type Finding, fault, fine } from './check.js'

const MIB = 1024 * 1024
/** A busy day of feeds may need this much. */
const FREE_MIB_AT_LEAST = 500
const OTHERS = 0o077

export async function checkDisk({ config }: CheckContext): Promise<Finding> {
  if (isPostgres(config.database)) return fine('the database is on its own server')
  const folder = dirname(config.database)
  try {
    const { bavail, bsize } = statfsSync(folder)
    const free = Math.floor((bavail * bsize) / MIB)
    if (free >= FREE_MIB_AT_LEAST) return fine(`${free} MiB are free in ${folder}`)
    return fault(
      `Only ${free} MiB are free in ${folder}. Free some space, or move the database to a larger disk.`,
    )
  } catch (error) {
    if (!isMissing(error)) throw error
    return fault(`There is no folder ${folder}. Create it, or change OVERHEARD_DATABASE.`)
  }
}

/** False for a file in a folder that this user may not read. */
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The database contains transcripts, mail addresses and webhook secrets. */
export async function checkPermissions({ config }: CheckContext): Promise<Finding> {
  const { database } = config
  if (isPostgres(database)) return fine('the database is on its own server')
  try {
    accessSync(dirname(database), constants.R_OK | constants.W_OK | constants.X_OK)
    const files = [database, `${database}-wal`, `${database}-shm`].filter((file) => existsSync(file))
    for (const file of files) accessSync(file, constants.R_OK | constants.W_OK)
    const open = files.filter((file) => (statSync(file).mode & OTHERS) !== 0)
    if (open.length > 0)
      return fault(`Other users may read ${open.join(', ')}. Run: chmod 600 ${open.join(' ')}`)
  } catch (error) {
    if (isMissing(error)) return fine('there is nothing to check yet')
    return fault(`${messageOf(error)}. Give the user who runs Overheard the right to read and write there.`)
  }
  return fine(`${database} is readable by its owner only`)
}
