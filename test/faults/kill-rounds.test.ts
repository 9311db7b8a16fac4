import { describeOnPostgres } from '../support/engine.js'
import { KillRounds } from '../support/kill-rounds.js'

const ROUNDS = 3

// Thirty rounds: node dist/scripts/bench/kill-rounds.js
describeOnPostgres('two servers and three workers on one database', function () {
  this.timeout(300_000)
  let rounds: KillRounds

  // For each try: a second one begins anew.
  beforeEach(async () => {
    rounds = await KillRounds.make()
  })
  afterEach(() => rounds?.close())

  it(`lose and double nothing when ${ROUNDS} rounds kill any of them`, async () => {
    await rounds.run({ rounds: ROUNDS, leasesRunOutAtOnce: true })
  })
})
