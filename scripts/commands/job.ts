import { Argument, type Command } from 'commander'
import { JOB_NAMES, type JobName, jobsOf, runAll } from '../../lib/jobs/registry.js'
import { print, withServices } from './command.js'

export function register(program: Command): void {
  const job = program.command('job').description('run background jobs by hand')

  job
    .command('run')
    .description('run one job once over what is due now')
    .addArgument(new Argument('<name>', 'which').choices([...JOB_NAMES]))
    .action(async (name: JobName, _options, command) => {
      const counts = await withServices(async (services) => {
        const abort = new AbortController()
        process.once('SIGINT', () => abort.abort())
        process.once('SIGTERM', () => abort.abort())
        return runAll(jobsOf(services), name, abort.signal)
      })
      const text = Object.entries(counts).map(([what, count]) => `${what.replaceAll('_', ' ')}: ${count}`)
      print(command, { json: { job: name, ...counts }, text: [`job ${name}`, ...text] })
    })
}
