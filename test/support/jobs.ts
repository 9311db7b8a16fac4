import { type JobName, jobsOf, runAll } from '../../lib/jobs/jobs.js'
import { currentApp } from './app.js'

/** Runs a job once over what is due now, as the command does. */
export function runJob(name: JobName, abort = new AbortController().signal): Promise<Record<string, number>> {
  return runAll(jobsOf(currentApp().services), name, abort)
}
