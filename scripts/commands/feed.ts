import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { isoInstant } from '../../lib/clock.js'
import { decodeDocument } from '../../lib/feeds/charset.js'
import { type FeedHealth, listFeedHealth, statusOf } from '../../lib/feeds/feed-health-store.js'
import { normaliseFeedUrl } from '../../lib/feeds/feed-url.js'
import type { AddOutcome } from '../../lib/feeds/feeds.js'
import { parseOpml, writeOpml } from '../../lib/feeds/opml.js'
import { FeedError } from '../../lib/feeds/types.js'
import { hideUserinfo } from '../../lib/log-secrets.js'
import { CommandError, counted, print, table, withServices } from './command.js'
import { printError } from './terminal.js'

export const presentFeed = (feed: FeedHealth) => ({
  id: feed.uuid,
  podcast_id: feed.podcastUuid,
  feed_url: feed.feedUrl,
  title: feed.title,
  admitted_at: isoInstant(feed.admittedAt),
})

const presentHealth = (feed: FeedHealth) => ({
  ...presentFeed(feed),
  status: statusOf(feed),
  last_polled_at: isoInstant(feed.lastPolledAt),
  last_success_at: isoInstant(feed.lastSuccessAt),
  last_error_at: isoInstant(feed.lastErrorAt),
  last_error: feed.lastError || null,
  next_poll_at: isoInstant(feed.nextPollAt),
  episodes: feed.episodes,
  transcripts: feed.transcripts,
  awaiting_recognition: feed.awaitingRecognition,
  recognising: feed.recognising && {
    done_seconds: Math.round(feed.recognising.doneSeconds),
    total_seconds: Math.round(feed.recognising.totalSeconds),
  },
})

type Failure = { feedUrl: string; error: string }

export const presentFailure = ({ feedUrl, error }: Failure) => ({
  feed_url: hideUserinfo(feedUrl),
  error,
})

/** Prints one line per failure and sets the exit code. */
export function reportFailures(failures: readonly Failure[]): void {
  for (const { feedUrl, error } of failures) printError(`${feedUrl}: ${error}`)
  if (failures.length > 0) process.exitCode = 1
}

function split(outcomes: readonly AddOutcome[]) {
  return {
    added: outcomes.flatMap((outcome) => ('feed' in outcome ? [outcome] : [])),
    failures: outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : [])),
  }
}

const minute = (at: number | null) => (at === null ? '' : isoInstant(at).slice(0, 16).replace('T', ' '))

function healthTable(feeds: readonly FeedHealth[]): string[] {
  return table(
    ['id', 'title', 'episodes', 'transcripts', 'waiting', 'last success', 'next poll', 'last error'],
    feeds.map((feed) => [
      feed.uuid,
      feed.title.slice(0, 40),
      String(feed.episodes),
      String(feed.transcripts),
      String(feed.awaitingRecognition),
      minute(feed.lastSuccessAt),
      feed.nextPollAt === null ? 'gone' : minute(feed.nextPollAt),
      feed.lastError,
    ]),
  )
}

async function add(urls: string[], _options: unknown, command: Command): Promise<void> {
  const outcomes = await withServices(({ feeds }) => feeds.add(urls))
  const { added, failures } = split(outcomes)
  reportFailures(failures)
  if (urls.length === 1 && added.length === 0) return
  const shown = added.map(({ feed }) => presentFeed(feed))
  print(command, {
    json: urls.length === 1 ? shown[0] : { feeds: shown, errors: failures.map(presentFailure) },
    text: added.map(({ feed, isNew }) =>
      isNew ? `Feed ${feed.uuid}: ${feed.title}` : `Feed ${feed.uuid}: ${feed.title} (followed already)`,
    ),
  })
}

export async function readOpml(file: string) {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError(`Cannot read ${file}: ${error.message}`)
  })
  try {
    return parseOpml(decodeDocument(bytes))
  } catch (error) {
    if (error instanceof FeedError) throw new CommandError(`${file}: ${error.message}`)
    throw error
  }
}

/**
 * Different spellings of one address are one feed. Invalid addresses stay, so that their failure is reported.
 */
export function distinct(urls: readonly string[]): string[] {
  const byAddress = new Map(urls.map((url) => [addressOf(url), url]))
  return [...byAddress.values()]
}

function addressOf(url: string): string {
  try {
    return normaliseFeedUrl(url)
  } catch {
    return url
  }
}

async function importOpml(file: string, _options: unknown, command: Command): Promise<void> {
  const named = (await readOpml(file)).map(({ feedUrl }) => feedUrl)
  const urls = distinct(named)
  const { added, failures } = split(await withServices(({ feeds }) => feeds.add(urls)))
  const isNew = added.filter((outcome) => outcome.isNew).length
  const skipped = named.length - isNew - failures.length
  reportFailures(failures)
  print(command, {
    json: { added: isNew, skipped, errors: failures.map(presentFailure) },
    text: `${counted(isNew, 'feed')} added, ${skipped} skipped, ${failures.length} failed`,
  })
}

async function poll(uuids: string[], _options: unknown, command: Command): Promise<void> {
  const counts = await withServices(({ feeds }) => feeds.poll(uuids.map((uuid) => uuid.toLowerCase())))
  reportFailures(counts.errors)
  print(command, {
    json: {
      polled: counts.polled,
      episodes_added: counts.episodesAdded,
      transcripts_added: counts.transcriptsAdded,
      errors: counts.errors.map(presentFailure),
    },
    text: `${counted(counts.polled, 'feed')} asked, ${counted(counts.episodesAdded, 'episode')} and ${counted(counts.transcriptsAdded, 'transcript')} added`,
  })
}

async function remove(uuid: string, _options: unknown, command: Command): Promise<void> {
  const feed = await withServices(({ feeds }) => feeds.remove(uuid.toLowerCase()))
  if (!feed) throw new CommandError(`There is no feed ${uuid}.`)
  print(command, {
    json: { id: feed.uuid, podcast_id: feed.podcastUuid },
    text: `Feed ${feed.uuid} is no longer followed; ${counted(feed.episodes, 'episode')} kept.`,
  })
}

export function register(program: Command): void {
  const feed = program.command('feed').description('the feeds you follow')

  feed
    .command('add')
    .description('follow feeds, starting today')
    .argument('<url...>', 'their addresses')
    .action(add)

  feed
    .command('list')
    .description('list feeds and their health')
    .action(async (_options, command) => {
      const feeds = await withServices((services) => listFeedHealth(services.db))
      print(command, { json: { feeds: feeds.map(presentHealth) }, text: healthTable(feeds) })
    })

  feed
    .command('remove')
    .description('stop following a feed; its episodes stay')
    .argument('<feed>', 'its id')
    .action(remove)

  feed
    .command('poll')
    .description('poll feeds now, and fetch new transcripts')
    .argument('[feed...]', 'their ids (default: all)')
    .action(poll)

  feed
    .command('import')
    .description('follow the feeds of an OPML file')
    .argument('<file>', 'the file')
    .action(importOpml)

  feed
    .command('export')
    .description('print the feeds you follow as OPML')
    .action(async (_options, command) => {
      const feeds = await withServices((services) => listFeedHealth(services.db))
      const opml = writeOpml(feeds)
      print(command, { json: { opml }, text: opml.trimEnd() })
    })
}
