import { removeTemplate } from './engine.js'

/** What mocha does around all tests of a process. */
export const mochaHooks = {
  afterAll: removeTemplate,
}
