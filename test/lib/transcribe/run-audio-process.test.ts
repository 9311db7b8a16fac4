import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'

/** Uses up the file descriptors of its process, then starts a recognition and prints how it ends. */
const PROGRAM = `
  import { openSync } from 'node:fs'
  const { runAudioProcess } = await import(process.env.MODULE)
  try {
    for (;;) openSync('/dev/null')
  } catch {}
  const signal = new AbortController().signal
  await runAudioProcess({}, { signal, onReport() {} }).catch(({ reason, message }) =>
    process.stdout.write(JSON.stringify({ reason, message })))
`

describe('the process that decodes audio', () => {
  it('a service without free file descriptors fails the recognition and goes on', async () => {
    const MODULE = new URL('../../../lib/transcribe/worker/run-audio-process.js', import.meta.url).href

    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', 'ulimit -n 80 && exec "$0" --input-type=module -e "$PROGRAM"', process.execPath],
      { env: { ...process.env, MODULE, PROGRAM } },
    )

    const fault = JSON.parse(stdout)
    expect(fault.reason).to.equal('unavailable')
    expect(fault.message).to.contain('no process could be started').and.contain('EMFILE')
  })
})
