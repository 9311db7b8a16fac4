import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import openapiTypes, { astToString } from 'openapi-typescript'
import { currentApp, useApp } from './support/app.js'
import { clientProgram } from './support/client-program.js'
import { description } from './support/document.js'
import { aKey, aTeam } from './support/factories.js'

const run = promisify(execFile)
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: ['node'],
  skipLibCheck: true,
}

describe('a client generated from the description', () => {
  let folder: string
  useApp()

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'overheard-client-'))
    // What has a default may be left out of a body.
    const types = await openapiTypes(structuredClone(description) as never, { defaultNonNullable: false })
    await symlink(modules, join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: STRICT, files: ['client.ts'] }),
    )
    await writeFile(join(folder, 'overheard.ts'), astToString(types))
    await writeFile(join(folder, 'client.ts'), clientProgram)
  })

  after(() => rm(folder, { recursive: true, force: true }))

  it('a client generated from the description compiles strictly, and works against the service', async function () {
    this.timeout(120_000)
    const team = await aTeam({ name: 'Energy desk' })
    const { value } = await aKey({ team })

    const compiled = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error)
    expect(compiled.stdout).to.equal('')
    const { stdout } = await run(process.execPath, [join(folder, 'client.js')], {
      env: { ...process.env, BASE_URL: currentApp().url, API_KEY: value, TEAM_ID: team.uuid },
    })

    expect(JSON.parse(stdout)).to.deep.equal({
      scope: 'team',
      teamName: 'Energy desk',
      titles: [],
      cursor: null,
      faulty: ['q'],
      shows: 0,
      keywords: ['heat pump'],
      active: false,
      matches: [],
      deleted: 204,
      gone: 'alert_not_found',
      reason: null,
    })
  })
})
