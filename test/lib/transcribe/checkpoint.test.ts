import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Checkpoint } from '../../../lib/transcribe/checkpoint.js'

describe('the checkpoint of a recognition', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-checkpoint-'))
  const audio = join(folder, 'episode.audio')
  const path = join(folder, 'episode.done')
  const cue = (text: string) => ({ start: 0, end: 1, text })

  after(() => rmSync(folder, { recursive: true, force: true }))

  beforeEach(async () => {
    rmSync(path, { force: true })
    writeFileSync(audio, 'the bytes of an episode')
    const first = await Checkpoint.open(path, audio, 'model')
    await first.add({ until: 10, cues: [cue('One.')] })
    await first.add({ until: 20, cues: [cue('Two.'), cue('Three.')] })
  })

  it('a checkpoint is read after a restart', async () => {
    const again = await Checkpoint.open(path, audio, 'model')

    expect(again.untilSeconds).to.equal(20)
    expect(again.cues.map(({ text }) => text)).to.deep.equal(['One.', 'Two.', 'Three.'])
  })

  it('a checkpoint ignores a line that a crash cut off, and continues after it', async () => {
    appendFileSync(path, '{"until":30,"cues":[{"sta')

    const again = await Checkpoint.open(path, audio, 'model')
    await again.add({ until: 30, cues: [cue('Four.')] })

    expect((await Checkpoint.open(path, audio, 'model')).cues.map(({ text }) => text)).to.deep.equal([
      'One.',
      'Two.',
      'Three.',
      'Four.',
    ])
  })

  it('a checkpoint is not rewritten when it is resumed, so that no crash can destroy it', async () => {
    appendFileSync(path, '{"until":30,"cues":[{"sta')
    const before = readFileSync(path, 'utf8')

    await Checkpoint.open(path, audio, 'model')

    expect(readFileSync(path, 'utf8')).to.equal(`${before}\n`)
  })

  it('a checkpoint of another model or other audio is ignored', async () => {
    expect((await Checkpoint.open(path, audio, 'other model')).untilSeconds).to.equal(0)

    await (await Checkpoint.open(path, audio, 'model')).add({ until: 5, cues: [] })
    utimesSync(audio, 1, 1)

    expect((await Checkpoint.open(path, audio, 'model')).untilSeconds).to.equal(0)
  })
})
