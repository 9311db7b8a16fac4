import { expect } from 'chai'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/clock.js'
import { maxAgeMs, nextPollAt, type PollRhythm, retryAfterMs, usualGap } from '../../../lib/feeds/schedule.js'

const NOW = Date.UTC(2026, 10, 21, 12)
const SHORTEST = 15 * MINUTE_MS

describe('the next poll of a feed', () => {
  const minutes = (changes: Partial<PollRhythm>) =>
    (nextPollAt({
      now: NOW,
      shortestPollMs: SHORTEST,
      admittedAt: NOW - 100 * DAY_MS,
      usualGapMs: 7 * DAY_MS,
      newestAt: NOW - 3 * DAY_MS,
      askedForMs: 0,
      spread: 0,
      ...changes,
    }) -
      NOW) /
    MINUTE_MS

  const cases: Array<[string, Partial<PollRhythm>, number]> = [
    ['a weekly show', {}, 210],
    ['a daily show, three days silent', { usualGapMs: DAY_MS }, 45],
    ['a monthly show', { usualGapMs: 30 * DAY_MS }, 900],
    ['a yearly show', { usualGapMs: 365 * DAY_MS }, 1440],
    ['an hourly show', { usualGapMs: HOUR_MS, newestAt: NOW - HOUR_MS }, 15],
    ['any show on the day after an episode', { newestAt: NOW - 23 * HOUR_MS }, 15],
    ['any show on the day after its admission', { admittedAt: NOW - HOUR_MS }, 15],
    ['a show with an episode dated in the future', { newestAt: NOW + DAY_MS }, 15],
    ['a weekly show that fell silent', { newestAt: NOW - 40 * DAY_MS }, 600],
    ['a show that ended', { newestAt: NOW - 1000 * DAY_MS }, 1440],
    ['a show without dates', { usualGapMs: null, newestAt: null }, 210],
    ['a feed that asks for an hour', { newestAt: NOW, askedForMs: HOUR_MS }, 60],
    ['a feed that asks for a year', { newestAt: NOW, askedForMs: 365 * DAY_MS }, 1440],
    ['a feed that asks for a minute', { newestAt: NOW, askedForMs: MINUTE_MS }, 15],
    ['a feed at the end of the spread', { newestAt: NOW, spread: 1 }, 16.5],
  ]
  for (const [what, changes, expected] of cases) {
    it(`the next poll is after ${expected} minutes for ${what}`, () =>
      expect(minutes(changes)).to.equal(expected))
  }

  it('the next poll is never before the shortest interval or after a day', () => {
    const rhythm = fc.record({
      now: fc.constant(NOW),
      shortestPollMs: fc.integer({ min: 600, max: DAY_MS }),
      admittedAt: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW }),
      usualGapMs: fc.option(fc.integer({ min: 0, max: 800 * DAY_MS })),
      newestAt: fc.option(fc.integer({ min: 0, max: NOW + 800 * DAY_MS })),
      askedForMs: fc.integer({ min: 0, max: 800 * DAY_MS }),
      spread: fc.double({ min: 0, max: 1, noNaN: true }),
    })

    fc.assert(
      fc.property(rhythm, (rhythm) => {
        const wait = nextPollAt(rhythm) - NOW
        return wait >= rhythm.shortestPollMs && wait <= DAY_MS
      }),
    )
  })
})

describe('the usual gap of a show', () => {
  it('the usual gap is the median of the newest gaps, so one pause does not change it', () => {
    const weekly = Array.from({ length: 8 }, (_, week) => NOW - week * 7 * DAY_MS)

    expect(usualGap([...weekly, NOW - 300 * DAY_MS])).to.equal(7 * DAY_MS)
  })

  it('the usual gap is unknown for fewer than two episodes', () => {
    expect(usualGap([])).to.equal(null)
    expect(usualGap([NOW])).to.equal(null)
  })
})

describe('headers about intervals', () => {
  it('Retry-After is read in seconds and as a date', () => {
    expect(retryAfterMs('120', NOW)).to.equal(120_000)
    expect(retryAfterMs(new Date(NOW + 5000).toUTCString(), NOW)).to.equal(5000)
    expect(retryAfterMs(new Date(NOW - 5000).toUTCString(), NOW)).to.equal(0)
    expect(retryAfterMs('soon', NOW)).to.equal(0)
    expect(retryAfterMs(undefined, NOW)).to.equal(0)
  })

  it('max-age is read from Cache-Control', () => {
    expect(maxAgeMs('public, max-age=600')).to.equal(600_000)
    expect(maxAgeMs('s-maxage=900')).to.equal(0)
    expect(maxAgeMs('no-cache, max-age=600')).to.equal(0)
    expect(maxAgeMs(undefined)).to.equal(0)
  })
})
