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
    const worked = (times: Map<string, Times>) => times.get(String(pid))?.workedMs ?? 0
    let waitedMs = 0
    for (const [thread, times] of now) waitedMs += times.waitedMs - (before.get(thread)?.waitedMs ?? 0)
    return { workedMs: worked(now) - worked(before), waitedMs }
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
