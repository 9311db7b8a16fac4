import { setMaxListeners } from 'node:events'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import { SECOND_MS } from '../clock.js'
import { LEASE_MS } from '../feeds/lease-keeper.js'
import { acquireTranscript, transcriptHost } from '../feeds/publisher-transcript.js'
import { RECOGNISED_WITHIN_MS, recogniseEpisode } from '../feeds/recognise.js'
import { type DueRecognition, leaseRecognition } from '../feeds/recognition-queue.js'
import { type DueTranscript, leaseDueTranscripts } from '../feeds/transcript-queue.js'
import type { Services } from '../services.js'
import { selectTranscriber } from '../transcribe/select-transcriber.js'
import type { Transcriber } from '../transcribe/transcriber.js'
import type { Counts, Job } from './runner.js'
import { Wakeable } from './wakeable.js'

/** Transcripts that are being fetched at one time. */
const MOST_FETCHES = 8
/** While work is under way, more comes due. */
const LOOK_EVERY_MS = 1000
/** While transcripts can be put nowhere, publishers and recognisers are left alone this long. */
const BUCKET_PAUSE_MS = 30 * SECOND_MS

/** Gets transcripts: publishers' own, side by side, and beside them what a recogniser hears, one by one. */
export const transcribe = (services: Services): Job => {
  let warned = ''
  const pause: Pause = { until: 0 }

  /** The recogniser of the moment: it may be installed while the service runs. */
  function chosenTranscriber(): Transcriber | undefined {
    const { transcriber, warning = '' } = selectTranscriber(services.config, services.safeFetch)
    if (warning !== '' && warning !== warned) services.logger.warn(warning)
    warned = warning
    return transcriber
  }

  return {
    name: 'transcribe',
    schedule: '*/5 * * * * *',
    wakeOn: ['audio'],

    async run(abort) {
      // Every request listens for its end.
      setMaxListeners(0, abort)
      const pass = new Pass(services, chosenTranscriber, pause, abort)
      await pass.run()
      return pass.counts
    },
  }
}

/** Outlasts a pass. */
interface Pause {
  until: number
}

class Pass {
  readonly counts: Counts = { transcripts_added: 0, recognised: 0 }
  private readonly woken = new Wakeable()
  private readonly running = new Set<Promise<void>>()
  private fetching = 0
  private isRecognising = false
  /** The recogniser is away: this pass leaves it alone. */
  private isStopped = false

  constructor(
    private readonly services: Services,
    private readonly chosenTranscriber: () => Transcriber | undefined,
    private readonly pause: Pause,
    private readonly abort: AbortSignal,
  ) {}

  async run(): Promise<void> {
    const off = this.services.signals.on('audio', () => this.woken.wake())
    try {
      while (!this.abort.aborted) {
        // What ends while this looks leaves room that it has not seen.
        const isLast = this.running.size === 0
        const fetches = await this.startFetches()
        const isStarted = await this.startRecognition()
        if (fetches > 0 || isStarted) continue
        if (isLast) break
        await this.woken.wait(LOOK_EVERY_MS)
      }
    } finally {
      off()
      await Promise.all(this.running)
    }
  }

  private async startFetches(): Promise<number> {
    const { db, clock } = this.services
    const limit = MOST_FETCHES - this.fetching
    if (limit === 0) return 0
    const now = clock.now()
    if (now < this.pause.until) return 0
    const due = await leaseDueTranscripts(db, { now, until: now + LEASE_MS, limit })
    for (const one of due) {
      this.fetching++
      this.start(
        this.fetch(one).finally(() => this.fetching--),
        one.episodeId,
      )
    }
    return due.length
  }

  private async startRecognition(): Promise<boolean> {
    if (this.isRecognising || this.isStopped) return false
    const transcriber = this.chosenTranscriber()
    if (!transcriber) return false
    const { db, clock } = this.services
    const now = clock.now()
    if (now < this.pause.until) return false
    const lease = { now, until: now + LEASE_MS, heldSince: now - RECOGNISED_WITHIN_MS }
    const due = await leaseRecognition(db, lease)
    if (!due) return false
    this.isRecognising = true
    this.start(
      this.recognise(transcriber, due).finally(() => {
        this.isRecognising = false
      }),
      due.episodeId,
    )
    return true
  }

  /** What fails for no fault of the publisher is tried again when its lease has run out. */
  private start(work: Promise<void>, episode: number): void {
    const running = work
      .catch((error) => {
        if (this.abort.aborted) return
        const { logger, clock } = this.services
        if (!isBucketUnavailable(error)) {
          logger.error({ episode, err: error }, 'getting a transcript failed')
          return
        }
        this.pause.until = clock.now() + BUCKET_PAUSE_MS
        logger.warn(
          { episode, reason: error.message },
          'a transcript cannot be put anywhere; it is got later',
        )
      })
      .finally(() => {
        this.running.delete(running)
        this.woken.wake()
      })
    this.running.add(running)
  }

  private async fetch(due: DueTranscript): Promise<void> {
    const { feeds, signals } = this.services
    const isNew = await feeds.transcriptLeases.during(due.episodeId, () =>
      feeds.lanes.run(transcriptHost(due), () => acquireTranscript(feeds.context, due, this.abort)),
    )
    if (!isNew) return
    this.counts.transcripts_added!++
    signals.emit('transcript')
  }

  private async recognise(transcriber: Transcriber, due: DueRecognition): Promise<void> {
    const { feeds, config, signals } = this.services
    const outcome = await recogniseEpisode({ ...feeds.context, config }, transcriber, due, this.abort)
    if (outcome === 'stopped') this.isStopped = true
    if (outcome !== 'held') return
    this.counts.recognised!++
    signals.emit('transcript')
  }
}
