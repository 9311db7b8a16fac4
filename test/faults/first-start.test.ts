import { join } from 'node:path'
import { expect } from 'chai'
import { Cli } from '../support/cli.js'
import { reserveDatabase } from '../support/engine.js'

const ROUNDS = 4

describe('the first start', () => {
  it('brings up every one of six commands that meet at a new database', async () => {
    for (let round = 0; round < ROUNDS; round++) {
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
    }
  })
})
