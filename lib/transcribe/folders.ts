import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.js'

type Place = Pick<Config, 'database' | 'modelsFolder'>

/** Where the embedded recogniser is installed: the configured folder, else one beside the database file. */
export function modelsFolder({ database, modelsFolder }: Place): string {
  if (modelsFolder !== undefined) return resolve(modelsFolder)
  const beside = /^postgres(ql)?:\/\//.test(database) ? '.' : dirname(database)
  return resolve(beside, 'overheard-models')
}

/** Audio being downloaded or worked on, and what was recognised of it so far. */
export function workFolder(config: Place): string {
  return join(modelsFolder(config), 'work')
}
