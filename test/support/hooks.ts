import fc from 'fast-check'
import { removeTemplate, shareTemplate } from './engine.js'

/** What mocha does around all tests of a run, whatever the number of its processes. */
export const mochaGlobalSetup = shareTemplate
export const mochaGlobalTeardown = removeTemplate

export const mochaHooks = {
  /** A property that fails prints its error and its seed, which repeats the random cases of that run. */
  beforeAll(): void {
    const seed = process.env.OVERHEARD_TEST_SEED
    fc.configureGlobal({ includeErrorInReport: true, ...(seed && { seed: Number(seed) }) })
  },
}
