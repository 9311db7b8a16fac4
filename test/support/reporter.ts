import Mocha from 'mocha'

/** Mocha's own, which also says what failed at the first try and why: a retry must hide nothing. */
export default class SpecWithRetries extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      Mocha.reporters.Base.consoleLog(
        `\n  tried again: ${test.fullTitle()}\n${error.stack ?? error.message}\n`,
      )
    })
  }
}
