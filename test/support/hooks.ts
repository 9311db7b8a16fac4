import { removeTemplate, shareTemplate } from './engine.js'

/** What mocha does around all tests of a run, whatever the number of its processes. */
export const mochaGlobalSetup = shareTemplate
export const mochaGlobalTeardown = removeTemplate
