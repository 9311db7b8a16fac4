// Decodes one file to its end in a process of its own, so that its peak of memory is its own. Arguments: the file, the
// folder with the decoder packages. Prints JSON: what was decoded, and what it cost with the processes it started.
import { readFileSync } from 'node:fs'
import { decodeSpeech } from '../../../lib/transcribe/audio/decode.js'
import { SPEECH_RATE } from '../../../lib/transcribe/audio/pcm.js'

/** Linux counts the time of ended children in hundredths of a second. */
function childSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

const [path, installation] = process.argv.slice(2) as [string, string]
let samples = 0
for await (const speech of decodeSpeech(path, { installation })) samples += speech.samples.length
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
const figures = {
  audioSeconds: samples / SPEECH_RATE,
  cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 + childSeconds(),
  peakMegabytes: maxRSS / 1024,
}
console.log(JSON.stringify(figures))
