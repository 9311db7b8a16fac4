import { expect } from 'chai'
import { isThreadDeath, ThreadPool, type ThreadPoolOptions } from '../../../lib/threads/thread-pool.js'
import type { WorkingCalls } from '../../support/working-thread.js'

const WORKING_THREAD = new URL('../../support/working-thread.js', import.meta.url)

describe('a pool of threads', () => {
  let pool: ThreadPool<WorkingCalls>

  function open(options: Partial<ThreadPoolOptions> = {}): ThreadPool<WorkingCalls> {
    pool = new ThreadPool<WorkingCalls>(WORKING_THREAD, { size: 1, ...options })
    return pool
  }

  afterEach(() => pool.close())

  const fate = (call: Promise<unknown>) =>
    call.then(
      (value) => value,
      (error) => {
        expect(isThreadDeath(error), String(error)).to.equal(true)
        return (error as Error).message
      },
    )

  it('a call that takes longer than the limit fails, and the calls behind it are answered', async () => {
    open({ limitMs: 1500 })

    const fates = await Promise.all([
      fate(pool.calls.echo(1)),
      fate(pool.calls.spin()),
      fate(pool.calls.echo(2)),
      fate(pool.calls.spin()),
      fate(pool.calls.echo(3)),
    ])

    const late = 'it takes longer than 1.5 seconds'
    expect(fates).to.deep.equal([1, late, 2, late, 3])
    expect(pool.waiting).to.equal(0)
  })

  it('the time limit does not include the time that a call waits for its turn', async () => {
    open({ limitMs: 3000 })

    const fates = await Promise.all(Array.from({ length: 8 }, () => fate(pool.calls.wait(600))))

    expect(fates).to.deep.equal(new Array(8).fill(600))
  })

  it('a call whose thread ended fails, and the next call gets a new thread', async () => {
    open({ limitMs: 60_000 })

    const fates = await Promise.all([fate(pool.calls.exit()), fate(pool.calls.echo('after'))])

    expect(fates).to.deep.equal(['the thread that worked on it has ended', 'after'])
  })

  it('a call throws the error of its function, even a stack overflow', async () => {
    const error = await open()
      .calls.overflow()
      .catch((error) => error)

    expect(error).to.include({ name: 'RangeError', message: 'Maximum call stack size exceeded' })
  })

  it('without a time limit a thread gets all calls at once', async () => {
    open()
    const order: string[] = []

    await Promise.all([
      pool.calls.wait(500).then(() => order.push('slow')),
      pool.calls.echo('').then(() => order.push('quick')),
    ])

    expect(order).to.deep.equal(['quick', 'slow'])
  })

  it('every thread of a pool has the young generation that the pool names', async () => {
    open({ size: 2, youngGenerationMb: 8 })

    const sizes = await Promise.all([pool.calls.youngGenerationMb(), pool.calls.youngGenerationMb()])

    expect(sizes).to.deep.equal([8, 8])
  })

  it('closing the pool fails the waiting calls', async () => {
    open({ limitMs: 60_000 })
    const calls = [fate(pool.calls.spin()), fate(pool.calls.echo(''))]
    await pool.close()

    expect(await Promise.all(calls)).to.deep.equal([
      'the thread that worked on it has ended',
      'the threads are stopped',
    ])
  })
})
