import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { decodeSpeech } from '../../../lib/transcribe/audio/decode.js'
import { detectFormat } from '../../../lib/transcribe/audio/format.js'
import { measureSeconds } from '../../../lib/transcribe/audio/measure.js'
import { Resampler } from '../../../lib/transcribe/audio/resampler.js'
import { TranscribeFault } from '../../../lib/transcribe/transcriber.js'
import { convert, frequencyOf, noFfmpeg, tone, writeWav } from '../../support/audio.js'
import { installedRecogniser } from '../../support/recogniser.js'

const SECONDS = 3

describe('decoding audio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-audio-'))
  const at = (name: string) => join(folder, name)

  before(() => writeWav(at('tone.wav'), tone(SECONDS)))
  after(() => rmSync(folder, { recursive: true, force: true }))

  async function decode(path: string, installation?: string) {
    const parts: number[] = []
    for await (const { samples } of decodeSpeech(path, { installation, ffmpeg: false }))
      parts.push(...samples)
    return Float32Array.from(parts)
  }

  async function faultOf(work: Promise<unknown>): Promise<TranscribeFault> {
    const error = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).to.be.instanceOf(TranscribeFault)
    return error as TranscribeFault
  }

  it('resampling keeps tone and length, however the sound is split', () => {
    for (const rate of [8_000, 11_025, 22_050, 44_100, 48_000]) {
      const input = tone(SECONDS, { rate })
      const resampler = new Resampler(rate, 16_000)
      const output: number[] = []
      for (let start = 0; start < input.length; start += 1_237)
        output.push(...resampler.push(input.subarray(start, start + 1_237)))
      output.push(...resampler.end())

      expect(output.length / 16_000, `${rate} Hz`).to.be.closeTo(SECONDS, 0.001)
      expect(frequencyOf(Float32Array.from(output)), `${rate} Hz`).to.be.closeTo(440, 1)
    }
  })

  it('resampling keeps the level of a tone', () => {
    for (const rate of [8_000, 22_050, 44_100, 48_000]) {
      const resampler = new Resampler(rate, 16_000)

      const output = resampler.push(tone(1, { hertz: 3_000, rate })).slice(100)

      const power = output.reduce((sum, sample) => sum + sample ** 2, 0) / output.length
      expect(Math.sqrt(2 * power), `${rate} Hz`).to.be.closeTo(0.5, 0.01)
    }
  })

  it("resampling removes frequencies above the lower rate's limit", () => {
    const resampler = new Resampler(48_000, 16_000)

    const output = resampler.push(tone(1, { hertz: 11_000, rate: 48_000 })).slice(100)

    expect(Math.max(...output)).to.be.below(0.01)
  })

  it('WAV is read without a decoder', async () => {
    const samples = await decode(at('tone.wav'))

    expect(samples.length / 16_000).to.equal(SECONDS)
    expect(frequencyOf(samples)).to.be.closeTo(440, 1)
  })

  it('a truncated WAV file is read as far as it goes', async () => {
    writeFileSync(at('short.wav'), readFileSync(at('tone.wav')).subarray(0, 32_044))

    const samples = await decode(at('short.wav'))

    expect(samples.length / 16_000).to.equal(1)
  })

  const FORMATS: Array<[string, string, string[]]> = [
    ['stereo.mp3', 'mp3', ['-ar', '44100', '-ac', '2']],
    ['variable.mp3', 'mp3', ['-ar', '22050', '-q:a', '5']],
    ['index-last.m4a', 'mp4', ['-ar', '44100']],
    ['index-first.m4a', 'mp4', ['-ar', '48000', '-ac', '2', '-movflags', '+faststart']],
    ['adts.aac', 'adts', ['-ar', '44100']],
    ['speech.opus', 'opus', ['-c:a', 'libopus']],
    ['stereo.opus', 'opus', ['-c:a', 'libopus', '-ac', '2', '-ar', '48000']],
    ['music.ogg', 'vorbis', ['-c:a', 'libvorbis', '-ar', '44100', '-ac', '2']],
    ['deep.wav', 'wav', ['-c:a', 'pcm_s24le', '-ar', '48000', '-ac', '2']],
    ['float.wav', 'wav', ['-c:a', 'pcm_f32le']],
    ['old.wav', 'wav', ['-c:a', 'pcm_u8', '-ar', '8000']],
  ]
  for (const [name, format, args] of FORMATS) {
    it(`${name} is decoded with the installed decoders`, async function () {
      this.timeout(120_000)
      const packages = await installedRecogniser()
      if (noFfmpeg || !packages) {
        console.log(`      left out: ${noFfmpeg ?? 'no decoders'}`)
        return this.skip()
      }
      convert(at('tone.wav'), at(name), ...args)

      const samples = await decode(at(name), packages)

      expect(await detectFormat(at(name))).to.equal(format)
      expect(samples.length / 16_000).to.be.closeTo(SECONDS, 0.1)
      expect(frequencyOf(samples)).to.be.closeTo(440, 5)
    })
  }

  it('truncated MP3 and M4A files are decoded as far as they go', async function () {
    this.timeout(120_000)
    const packages = await installedRecogniser()
    if (noFfmpeg || !packages) return this.skip()
    for (const [name, args] of [
      ['whole.mp3', ['-b:a', '64k']],
      ['whole.m4a', ['-b:a', '64k', '-movflags', '+faststart']],
    ] as const) {
      const bytes = readFileSync(convert(at('tone.wav'), at(name), ...args))
      writeFileSync(at(`short-${name}`), bytes.subarray(0, bytes.length / 2))

      const samples = await decode(at(`short-${name}`), packages)

      expect(samples.length / 16_000, name).to.be.within(0.5, 2.5)
    }
  })

  it('text is not audio, whatever the file is called', async () => {
    writeFileSync(at('error.mp3'), '<!doctype html>\n<title>Not found</title>')
    writeFileSync(at('playlist.mp3'), '#EXTM3U\n#EXT-X-TARGETDURATION:10\nfile:///etc/passwd\n')

    for (const name of ['error.mp3', 'playlist.mp3']) {
      const fault = await faultOf(decode(at(name)))

      expect(fault.reason, name).to.equal('bad_audio')
      expect(fault.isPermanent).to.equal(true)
    }
  })

  it('random bytes and an empty file are not audio', async () => {
    const noise = Buffer.alloc(200_000, 7)
    writeFileSync(at('noise.mp3'), noise)
    writeFileSync(at('empty.mp3'), '')
    writeFileSync(at('head-only.wav'), readFileSync(at('tone.wav')).subarray(0, 44))

    for (const name of ['noise.mp3', 'empty.mp3', 'head-only.wav']) {
      expect((await faultOf(decode(at(name)))).reason, name).to.equal('bad_audio')
    }
  })

  it('an M4A file with a missing or broken index is refused', async function () {
    const packages = await installedRecogniser()
    if (noFfmpeg || !packages) return this.skip()
    const bytes = readFileSync(convert(at('tone.wav'), at('good.m4a')))
    const moov = bytes.indexOf('moov') - 4
    writeFileSync(at('no-index.m4a'), bytes.subarray(0, moov))
    const wild = Buffer.from(bytes)
    wild.fill(0xff, wild.indexOf('stsz') + 8, wild.indexOf('stsz') + 40)
    writeFileSync(at('wild.m4a'), wild)

    for (const name of ['no-index.m4a', 'wild.m4a']) {
      expect((await faultOf(decode(at(name), packages))).reason, name).to.equal('bad_audio')
    }
  })

  it('a crafted WAV or M4A file of many empty parts is refused', async function () {
    if (noFfmpeg) return this.skip()
    const wav = readFileSync(at('tone.wav'))
    const m4a = readFileSync(convert(at('tone.wav'), at('plain.m4a')))
    const afterType = m4a.readUInt32BE(0)
    const insert = (bytes: Buffer, position: number, part: Buffer) =>
      Buffer.concat([bytes.subarray(0, position), ...Array(20_000).fill(part), bytes.subarray(position)])
    writeFileSync(at('chunks.wav'), insert(wav, 12, Buffer.from('junk\0\0\0\0')))
    writeFileSync(at('boxes.m4a'), insert(m4a, afterType, Buffer.from('\0\0\0\x08free')))

    for (const name of ['chunks.wav', 'boxes.m4a'])
      expect((await faultOf(measureSeconds(at(name)))).reason, name).to.equal('bad_audio')
  })

  it('FLAC and WebM are recognised, which only ffmpeg decodes', async function () {
    if (noFfmpeg) return this.skip()
    for (const [name, format, ...args] of [
      ['tone.flac', 'flac'],
      ['tone.webm', 'matroska', '-c:a', 'libopus'],
    ] as const) {
      convert(at('tone.wav'), at(name), ...args)
      let samples = 0
      for await (const speech of decodeSpeech(at(name), {})) samples += speech.samples.length

      expect(await detectFormat(at(name))).to.equal(format)
      expect(samples / 16_000, name).to.be.closeTo(SECONDS, 0.1)
    }
  })

  it('output of a stopped ffmpeg is not complete audio', async () => {
    const path = process.env.PATH
    const program = at('ffmpeg')
    writeFileSync(program, '#!/bin/sh\n[ "$1" = -version ] || { head -c 64000 /dev/zero; kill -KILL $$; }\n')
    chmodSync(program, 0o755)
    process.env.PATH = `${folder}:${path}`
    try {
      const samples: number[] = []
      const fault = await faultOf(
        (async () => {
          for await (const speech of decodeSpeech(at('tone.wav'), {})) samples.push(speech.samples.length)
        })(),
      )

      expect(samples.length).to.be.at.least(1)
      expect(fault.reason).to.equal('failed')
    } finally {
      process.env.PATH = path
    }
  })

  it('a missing decoder is named', async function () {
    if (noFfmpeg) return this.skip()
    convert(at('tone.wav'), at('plain.mp3'))

    const fault = await faultOf(decode(at('plain.mp3')))

    expect(fault.reason).to.equal('failed')
    expect(fault.message).to.contain('transcriber install')
  })
})
