import type { Command } from 'commander'
import { readDescription } from '../../handlers/pages/description.js'
import { baseUrlOf } from '../../lib/config.js'
import { configOf } from './command.js'

export function register(program: Command): void {
  program
    .command('spec')
    .description('print the OpenAPI document (bundled, JSON)')
    .action(async () => {
      const document = await readDescription(baseUrlOf(configOf()))
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    })
}
