import { join } from 'node:path'
import { expect } from 'chai'
import { Cli } from '../support/cli.js'
import { reserveDatabase } from '../support/engine.js'

/** The fault was seen in about every third round. */
const ROUNDS = ['first', 'second', 'third', 'fourth']

describe('A database that does not exist yet', () => {
  for (const round of ROUNDS) {
    it(`a database that does not exist yet is created once when six commands start together, ${round} round`, async () => {
      const cli = new Cli()
      const place = reserveDatabase(join(cli.folder, 'new.db'))
      await place.makeEmpty()
      cli.environment.OVERHEARD_DATABASE = place.database
      try {
        const results = await Promise.all([
          cli.serve(['serve', '--no-jobs']),
          cli.serve(['worker']),
          cli.json(['account', 'list']),
          cli.json(['account', 'create', '--name', 'First']),
          cli.json(['feed', 'list']),
          cli.json(['import', '-']),
        ])

        expect(results).to.have.length(6)
        expect((await cli.json(['account', 'list'])).accounts).to.have.length(1)
      } finally {
        await cli.close()
        await place.drop()
      }
    })
  }
})
