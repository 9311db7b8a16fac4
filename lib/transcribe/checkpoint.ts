import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import type { Cue } from '../transcripts/types.js'

/** What one step added. All cues up to `untilSeconds` are complete. */
interface Step {
  until: number
  cues: Cue[]
  language?: string
  timed?: boolean
}

/**
 * The part of a file that is already recognised, as lines of JSON: the first names the file and the model,
 * each following line is a step. A line cut short by a crash is ignored.
 */
export class Checkpoint {
  readonly steps: Step[]
  readonly #path: string | undefined

  private constructor(path: string | undefined, steps: Step[]) {
    this.#path = path
    this.steps = steps
  }

  /** Continues the checkpoint in `path` if it is about the same bytes and model, else starts a new one. */
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
    // Append only: a crash during a rewrite would lose everything.
    if (!kept.endsWith('\n')) await appendFile(path, '\n')
    return new Checkpoint(path, lines.slice(0, -1).flatMap(parseStep))
  }

  get cues(): Cue[] {
    return this.steps.flatMap((step) => step.cues)
  }

  /** Seconds of audio that are already recognised. */
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
