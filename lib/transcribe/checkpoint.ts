import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import type { Cue } from '../transcripts/types.js'

/** What one step added: all cues up to this many seconds are known now. */
interface Step {
  until: number
  cues: Cue[]
  language?: string
  timed?: boolean
}

/**
 * What was recognised of a file so far, as lines of JSON: the first says of which file and by which model, each
 * other one holds a step. A line that a crash left half is not counted.
 */
export class Checkpoint {
  readonly steps: Step[]
  readonly #path: string | undefined

  private constructor(path: string | undefined, steps: Step[]) {
    this.#path = path
    this.steps = steps
  }

  /** Takes up what is kept in `path` when it is about the same bytes and model, else starts anew. */
  static async open(path: string | undefined, audioPath: string, model: string): Promise<Checkpoint> {
    if (path === undefined) return new Checkpoint(undefined, [])
    const { size, mtimeMs } = await stat(audioPath)
    const about = JSON.stringify({ model, bytes: size, modifiedAt: Math.trunc(mtimeMs) })
    const kept = await readFile(path, 'utf8').catch(() => '')
    const [first, ...lines] = kept.split('\n')
    if (first !== about || lines.length === 0) {
      await writeFile(path, `${about}\n`, { mode: 0o600 })
      return new Checkpoint(path, [])
    }
    // What is there is never written again: a crash while that happens would cost all of it.
    if (!kept.endsWith('\n')) await appendFile(path, '\n')
    return new Checkpoint(path, lines.slice(0, -1).flatMap(parseStep))
  }

  get cues(): Cue[] {
    return this.steps.flatMap((step) => step.cues)
  }

  /** Seconds of audio that need not be listened to again. */
  get untilSeconds(): number {
    return this.steps.at(-1)?.until ?? 0
  }

  async add(step: Step): Promise<void> {
    this.steps.push(step)
    if (this.#path !== undefined) await appendFile(this.#path, `${JSON.stringify(step)}\n`)
  }
}

function parseStep(line: string): Step[] {
  try {
    return [JSON.parse(line) as Step]
  } catch {
    return []
  }
}
