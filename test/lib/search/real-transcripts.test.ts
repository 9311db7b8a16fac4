import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { DAY_MS } from '../../../lib/clock.js'
import { searcherOf } from '../../../lib/search/engines.js'
import { excerptsOf } from '../../../lib/search/excerpts.js'
import { parseQuery, termsOf } from '../../../lib/search/query.js'
import { keyRanges } from '../../../lib/search/search-key.js'
import { readTranscriptFile } from '../../../lib/transcripts/read-file.js'
import type { TranscriptDocument } from '../../../lib/transcripts/types.js'
import { anEpisode, aPodcast } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'
import { meets } from '../../support/evaluate.js'
import { saveTranscript } from '../../support/transcripts.js'

const FOLDER = join(process.cwd(), '../shared/data/transcripts')
const NOW = Date.parse('2026-11-20T12:00:00Z')
const FILES_A_SHOW = 3
const LARGEST_BYTES = 500_000

/** Some files of every show; they are in nine languages. */
function documents(): TranscriptDocument[] {
  return readdirSync(FOLDER).flatMap((show) =>
    readdirSync(join(FOLDER, show), { recursive: true, encoding: 'utf8' })
      .map((name) => join(FOLDER, show, name))
      .filter((path) => statSync(path).isFile() && statSync(path).size < LARGEST_BYTES)
      .sort()
      .slice(0, FILES_A_SHOW)
      .flatMap((path) => {
        try {
          return [readTranscriptFile(readFileSync(path), { fileName: path })]
        } catch {
          return []
        }
      }),
  )
}

interface Held {
  searchKey: number
  text: string
}

describe('search over real transcripts', () => {
  const database = useDatabase()
  const held: Held[] = []

  before(async function () {
    if (!existsSync(FOLDER)) {
      console.log(`      left out: there are no real transcripts at ${FOLDER}`)
      this.skip()
    }
    const holder = { db: database(), now: NOW }
    const podcast = await aPodcast({}, holder)
    for (const document of documents()) {
      const episode = await anEpisode({ podcast }, holder)
      await saveTranscript(database(), { episode, document, source: 'import', now: NOW })
      const text = document.segments.map((segment) => segment.text).join(' ')
      held.push({ searchKey: episode.searchKey, text })
    }
  })

  it('search finds and shows spoken words at any position of real transcripts', async () => {
    const { dated } = keyRanges(NOW - DAY_MS, NOW + DAY_MS)
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(2), fc.nat(3), async (which, where, length, form) => {
        const { text, searchKey } = held[which % held.length]!
        const words = wordsAt(text, where % text.length)
        const said = words.slice(0, length + 1).join(' ')
        const q = [said, `"${said}"`, `${said} -notsaid`, `"${said}" | ${words.at(-1)}`][form]!
        const query = parseQuery(q)

        const found = await searcherOf(database()).byTime(
          database(),
          { query, scope: 'transcript' },
          dated,
          'asc',
          1000,
        )

        const expected = held.filter((one) => meets(query, { texts: [one.text] }))
        expect(found, q).to.deep.equal(expected.map((one) => one.searchKey).sort((a, b) => a - b))
        if (!found.includes(searchKey)) return
        for (const excerpt of excerptsOf(Buffer.from(text), termsOf(query))) {
          const anyTerm = parseQuery(
            termsOf(query)
              .map(({ tokens }) => `"${tokens.join(' ')}"`)
              .join(' | '),
          )
          expect(meets(anyTerm, { texts: [excerpt] }), `${q} in ${excerpt}`).to.equal(true)
        }
      }),
      { numRuns: 50 },
    )
  })
})

/** A few words that follow each other, whole ones where words have spaces between them. */
function wordsAt(text: string, offset: number): string[] {
  const words = text
    .slice(offset, offset + 60)
    .trim()
    .split(/\s+/)
    .slice(1, -1)
  return words.length > 0 ? words : [text.slice(offset, offset + 4)]
}
