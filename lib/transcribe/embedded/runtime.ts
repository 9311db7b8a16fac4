import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SPEECH_RATE } from '../audio/pcm.js'
import { TranscribeFault } from '../transcriber.js'
import { type SpeechSpan, type VoiceDetector, WINDOW } from './utterances.js'

/** The part of the native library that we use. */
interface Sherpa {
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    front(external: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
  }
  OfflineRecognizer: new (
    config: object,
  ) => {
    createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void }
    decode(stream: object): void
    getResult(stream: object): { text: string }
  }
}

/** After this long without a pause, the detector accepts shorter pauses. */
const LONG_SPEECH_SECONDS = 15

/** Loads the library of an installation; throws `unavailable` where it does not run on this machine. */
export function loadLibrary(installation: string): Sherpa {
  try {
    return createRequire(join(installation, 'package.json'))('sherpa-onnx-node') as Sherpa
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]
    throw new TranscribeFault('unavailable', `the recogniser's library does not load here: ${reason}`, {
      cause: error,
    })
  }
}

export function voiceDetector(sherpa: Sherpa, installation: string): VoiceDetector {
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model: join(installation, 'silero_vad_v5.onnx'),
        threshold: 0.4,
        minSpeechDuration: 0.2,
        minSilenceDuration: 0.4,
        maxSpeechDuration: LONG_SPEECH_SECONDS,
        windowSize: WINDOW,
      },
      sampleRate: SPEECH_RATE,
      numThreads: 1,
    },
    60,
  )
  const ended = () => {
    const spans: SpeechSpan[] = []
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples } = vad.front(false)
      spans.push({ start, end: start + samples.length })
    }
    return spans
  }
  return {
    hear(window) {
      vad.acceptWaveform(window)
      return ended()
    },
    end() {
      vad.flush()
      return ended()
    },
  }
}

/** The model as a function from speech at 16 kHz to text. One thread, so that it uses at most one core. */
export function speechModel(sherpa: Sherpa, installation: string): (samples: Float32Array) => string {
  const recogniser = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: SPEECH_RATE, featureDim: 80 },
    modelConfig: {
      moonshine: {
        encoder: join(installation, 'encoder_model.onnx'),
        mergedDecoder: join(installation, 'decoder_model_merged.onnx'),
      },
      tokens: join(installation, 'tokens.txt'),
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  })
  return (samples) => {
    const stream = recogniser.createStream()
    stream.acceptWaveform({ samples, sampleRate: SPEECH_RATE })
    recogniser.decode(stream)
    return recogniser.getResult(stream).text.trim()
  }
}
