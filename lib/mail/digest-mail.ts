import type { MatchDocument } from '../alerts/match.js'
import type { FreshMatch } from '../alerts/match-store.js'
import { escapeHtml } from '../text/escape-html.js'

interface MailContent {
  subject: string
  text: string
  html: string
}

/** A mail about at least one match, grouped by alert. It names the service by its `baseUrl`. */
export function digestMail(matches: readonly FreshMatch[], baseUrl: string): MailContent {
  const alerts = new Map<number, FreshMatch[]>()
  for (const match of matches) alerts.set(match.alertId, [...(alerts.get(match.alertId) ?? []), match])
  const sections = [...alerts.values()]
  const subject = subjectOf(matches, sections)
  return { subject, text: textOf(sections, baseUrl), html: htmlOf(subject, sections, baseUrl) }
}

function subjectOf(matches: readonly FreshMatch[], sections: readonly FreshMatch[][]): string {
  const count = matches.length === 1 ? '1 new match' : `${matches.length} new matches`
  const [first] = sections
  // Names may contain line breaks.
  const name = nameOf(first!).replace(/\s+/g, ' ')
  return sections.length === 1 ? `${count}: ${name}` : `${count} of ${sections.length} alerts`
}

/** The newest match has the alert's latest name. */
const nameOf = (section: readonly FreshMatch[]) => section.at(-1)!.body.alert_name

function textOf(sections: readonly FreshMatch[][], baseUrl: string): string {
  const parts = sections.map((section) => {
    const name = nameOf(section)
    return [name, '='.repeat(Math.min([...name].length, 60)), '', ...section.map(matchText)].join('\n')
  })
  return `${parts.join('\n')}\n${WHY}\n\nOverheard: ${baseUrl}\n`
}

/** Explains why the recipient gets the mail. A recipient may have no key to change that. */
const WHY =
  'You get this mail because you are a recipient of these alerts. To stop it, ask your team to remove you from ' +
  'their recipients, or to switch off their emails.'

function matchText({ body, audioUrl }: FreshMatch): string {
  const { episode } = body
  const link = listenUrl(body, audioUrl)
  const lines = [
    episode.title,
    [episode.podcast.title, dayOf(body)].filter(Boolean).join(', '),
    `Said: ${body.keywords_matched.join(', ')}`,
    '',
    body.excerpt,
    ...(link ? ['', `${listenLabel(body)}: ${link}`] : []),
  ]
  return `${lines.join('\n')}\n\n`
}

function htmlOf(subject: string, sections: readonly FreshMatch[][], baseUrl: string): string {
  const parts = sections.map(
    (section) =>
      `<h1 style="font-size:20px;margin:24px 0 8px">${escapeHtml(nameOf(section))}</h1>\n${section.map(matchHtml).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff">
<div style="max-width:600px;margin:0 auto">
${parts.join('\n')}
<p style="font-size:13px;color:#666;margin-top:24px">${escapeHtml(WHY)}</p>
<p style="font-size:13px;color:#666"><a href="${escapeHtml(baseUrl)}" style="color:#666">Overheard</a></p>
</div>
</body>
</html>
`
}

function matchHtml({ body, audioUrl }: FreshMatch): string {
  const { episode } = body
  const about = [episode.podcast.title, dayOf(body)].filter(Boolean).join(' · ')
  const link = listenUrl(body, audioUrl)
  const listen = link
    ? `\n<p style="margin:8px 0 0"><a href="${escapeHtml(link)}" style="color:#0b57d0">${escapeHtml(listenLabel(body))}</a></p>`
    : ''
  return `<div style="margin:0 0 16px;padding:12px;border:1px solid #ddd;border-radius:8px">
<p style="margin:0;font-weight:600">${escapeHtml(episode.title)}</p>
<p style="margin:0 0 8px;font-size:14px;color:#666">${escapeHtml(about)}</p>
<p style="margin:0 0 8px;font-size:14px">Said: ${escapeHtml(body.keywords_matched.join(', '))}</p>
<p style="margin:0">${escapeHtml(body.excerpt)}</p>${listen}
</div>`
}

const dayOf = ({ episode }: MatchDocument) => episode.published_at?.slice(0, 10) ?? ''

/** The episode's audio, starting at the first hit if the player supports media fragments; '' without audio. */
function listenUrl({ first_offset_seconds }: MatchDocument, audioUrl: string): string {
  if (!/^https?:\/\/\S+$/i.test(audioUrl)) return ''
  if (first_offset_seconds === null || audioUrl.includes('#')) return audioUrl
  return `${audioUrl}#t=${Math.floor(first_offset_seconds)}`
}

function listenLabel({ first_offset_seconds }: MatchDocument): string {
  if (first_offset_seconds === null) return 'Listen'
  const seconds = Math.floor(first_offset_seconds)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours, ...rest] = parts
  const clock = (hours ? parts : rest).map((part, index) =>
    index === 0 ? `${part}` : `${part}`.padStart(2, '0'),
  )
  return `Listen from ${clock.join(':')}`
}
