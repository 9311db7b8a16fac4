import { readFileSync } from 'node:fs'

/**
 * For how long the main thread of a process has worked, and for how long it was ready to and had no processor; 0 where
 * the system does not say.
 */
export function processorTimes(pid: number): { workedMs: number; waitedMs: number } {
  try {
    const [worked, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 }
  } catch {
    return { workedMs: 0, waitedMs: 0 }
  }
}
