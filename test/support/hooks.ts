import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { removeTemplate, shareTemplate } from './engine.js'

const SEED = 'OVERHEARD_TEST_SEED'

/** What mocha does around all tests of a run, whatever the number of its processes. */
export async function mochaGlobalSetup(): Promise<void> {
  process.env[SEED] ??= String(randomInt(2 ** 31))
  await shareTemplate()
}
export const mochaGlobalTeardown = removeTemplate

export const mochaHooks = {
  /** A property that failed must fail again when it is tried again. */
  beforeAll(): void {
    fc.configureGlobal({ seed: Number(process.env[SEED]) })
  },
}
