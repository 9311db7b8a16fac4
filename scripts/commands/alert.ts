import type { Command } from 'commander'
import { distinctKeywords, faultsOfRequest } from '../../lib/alerts/alert-rules.js'
import { type BreadthPreview, previewBreadth } from '../../lib/alerts/breadth.js'
import { CommandError, clock, print, withDatabase } from './command.js'

const MOST_KEYWORDS = 10
const LONGEST_KEYWORD = 200

/** Checks keywords by the rules of the API. */
function keywordsOf(given: readonly string[]): string[] {
  const keywords = given.map((keyword) => keyword.trim())
  const refuse = (what: string): never => {
    throw new CommandError(`--keyword: ${what}`, 2)
  }
  if (keywords.length > MOST_KEYWORDS) refuse(`at most ${MOST_KEYWORDS} keywords are allowed`)
  if (keywords.some((keyword) => [...keyword].length > LONGEST_KEYWORD)) {
    refuse(`a keyword has more than ${LONGEST_KEYWORD} characters`)
  }
  const faults = faultsOfRequest({ keywords }, { creates: false, hasClassifier: false })
  if (faults.keywords) refuse(faults.keywords.join('; '))
  return distinctKeywords(keywords)
}

const present = ({ episodesPerDay, limit, tooBroad, samples }: BreadthPreview) => ({
  episodes_per_day: episodesPerDay,
  limit,
  too_broad: tooBroad,
  samples: samples.map(({ episodeUuid, title, excerpt }) => ({ episode_id: episodeUuid, title, excerpt })),
})

function describe({ episodesPerDay, limit, tooBroad, samples }: BreadthPreview): string[] {
  const verdict = tooBroad ? 'too broad for an alert' : 'fine for an alert'
  return [
    `${episodesPerDay.toFixed(1)} matching episodes a day over the last week; ${limit} are allowed: ${verdict}`,
    ...samples.flatMap(({ title, excerpt }) => ['', title, `  ${excerpt}`]),
  ]
}

export function register(program: Command): void {
  const alert = program
    .command('alert')
    .description('alerts; teams create them through the API or the console')

  alert
    .command('preview')
    .description('how often keywords would have matched in the last week; changes nothing')
    .requiredOption('--keyword <words...>', 'words or phrases, each taken as written')
    .action(async ({ keyword }: { keyword: string[] }, command) => {
      const keywords = keywordsOf(keyword)
      const breadth = await withDatabase((db, { alertMatchesPerDay: limit }, documents) => {
        const query = { keywords, now: clock.now(), limit }
        return previewBreadth(db, documents, query, { readAtMost: Infinity, examples: 5 })
      })
      print(command, { json: present(breadth), text: describe(breadth) })
    })
}
