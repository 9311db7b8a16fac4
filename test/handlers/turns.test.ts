import { expect } from 'chai'
import { takeTurn } from '../../handlers/turns.js'

/** Longer than all requests of one turn of the event loop may work. */
const LONG_WORK_MS = 10

/** How often the event loop turns while something runs. */
function countTurns(): { current: number; stop(): void } {
  const turns = { current: 0, stop: () => clearImmediate(next) }
  const count = () => {
    turns.current += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return turns
}

function workFor(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('turns of requests', () => {
  /** Requests that arrive together. @returns the turns of the event loop in which they worked. */
  async function turnsOf(works: ReadonlyArray<() => Promise<void> | void>): Promise<number[]> {
    const turns = countTurns()
    const worked = await Promise.all(
      works.map(async (work) => {
        await takeTurn()
        await work()
        return turns.current
      }),
    )
    turns.stop()
    return worked
  }

  it('long requests work in a turn of the event loop each, also if they await in between', async () => {
    const worked = await turnsOf(
      Array.from({ length: 4 }, () => async () => {
        await Promise.resolve()
        workFor(LONG_WORK_MS)
      }),
    )

    expect(new Set(worked).size).to.equal(4)
  })

  it('short requests share a turn', async () => {
    const worked = await turnsOf(Array.from({ length: 20 }, () => () => undefined))

    expect(new Set(worked).size).to.be.lessThan(20)
  })

  it('requests work in the order in which they arrived', async () => {
    const order: number[] = []
    await turnsOf(Array.from({ length: 5 }, (_, at) => () => void order.push(at)))

    expect(order).to.deep.equal([0, 1, 2, 3, 4])
  })

  it('a request keeps its turn until it has waited for something', async () => {
    const turn = await takeTurn()
    await Promise.resolve()
    const sameTurn = await takeTurn(turn)
    await new Promise(setImmediate)
    const nextTurn = await takeTurn(turn)

    expect(sameTurn).to.equal(turn)
    expect(nextTurn).to.be.greaterThan(turn)
  })

  it('a turn that another request has begun is not kept', async () => {
    const turn = await takeTurn()
    const other = takeTurn()
    await new Promise(setImmediate)

    expect(await takeTurn(turn)).to.be.greaterThan(await other)
  })
})
