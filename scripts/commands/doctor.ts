import type { Command } from 'commander'
import { unknownVariables } from '../../lib/config.js'
import { runChecks } from '../../lib/doctor/doctor.js'
import { createSafeFetch } from '../../lib/safe-fetch.js'
import { clock, configOf, print, table } from './command.js'

export function register(program: Command): void {
  program
    .command('doctor')
    .description('check everything, and say what to do about each fault')
    .action(async (_options, command) => {
      const config = configOf()
      const safeFetch = createSafeFetch({ allowedNetworks: config.allowedNetworks })
      const checks = await runChecks({
        config,
        clock,
        safeFetch,
        unknownVariables: unknownVariables(process.env),
      }).finally(() => safeFetch.close())
      if (!checks.every(({ ok }) => ok)) process.exitCode = 1
      print(command, {
        json: { checks },
        text: table(
          ['', 'check', 'found'],
          checks.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAULT', name, detail]),
        ),
      })
    })
}
