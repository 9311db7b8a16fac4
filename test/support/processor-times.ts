import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Times {
  workedMs: number
  /** While ready to work without a processor. */
  waitedMs: number
}

/**
 * Starts to measure a process. The result tells for how long its main thread has worked since then, and for how long its
 * threads have waited for a processor: of all threads, because the main thread may wait for others, as for those that
 * collect garbage. Both are 0 where the system does not say.
 */
export function measureProcessorTimes(pid: number): () => Times {
  const before = timesOfThreads(pid)
  return () => {
    const now = timesOfThreads(pid)
    const since = ([thread, { workedMs, waitedMs }]: [string, Times]) => ({
      thread,
      workedMs: workedMs - (before.get(thread)?.workedMs ?? 0),
      waitedMs: waitedMs - (before.get(thread)?.waitedMs ?? 0),
    })
    const threads = [...now].map(since)
    return {
      workedMs: threads.find(({ thread }) => thread === String(pid))?.workedMs ?? 0,
      waitedMs: threads.reduce((sum, { waitedMs }) => sum + waitedMs, 0),
    }
  }
}

function timesOfThreads(pid: number): Map<string, Times> {
  const times = new Map<string, Times>()
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return times
  for (const thread of readdirSync(folder)) {
    try {
      const [worked, waited] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')
      times.set(thread, { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 })
    } catch {
      // This thread has just ended.
    }
  }
  return times
}
