import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { decodeDocument } from '../../../lib/feeds/charset.js'
import { parseFeed } from '../../../lib/feeds/parse-feed.js'

const FOLDER = join(process.cwd(), '../shared/data/feeds')

interface Expected {
  title: string
  language: string
  items: number
  /** Items with a recording, a duration, a date; links to transcripts. */
  recordings: number
  durations: number
  dated: number
  transcripts: number
  first: string
  firstAt: string
}

const EXPECTED: Record<string, Expected> = {
  '1865_art19.xml': {
    title: '1865',
    language: 'en',
    items: 61,
    recordings: 61,
    durations: 61,
    dated: 61,
    transcripts: 0,
    first: "Introducing 'History Daily' From Host Lindsay Graham",
    firstAt: '2021-11-03T08:00:00.000Z',
  },
  '99pi_prx.xml': {
    title: '99% Invisible',
    language: 'en-US',
    items: 100,
    recordings: 100,
    durations: 100,
    dated: 100,
    transcripts: 0,
    first: '167- Voices in the Wire',
    firstAt: '2015-06-03T03:08:27.000Z',
  },
  'baywatchberlin_podigee.xml': {
    title: 'Baywatch Berlin',
    language: 'de',
    items: 1,
    recordings: 1,
    durations: 1,
    dated: 1,
    transcripts: 0,
    first: 'Trailer',
    firstAt: '2019-11-18T19:14:32.000Z',
  },
  'cadena_selfhosted_googleplay.xml': {
    title: 'Cadena de datos',
    language: 'es-ar',
    items: 38,
    recordings: 38,
    durations: 0,
    dated: 38,
    transcripts: 0,
    first: 'Entrevista con Andrés Snitcofsky [s01e01]',
    firstAt: '2019-01-12T13:00:00.000Z',
  },
  'cadena_selfhosted_itunes.xml': {
    title: 'Cadena de datos',
    language: 'es-ar',
    items: 38,
    recordings: 38,
    durations: 0,
    dated: 38,
    transcripts: 0,
    first: 'Entrevista con Andrés Snitcofsky [s01e01]',
    firstAt: '2019-01-12T13:00:00.000Z',
  },
  'cdspill_podbean_2026-04-27.xml': {
    title: 'cd SPILL',
    language: 'no',
    items: 138,
    recordings: 138,
    durations: 138,
    dated: 138,
    transcripts: 29,
    first: 'Close Combat med Hans Arne Jacobsen',
    firstAt: '2026-04-27T05:53:32.000Z',
  },
  'cdspill_podbean_2026-06-23.xml': {
    title: 'cd SPILL',
    language: 'no',
    items: 142,
    recordings: 142,
    durations: 142,
    dated: 142,
    transcripts: 34,
    first: 'cd SPÆLLEGAL (Live fra TILTcast 5.0)',
    firstAt: '2026-06-22T10:00:00.000Z',
  },
  'dw-langsam_radiodownload.xml': {
    title: 'Langsam gesprochene Nachrichten | Audios | DW Deutsch lernen',
    language: 'de',
    items: 59,
    recordings: 59,
    durations: 59,
    dated: 59,
    transcripts: 0,
    first: '18.03.2022 – Langsam gesprochene Nachrichten',
    firstAt: '2022-03-18T09:46:00.000Z',
  },
  'endorphine_swr.xml': {
    title: 'Endorphine für Delfine',
    language: 'de',
    items: 32,
    recordings: 32,
    durations: 32,
    dated: 32,
    transcripts: 0,
    first: 'Die mit Alice Merton und der Wespen-Taschen Psychologie',
    firstAt: '2020-10-15T15:27:00.000Z',
  },
  'fallthrough_transistor.xml': {
    title: 'Fallthrough',
    language: 'en',
    items: 62,
    recordings: 62,
    durations: 62,
    dated: 62,
    transcripts: 0,
    first: 'Lava Layers',
    firstAt: '2026-02-14T13:00:00.000Z',
  },
  'freakshow_podlove.xml': {
    title: 'Freak Show',
    language: 'de-DE',
    items: 30,
    recordings: 30,
    durations: 30,
    dated: 30,
    transcripts: 0,
    first: 'FS229 Telefonischturm',
    firstAt: '2019-01-10T02:27:38.000Z',
  },
  'giantbomb_pst_730items.xml': {
    title: 'Giant Bombcast',
    language: 'en-us',
    items: 730,
    recordings: 730,
    durations: 696,
    dated: 730,
    transcripts: 0,
    first: 'Giant Bombcast 603: Call of Tuesday',
    firstAt: '2019-10-01T22:30:00.000Z',
  },
  'golem_iso-8859-1_notpodcast.xml': {
    title: 'Golem.de',
    language: 'de',
    items: 40,
    recordings: 0,
    durations: 0,
    dated: 40,
    transcripts: 0,
    first: 'Red Dead Redemption 2: Hinweise auf PC-Umsetzung in App von Rockstar Games',
    firstAt: '2018-10-28T12:48:00.000Z',
  },
  'launched_fireside.xml': {
    title: 'Launched',
    language: 'en-us',
    items: 36,
    recordings: 36,
    durations: 36,
    dated: 36,
    transcripts: 0,
    first: 'Summer Break',
    firstAt: '2021-05-18T13:00:00.000Z',
  },
  'lwowskafala_spreaker.xml': {
    title: 'Lwowska Fala | Radio Katowice',
    language: 'pl',
    items: 1,
    recordings: 1,
    durations: 1,
    dated: 1,
    transcripts: 0,
    first: 'Lwowska Fala odc. 78 Wrzesień 1939 | Radio Katowice',
    firstAt: '2021-09-06T08:11:31.000Z',
  },
  'macbreak_twit.xml': {
    title: 'MacBreak Weekly (MP3)',
    language: 'en-US',
    items: 10,
    recordings: 10,
    durations: 10,
    dated: 10,
    transcripts: 0,
    first: 'MBW 643: An Apple Branded Faraday Cage',
    firstAt: '2019-01-08T23:01:32.000Z',
  },
  'noagenda_freedomcontroller_undefined-entity.xml': {
    title: 'No Agenda',
    language: 'en',
    items: 29,
    recordings: 29,
    durations: 0,
    dated: 29,
    transcripts: 29,
    first: '1393: "Space Wake"',
    firstAt: '2021-10-24T20:22:24.000Z',
  },
  'notalwaysspecial_anchor.xml': {
    title: 'It’s Not Always Special',
    language: 'en',
    items: 1,
    recordings: 1,
    durations: 1,
    dated: 1,
    transcripts: 0,
    first: 'Advocating for our children',
    firstAt: '2023-02-08T20:34:49.000Z',
  },
  'pc20_freedomcontroller.xml': {
    title: 'Podcasting 2.0',
    language: 'en',
    items: 56,
    recordings: 56,
    durations: 0,
    dated: 56,
    transcripts: 47,
    first: 'Episode 57: Rebel Rubes',
    firstAt: '2021-10-08T18:55:32.000Z',
  },
  'pc20_namespace_example.xml': {
    title: 'Podcasting 2.0 Namespace Example',
    language: 'en-US',
    items: 3,
    recordings: 3,
    durations: 0,
    dated: 3,
    transcripts: 4,
    first: 'Episode 3 - The Future',
    firstAt: '2020-10-09T04:30:38.000Z',
  },
  'podlovers_podlove.xml': {
    title: 'Podlovers',
    language: 'de-DE',
    items: 2,
    recordings: 2,
    durations: 2,
    dated: 2,
    transcripts: 1,
    first: 'PTF Sprint 8: Design der Import-Seite',
    firstAt: '2024-06-29T08:13:41.000Z',
  },
  'replyall_megaphone.xml': {
    title: 'Reply All',
    language: 'en',
    items: 148,
    recordings: 148,
    durations: 148,
    dated: 148,
    transcripts: 0,
    first: '#132 Negative Mount Pleasant',
    firstAt: '2018-12-06T11:00:00.000Z',
  },
  'sentimentalgarbage_acast.xml': {
    title: 'Sentimental Garbage',
    language: 'en',
    items: 138,
    recordings: 138,
    durations: 138,
    dated: 138,
    transcripts: 0,
    first: 'Barbie with Jen Cownie',
    firstAt: '2023-08-05T08:03:24.000Z',
  },
  'spiegel_omny.xml': {
    title: 'SPIEGEL Update – Die Nachrichten',
    language: 'de',
    items: 1,
    recordings: 1,
    durations: 1,
    dated: 1,
    transcripts: 0,
    first:
      '07.02. – die Wochenvorschau: Lockdown-Verlängerung, Kriegsverbrecher vor Gericht, Super Bowl, Karneval',
    firstAt: '2021-02-06T23:01:00.000Z',
  },
  'vector_libsyn.xml': {
    title: 'Vector with Rene Ritchie',
    language: 'en',
    items: 220,
    recordings: 220,
    durations: 220,
    dated: 220,
    transcripts: 0,
    first: '216: Apple 2019 Product Preview',
    firstAt: '2019-01-08T18:42:32.000Z',
  },
}

describe('feeds as publishers really write them', () => {
  before(function () {
    if (existsSync(FOLDER)) return
    console.log(`      skipped: the real feeds are not at ${FOLDER}`)
    this.skip()
  })

  for (const [file, expected] of Object.entries(EXPECTED)) {
    it(`the real feed ${file} is read`, () => {
      const feed = parseFeed(decodeDocument(readFileSync(join(FOLDER, file))), 'https://example.org/feed.xml')
      const count = (holds: (item: (typeof feed.items)[number]) => unknown) => feed.items.filter(holds).length

      expect(feed.isComplete).to.equal(true)
      expect({
        title: feed.title,
        language: feed.language,
        items: feed.items.length,
        recordings: count((item) => item.audioUrl),
        durations: count((item) => item.durationSeconds),
        dated: count((item) => item.publishedAt),
        transcripts: feed.items.reduce((sum, item) => sum + item.transcripts.length, 0),
        first: feed.items[0]!.title,
        firstAt: new Date(feed.items[0]!.publishedAt!).toISOString(),
      }).to.deep.equal(expected)
    })
  }
})
