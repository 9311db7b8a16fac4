import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '../clock.js'
import type { Db } from '../db/types.js'
import { countFeedsByHealth } from '../feeds/feed-health-store.js'
import { Capacity } from '../queue/capacity.js'
import { depthsOf } from '../queue/overview.js'
import { StepLags } from './step-lag-store.js'

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const LAG_SECONDS = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 86_400, 7 * 86_400]

/**
 * The metrics of `/metrics`. Request counts belong to this process; values read from the database are the
 * same in every process.
 */
export class Metrics {
  readonly registry = new Registry()

  private readonly requests = new Histogram({
    name: 'overheard_http_request_duration_seconds',
    help: 'Time from a request to its answer, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  })

  private readonly searches = new Histogram({
    name: 'overheard_search_duration_seconds',
    help: 'Time that a search took, waiting for a free thread included, by kind.',
    labelNames: ['kind'] as const,
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  })

  private readonly tokens = new Counter({
    name: 'overheard_classifier_tokens_total',
    help: 'Tokens that the classifier says it took, by direction.',
    labelNames: ['direction'] as const,
    registers: [this.registry],
  })

  private readonly droppedQuestions = new Counter({
    name: 'overheard_classifier_dropped_questions_total',
    help: 'Questions given up after a day without an answer.',
    registers: [this.registry],
  })

  private readonly lags = new Histogram({
    name: 'overheard_step_lag_seconds',
    help: 'From one step of an episode to the next: published, fetched, transcribed, matched, delivered.',
    labelNames: ['step'] as const,
    buckets: LAG_SECONDS,
    registers: [this.registry],
  })

  private readonly attempts = new Counter({
    name: 'overheard_deliveries_total',
    help: 'Attempts to deliver that ended in this process, by what became of the delivery.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  })

  private readonly due = new Gauge({
    name: 'overheard_queue_depth',
    help: 'Rows that are due and not being worked on, by step. Of the database: every process shows the same.',
    labelNames: ['queue'] as const,
    registers: [this.registry],
  })

  private readonly setAside = new Gauge({
    name: 'overheard_queue_set_aside',
    help: 'Rows that were given up and wait for a person, by step. Of the database: every process shows the same.',
    labelNames: ['queue'] as const,
    registers: [this.registry],
  })

  private readonly steps: StepLags
  private readonly readings = new Capacity({ total: 1 })

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {
    this.steps = new StepLags(db, clock)
    for (const direction of ['prompt', 'completion']) this.tokens.inc({ direction }, 0)
    for (const step of ['fetched', 'transcribed', 'matched', 'delivered']) this.lags.zero({ step })
    for (const outcome of ['succeeded', 'retrying', 'failed']) this.attempts.inc({ outcome }, 0)
    this.showFeeds(db)
  }

  /** Starts measuring the steps of episodes, and the memory, CPU time and event loop of this process. */
  async start(): Promise<void> {
    collectDefaultMetrics({ register: this.registry })
    // Remove gauges named like counters, which Prometheus' checker refuses; other gauges have the same numbers by type.
    for (const what of ['handles', 'requests', 'resources']) {
      this.registry.removeSingleMetric(`nodejs_active_${what}_total`)
    }
    await this.steps.start()
  }

  /** All metrics in Prometheus' text format. */
  async text(): Promise<string> {
    await this.readings.run('', () => this.readDatabase())
    return this.registry.metrics()
  }

  observeRequest(operation: string, status: number, seconds: number): void {
    this.requests.observe({ operation, status: String(status) }, seconds)
  }

  observeSearch(kind: string, seconds: number): void {
    this.searches.observe({ kind }, seconds)
  }

  readonly countVerdict = (verdict: { promptTokens: number; completionTokens: number }): void => {
    this.tokens.inc({ direction: 'prompt' }, verdict.promptTokens)
    this.tokens.inc({ direction: 'completion' }, verdict.completionTokens)
  }

  countAttempt(outcome: 'succeeded' | 'retrying' | 'failed'): void {
    this.attempts.inc({ outcome })
  }

  readonly countDroppedQuestion = (): void => {
    this.droppedQuestions.inc()
  }

  private async readDatabase(): Promise<void> {
    for (const { step, seconds } of await this.steps.read()) this.lags.observe({ step }, seconds)
    for (const { step, due, setAside } of await depthsOf(this.db, this.clock.now())) {
      this.due.set({ queue: step }, due)
      this.setAside.set({ queue: step }, setAside)
    }
  }

  private showFeeds(db: Db): void {
    new Gauge({
      name: 'overheard_feeds',
      help: 'Followed feeds, by health.',
      labelNames: ['health'] as const,
      registers: [this.registry],
      async collect() {
        this.reset()
        for (const { health, count } of await countFeedsByHealth(db)) this.set({ health }, count)
      },
    })
  }
}
