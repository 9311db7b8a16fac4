import { createReadStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { isDatabaseUnavailable } from '../../lib/db/errors.js'
import type { Database, Db } from '../../lib/db/types.js'
import { messageOf } from '../../lib/errors.js'
import { Importer, type ImportFault, type ImportProgress } from '../../lib/import/importer.js'
import { writerOf } from '../../lib/search/engines.js'
import type { DocumentStorage } from '../../lib/transcripts/document-storage.js'
import { clock, counted, ids, print, withDatabase } from './command.js'
import { printError } from './terminal.js'

type Fault = ImportFault & { file?: string }

interface Totals {
  podcasts: number
  episodes: number
  transcripts: number
  errors: Fault[]
}

const STANDARD_INPUT = '-'

/** Shows progress on a line that rewrites itself; does nothing when standard error is not a terminal. */
function progressOn(file: string): (progress: ImportProgress) => void {
  if (!process.stderr.isTTY) return () => undefined
  return ({ lines, episodes, transcripts }) => {
    process.stderr.write(`\r${file}: line ${lines}, ${episodes} episodes, ${transcripts} transcripts `)
  }
}

async function importFile(
  db: Db,
  documents: DocumentStorage,
  file: string,
  filesBelow: string | undefined,
): Promise<Totals> {
  const fromInput = file === STANDARD_INPUT
  const importer = new Importer(db, { clock, ids, documents }, progressOn(file))
  const errors: Fault[] = importer.faults
  try {
    await importer.run({
      stream: fromInput ? process.stdin : createReadStream(file),
      folder: fromInput ? process.cwd() : dirname(resolve(file)),
      filesBelow,
    })
  } catch (error) {
    // Only a failed call of the system is a fault of the file; others come from the database or the bucket.
    const isUnreadable = (error as NodeJS.ErrnoException).syscall !== undefined
    errors.push({ line: 0, error: `${isUnreadable ? `Cannot read ${file}: ` : ''}${messageOf(error)}` })
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
  return { ...importer.counts, errors }
}

/** Not critical: the nightly `prune` does this too. */
async function tidy(db: Database): Promise<void> {
  try {
    await writerOf(db).flushPending(db)
    await db.truncateLog()
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
  }
}

export function register(program: Command): void {
  program
    .command('import')
    .description('read podcasts, episodes and transcripts from newline-delimited JSON')
    .argument('<file...>', 'files to read; - is standard input')
    .option(
      '--files-below <folder>',
      'read the transcript files that lines name anywhere below this folder, instead of below the folder of their own file',
    )
    .action(async (files: string[], options: { filesBelow?: string }, command) => {
      const totals: Totals = { podcasts: 0, episodes: 0, transcripts: 0, errors: [] }
      await withDatabase(async (db, _config, documents) => {
        for (const file of files) {
          const done = await importFile(db, documents, file, options.filesBelow)
          totals.podcasts += done.podcasts
          totals.episodes += done.episodes
          totals.transcripts += done.transcripts
          totals.errors.push(...done.errors.map((fault) => (files.length > 1 ? { ...fault, file } : fault)))
        }
        await tidy(db)
      })
      if (totals.errors.length > 0) process.exitCode = 1
      for (const { file, line, error } of totals.errors) {
        printError(line === 0 ? error : `${file ? `${file}: ` : ''}line ${line}: ${error}`)
      }
      const { podcasts, episodes, transcripts } = totals
      const faultyLines = totals.errors.filter(({ line }) => line > 0).length
      print(command, {
        json: totals,
        text: `${counted(podcasts, 'podcast')}, ${counted(episodes, 'episode')}, ${counted(transcripts, 'transcript')} taken; ${counted(faultyLines, 'line')} faulty`,
      })
    })
}
