import { expect } from 'chai'
import { WorkLoop } from '../../../lib/queue/work-loop.js'

describe('a pass of a job', () => {
  const running = () => new AbortController().signal

  /** Work that ends when the test says so. */
  function aPiece() {
    let finish = () => {}
    const done = new Promise<void>((resolve) => (finish = resolve))
    return { done, finish: () => finish() }
  }

  /** Whether the pass has ended once everything that could end it has run. */
  async function hasEnded(pass: Promise<unknown>): Promise<boolean> {
    let ended = false
    const note = () => {
      ended = true
    }
    pass.then(note, note)
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
    return ended
  }

  it('a pass ends when its last piece of work has ended', async () => {
    const loop = new WorkLoop()
    const pieces = [aPiece(), aPiece()]
    const left = [...pieces]
    const pass = loop.run(async () => {
      const next = left.pop()
      if (!next) return false
      void loop.start(next.done)
      loop.wake()
      return true
    }, running())

    pieces[0]!.finish()
    const endedEarly = await hasEnded(pass)
    pieces[1]!.finish()
    await pass

    expect(endedEarly).to.equal(false)
    expect(loop.isIdle).to.equal(true)
  })

  it('a pass that fails rejects after its running work has ended', async () => {
    const loop = new WorkLoop()
    const piece = aPiece()
    const pass = loop.run(async () => {
      void loop.start(piece.done)
      throw new Error('database is locked')
    }, running())

    const endedEarly = await hasEnded(pass)
    piece.finish()
    const failure = await pass.catch((error: Error) => error.message)

    expect(endedEarly).to.equal(false)
    expect(failure).to.equal('database is locked')
  })

  it('an aborted pass starts nothing, and ends when its work has ended', async () => {
    const loop = new WorkLoop()
    const abort = new AbortController()
    const piece = aPiece()
    let begun = 0
    const pass = loop.run(async () => {
      begun += 1
      void loop.start(piece.done)
      return true
    }, abort.signal)

    abort.abort()
    const endedEarly = await hasEnded(pass)
    piece.finish()
    await pass

    expect(endedEarly).to.equal(false)
    expect(begun).to.equal(1)
  })

  it('a pass looks again if work ended while it found nothing', async () => {
    const loop = new WorkLoop()
    let looks = 0
    await loop.run(async () => {
      looks += 1
      if (looks === 1) await loop.start(Promise.resolve())
      return false
    }, running())

    expect(looks).to.equal(2)
  })
})
