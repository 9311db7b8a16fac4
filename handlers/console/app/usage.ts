import { noteFacts, session } from './session.js'

// What the account has used, as far as this page knows: as it was read, and what this page has done since.

/** The downloads left this month. */
export function downloadsLeft(): number {
  const downloads = session.get().facts?.transcript_downloads
  return downloads ? Math.max(0, downloads.limit - downloads.used) : 0
}

export function noteDownload(): void {
  noteFacts(({ transcript_downloads: downloads }) => ({
    transcript_downloads: { ...downloads, used: downloads.used + 1 },
  }))
}

/** @param change how many alerts were switched on, or off if it is negative */
export function noteActiveAlerts(change: number): void {
  noteFacts(({ alerts }) => ({ alerts: { ...alerts, active: alerts.active + change } }))
}
