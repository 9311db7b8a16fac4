import type { Cue } from '../../transcripts/types.js'
import type { TranscribeFaultReason } from '../transcriber.js'

/** The one thing an audio process is asked to do. */
export type Order = RecogniseOrder | CutOrder | MeasureOrder

/** Recognise a file with the embedded recogniser. */
export interface RecogniseOrder {
  task: 'recognise'
  path: string
  /** Folder of the installation. */
  installation: string
  checkpoint?: string
}

/** Cut a file, from `fromSeconds` on, into pieces of at most `pieceBytes` in `folder`. */
export interface CutOrder {
  task: 'cut'
  path: string
  folder: string
  pieceBytes: number
  fromSeconds: number
  /** Folder of the embedded recogniser, where it is installed, for its decoders. */
  installation?: string
}

/** Measure the length of a file without decoding it. */
interface MeasureOrder {
  task: 'measure'
  path: string
}

/** A part of an audio file as a file of its own. */
export interface AudioPiece {
  path: string
  startSeconds: number
  seconds: number
}

/** Messages of the audio process; `done` or `fault` comes last. */
export type Report =
  | { kind: 'progress'; doneSeconds: number; totalSeconds: number }
  | { kind: 'cues'; cues: Cue[] }
  | { kind: 'piece'; piece: AudioPiece }
  | { kind: 'done'; durationSeconds: number }
  | { kind: 'fault'; reason: TranscribeFaultReason; message: string }
