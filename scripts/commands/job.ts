import { Argument, type Command } from 'commander'
import { JOB_NAMES, type JobName, jobsOf } from '../../lib/jobs/registry.js'
import type { Counts } from '../../lib/jobs/runner.js'
import { print, withServices } from './command.js'

export function register(program: Command): void {
  const job = program.command('job').description('background jobs, by hand')

  job
    .command('run')
    .description('run one job once over what is due now')
    .addArgument(new Argument('<name>', 'which').choices([...JOB_NAMES]))
    .action(async (name: JobName, _options, command) => {
      const counts = await withServices(async (services) => {
        const abort = new AbortController()
        process.once('SIGINT', () => abort.abort())
        process.once('SIGTERM', () => abort.abort())
        const counts: Counts = {}
        // A job may be several lanes while the service runs; here they run one after the other.
        for (const job of jobsOf(services).filter((one) => (one.partOf ?? one.name) === name)) {
          for (const [what, count] of Object.entries(await job.run(abort.signal))) {
            counts[what] = (counts[what] ?? 0) + count
          }
        }
        return counts
      })
      const text = Object.entries(counts).map(([what, count]) => `${what.replaceAll('_', ' ')}: ${count}`)
      print(command, { json: { job: name, ...counts }, text: [`job ${name}`, ...text] })
    })
}
