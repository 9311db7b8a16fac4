import { countClassifierAlerts } from '../alerts/alert-store.js'
import { DEFAULT_MAIL_FROM } from '../config.js'
import type { Database } from '../db/types.js'
import type { Services } from '../services.js'
import { jobsOf } from './registry.js'
import { JobRunner } from './runner.js'
import { SIGNALS, type Signals } from './signals.js'

/** Starts all background jobs of this process. Returns a function that stops them. */
export function startJobs(services: Services): () => Promise<void> {
  const runner = new JobRunner(jobsOf(services), services.signals, services.logger)
  runner.start()
  warnOfMissingServers(services)
  const stopWatching = watchDatabase(services.db, services.signals)
  return async () => {
    await stopWatching()
    await runner.stop()
  }
}

/**
 * Wakes the jobs when another process has changed the database: an import, a new alert, a test send.
 * @returns stops watching
 */
function watchDatabase(db: Database, signals: Signals): () => Promise<void> {
  return db.watch((name) => {
    const signal = SIGNALS.find((known) => known === name)
    for (const each of signal ? [signal] : SIGNALS) signals.emit(each)
  })
}

/** Logs once which features are off because their server is not configured. */
function warnOfMissingServers({ config, db, logger }: Services): void {
  if (!config.smtpUrl) logger.warn('OVERHEARD_SMTP_URL is not set: no mail is sent')
  else if (config.mailFrom === DEFAULT_MAIL_FROM)
    logger.warn(
      `OVERHEARD_MAIL_FROM is not set: mails come from ${DEFAULT_MAIL_FROM}, which many servers refuse`,
    )
  if (config.classifierServer) return
  countClassifierAlerts(db).then(
    (alerts) => {
      if (alerts > 0)
        logger.warn(
          { alerts },
          'OVERHEARD_CLASSIFIER_URL is not set: alerts with use_classifier record nothing',
        )
    },
    (error) => logger.warn({ err: error }, 'alerts with use_classifier could not be counted'),
  )
}
