import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.js'
import { isPostgres } from '../db/is-postgres.js'

type Place = Pick<Config, 'database' | 'modelsFolder'>

/** Folder of the embedded recogniser: the configured one, else a folder beside the database file. */
export function modelsFolder({ database, modelsFolder }: Place): string {
  if (modelsFolder !== undefined) return resolve(modelsFolder)
  const beside = isPostgres(database) ? '.' : dirname(database)
  return resolve(beside, 'overheard-models')
}

/** Folder for downloaded audio and checkpoints. */
export function workFolder(config: Place): string {
  return join(modelsFolder(config), 'work')
}
