import type { Middleware } from 'koa'
import { operations } from '../../generated/console/operations.js'
import { validators } from '../../generated/console/validators.js'
import type { Services } from '../../lib/services.js'
import { createDispatcher } from '../dispatch.js'
import { consoleHandlers } from './api.js'
import { CONSOLE_PATH, protectsConsole, servesConsoleFiles } from './files.js'

/** The web console: its own routes below `/console/api`, and its pages and files. */
export async function createConsole(services: Services): Promise<Middleware[]> {
  const contract = { prefix: `${CONSOLE_PATH}/api`, operations, validators, open: new Set<string>() }
  const dispatcher = await createDispatcher(contract, consoleHandlers(services), services)
  return [protectsConsole, dispatcher, servesConsoleFiles()]
}
