import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { Cli } from './support/cli.js'

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')
const tour = /The commands of the tour are tested\. -->\s*```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
const lines = tour.split('\n')
const isCommand = (line: string) => line.startsWith('api ')
/** Functions and variables, which the commands need. */
const preamble = lines.filter((line) => !isCommand(line))

const hasCurl = spawnSync('curl', ['--version']).status === 0

describe('The tour of the README', () => {
  const cli = new Cli()
  let environment: NodeJS.ProcessEnv

  before(async function () {
    if (!hasCurl) return this.skip()
    const { announced } = await cli.serve(['demo'])
    environment = { ...process.env, BASE: `${announced.listening}/api/v1`, KEY: announced.key }
  })

  after(() => cli.close())

  it('the tour of the README has commands', () => {
    expect(lines.filter(isCommand)).to.have.length.above(8)
  })

  for (const line of lines.filter(isCommand)) {
    it(`the tour of the README prints something for ${line.replace(/\s+#.*$/, '')}`, () => {
      const output = execFileSync('sh', ['-c', [...preamble, line].join('\n')], {
        env: environment,
        encoding: 'utf8',
      })

      expect(output).to.have.length.above(50)
      if (output.startsWith('WEBVTT')) return
      const answer = JSON.parse(output)
      expect(answer).not.to.have.property('error')
      for (const list of ['results', 'excerpts', 'paragraphs']) {
        if (list in answer) expect(answer[list], list).not.to.deep.equal([])
      }
    })
  }
})
