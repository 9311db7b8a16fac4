import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Api, type Json } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { describeOnSqlite, ENGINE, reserveDatabase } from '../support/engine.js'
import { S3Server } from '../support/s3-server.js'
import { until } from '../support/until.js'

const FEED = 'https://example.org/feed.xml'

function lines(count: number): string {
  const published = new Date(Date.now() - 86_400_000).toISOString()
  const episodes = Array.from({ length: count }, (_, index) => ({
    type: 'episode',
    feed_url: FEED,
    guid: `episode-${index}`,
    title: `Episode ${index}`,
    published_at: published,
    transcript: { language: 'en', segments: [{ start: 0, end: 4, text: `The harbour of number${index}.` }] },
  }))
  return [{ type: 'podcast', feed_url: FEED, title: 'Quiet Harbours' }, ...episodes]
    .map((line) => JSON.stringify(line))
    .join('\n')
}

describe('commands with transcripts in a bucket', () => {
  let bucket: S3Server
  let cli: Cli
  const opened: Cli[] = []

  function aCli(environment: Record<string, string> = {}): Cli {
    const made = new Cli({ ...bucket.environment(), ...environment })
    opened.push(made)
    return made
  }

  beforeEach(async () => {
    bucket = await S3Server.start()
    cli = aCli()
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    await bucket.close()
  })

  async function detailOf(one: Cli): Promise<{ ok: boolean; detail: string }> {
    const { stdout } = await one.run(['doctor', '--json'])
    return JSON.parse(stdout).checks.find(({ name }: Json) => name === 'transcripts')
  }

  it('import stores each transcript in the bucket, and replaces it the second time', async () => {
    const once = await cli.json(['import', '-'], { input: lines(12) })
    const again = await cli.json(['import', '-'], { input: lines(12) })

    expect(once).to.deep.equal({ podcasts: 1, episodes: 12, transcripts: 12, errors: [] })
    expect(again).to.deep.equal(once)
    expect(bucket.transcripts).to.have.length(24)
    expect((await detailOf(cli)).detail).to.equal(
      's3://newsroom/overheard stores, returns and removes objects: 12 transcripts are there, 0 in the database; 12 objects wait to be removed',
    )
    expect([...bucket.objects.keys()].filter((key) => key.includes('doctor'))).to.deep.equal([])
  })

  it('import stores what it can while the bucket is unreachable, names the other lines, and stops', async () => {
    await bucket.goAway()
    const away = await cli.run(['import', '-', '--json'], { input: lines(30) })
    await bucket.comeBack()
    const back = await cli.json(['import', '-'], { input: lines(30) })

    const { podcasts, episodes, transcripts, errors } = JSON.parse(away.stdout)
    expect(away.code).to.equal(1)
    expect({ podcasts, episodes, transcripts }).to.deep.equal({ podcasts: 1, episodes: 0, transcripts: 0 })
    expect(errors.map(({ line }: Json) => line)).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0])
    expect(errors[0].error).to.equal('s3://newsroom/overheard: connection refused')
    expect(errors.at(-1).error).to.match(/^The import stopped before line 12/)
    expect(back).to.deep.equal({ podcasts: 1, episodes: 30, transcripts: 30, errors: [] })
  })

  it('import continues after single transcripts are refused', async () => {
    bucket.fail({ status: 403, code: 'AccessDenied' }, 1)

    const { code, stdout } = await cli.run(['import', '-', '--json'], { input: lines(30) })

    const { episodes, errors } = JSON.parse(stdout)
    expect([code, episodes, errors.length]).to.deep.equal([1, 29, 1])
    expect(errors[0].error).to.include('AccessDenied')
  })

  it('alert preview reads transcripts in the bucket', async () => {
    await cli.json(['import', '-'], { input: lines(3) })

    const { samples } = await cli.json(['alert', 'preview', '--keyword', 'number1'])

    expect(samples.map(({ title }: Json) => title)).to.deep.equal(['Episode 1'])
  })

  it('doctor finds a bucket that refuses, one that is unreachable, and one that is no longer configured', async () => {
    await cli.json(['import', '-'], { input: lines(2) })
    const wrong = await detailOf(
      aCli({ OVERHEARD_DATABASE: cli.database, AWS_SECRET_ACCESS_KEY: 'wrong-and-hidden' }),
    )
    await bucket.goAway()
    const away = await detailOf(cli)
    const unset = await detailOf(aCli({ OVERHEARD_DATABASE: cli.database, OVERHEARD_TRANSCRIPTS: '' }))

    expect([wrong.ok, away.ok, unset.ok]).to.deep.equal([false, false, false])
    expect(wrong.detail).to.include('SignatureDoesNotMatch').and.not.include('wrong-and-hidden')
    expect(away.detail).to.include('connection refused').and.include('OVERHEARD_TRANSCRIPTS')
    expect(unset.detail).to.include('2 transcripts are in a bucket')
  })

  it("serve reports all faults of the bucket's configuration, and starts nothing", async () => {
    const { code, stderr } = await aCli({ AWS_ACCESS_KEY_ID: '', AWS_REGION: 'e u' }).run(['serve'])

    expect(code).to.equal(78)
    expect(stderr).to.include('AWS_ACCESS_KEY_ID must be set').and.include('AWS_REGION must be a region')
  })

  it('serve answers from the bucket, logs no secret, and recovers when the bucket is back', async () => {
    const { key } = await cli.json(['setup', '--account', 'A', '--plan', 'pro', '--team', 'T'])
    await cli.json(['import', '-'], { input: lines(2) })
    const sessionToken = 'a-session-token'
    bucket.credentials.sessionToken = sessionToken
    const served = aCli({
      OVERHEARD_DATABASE: cli.database,
      OVERHEARD_LOG_LEVEL: 'trace',
      AWS_SESSION_TOKEN: sessionToken,
    })
    const { child, announced } = await served.serve()
    let log = ''
    child.stderr!.on('data', (chunk) => {
      log += chunk
    })
    const api = new Api(announced.listening, key.key)
    const { body } = await api.get('/episodes/search', { q: 'harbour', scope: 'transcript' })
    const read = () => api.get(`/episodes/${body.results[0].id}/transcript`)

    bucket.fail({ status: 403, code: 'AccessDenied' })
    const away = await read()
    bucket.recover()
    const back = await read()
    await until(() => log.includes(back.headers.get('x-request-id')!))

    expect([away.status, back.status]).to.deep.equal([503, 200])
    expect(log).to.include('AccessDenied')
    for (const secret of [bucket.credentials.secretAccessKey, sessionToken, 'Signature='])
      expect(log).to.not.include(secret)
  })

  it('move copies the names of objects, and builds the index from their content', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'overheard-bucket-'))
    const place = reserveDatabase(join(folder, 'to.db'), ENGINE)
    await place.make()
    const move = ['move', '--to', place.database]
    const { key } = await cli.json(['setup', '--account', 'A', '--plan', 'pro', '--team', 'T'])
    await cli.json(['import', '-'], { input: lines(30) })

    await bucket.goAway()
    const away = await cli.run(move)
    await bucket.comeBack()
    const { tables, verified } = await cli.json(move)
    const moved = aCli({ OVERHEARD_DATABASE: place.database })
    const { announced, child } = await moved.serve(['serve', '--no-jobs'])
    const api = new Api(announced.listening, key.key)
    const found = await api.get('/episodes/search', { q: 'number7', scope: 'transcript' })
    const read = await api.get(`/episodes/${found.body.results[0].id}/transcript`)
    child.kill('SIGTERM')
    await until(() => child.exitCode !== null)

    expect(away.code).to.equal(1)
    expect(away.stderr).to.include('s3://newsroom/overheard: connection refused')
    expect(verified).to.equal(true)
    expect(tables).to.include({ transcripts: 30, loose_objects: 0 })
    expect(read.body.paragraphs[0].text).to.equal('The harbour of number7.')
    expect(bucket.transcripts).to.have.length(30)
    await place.drop()
    rmSync(folder, { recursive: true })
  })

  describeOnSqlite('the demo and backups', () => {
    it('demo and backup store nothing in the bucket, and backup says what the copy lacks', async () => {
      const demo = await cli.serve(['demo'])
      demo.child.kill('SIGTERM')
      await until(() => demo.child.exitCode !== null)
      expect(bucket.requests).to.deep.equal([])

      await cli.json(['import', '-'], { input: lines(2) })
      const { stdout } = await cli.run(['backup', join(cli.folder, 'copy.db')])
      expect(stdout).to.include('2 transcripts are in the bucket and not part of it')
    })
  })
})
