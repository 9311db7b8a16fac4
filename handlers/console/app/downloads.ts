import { session } from './session.js'

/** The downloads left this month, as far as this page knows. */
export function downloadsLeft(): number {
  const downloads = session.get().facts?.transcript_downloads
  return downloads ? Math.max(0, downloads.limit - downloads.used) : 0
}

export function noteDownload(): void {
  const { facts } = session.get()
  if (!facts) return
  const { transcript_downloads: downloads } = facts
  session.merge({ facts: { ...facts, transcript_downloads: { ...downloads, used: downloads.used + 1 } } })
}
