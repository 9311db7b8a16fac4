/** Decoded audio: one array of samples (−1 to 1) for each channel. */
export interface Pcm {
  channelData: Float32Array[]
  sampleRate: number
}

/** What a decoder finds out about the length of the audio; 0 while it is unknown. */
export interface LengthClues {
  /** The share of the file that has been read. */
  readShare: number
  /** As the file says. */
  statedSeconds: number
}

/** Sample rate that the recognisers expect. */
export const SPEECH_RATE = 16_000

/** Averages all channels into one. */
export function mixDown({ channelData }: Pcm): Float32Array {
  const [first, ...others] = channelData
  if (first === undefined) return new Float32Array(0)
  if (others.length === 0) return first
  const mixed = new Float32Array(first.length)
  for (let at = 0; at < mixed.length; at++) {
    let sum = first[at]!
    for (const other of others) sum += other[at]!
    mixed[at] = sum / channelData.length
  }
  return mixed
}
