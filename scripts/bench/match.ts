// Alerts: one transcript against up to a million keywords, beside one regular expression for each alert; how quickly
// the breadth of keywords is known; matching beside previews of breadth; the time from an import to its match. Name parts to run those alone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breadth } from './match/breadth.js'
import { endToEnd } from './match/end-to-end.js'
import { keywords } from './match/keywords.js'
import { previews } from './match/previews.js'

const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const parts: Record<string, (folder: string) => Promise<void>> = { keywords, breadth, previews, endToEnd }
const wanted = process.argv.slice(2)

try {
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) await part(folder)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
