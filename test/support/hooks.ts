import fc from 'fast-check'
import { removeTemplate, shareTemplate } from './engine.js'

/** What mocha does around all tests of a run, whatever the number of its processes. */
export const mochaGlobalSetup = shareTemplate
export const mochaGlobalTeardown = removeTemplate

export const mochaHooks = {
  /** Repeats the random cases of an earlier run. A property that fails prints its seed. */
  beforeAll(): void {
    const seed = process.env.OVERHEARD_TEST_SEED
    if (seed) fc.configureGlobal({ seed: Number(seed) })
  },
}
