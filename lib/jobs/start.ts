import { countClassifierAlerts } from '../alerts/alert-store.js'
import { DEFAULT_MAIL_FROM } from '../config.js'
import type { Services } from '../services.js'
import { jobsOf } from './jobs.js'
import { runJobs } from './runner.js'
import { SIGNALS } from './signals.js'

/** Starts all background jobs of this process. Returns a function that stops them. */
export function startJobs(services: Services): () => Promise<void> {
  const { db, signals, logger } = services
  const stopJobs = runJobs(jobsOf(services), signals, logger)
  warnOfMissingServers(services)
  // Another process has changed the database: an import, a new alert, a test send.
  const stopWatching = db.watch((name) => {
    for (const signal of SIGNALS) if (name === undefined || name === signal) signals.emit(signal)
  })
  return async () => {
    await stopWatching()
    await stopJobs()
  }
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
