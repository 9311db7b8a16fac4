import type { Db } from '../db/types.js'
import { listPodcastIds } from '../podcasts/podcast-store.js'
import { searcherOf } from './engines.js'
import type { Branch, Query, Term } from './query.js'
import type { PodcastIndexRow } from './searcher.js'

export type PodcastField = 'title' | 'description'

/** How well a podcast matches. */
interface Relevance {
  id: number
  /** Number of terms in the name. */
  named: number
  /** How the name contains the terms: 3 it is the term, 2 begins with it, 1 as words, 0 inside a word. */
  fit: number
  nameLength: number
  description: number
}

type Found = Map<number, Relevance>

/** Every podcast that matches a query, by row. */
export async function matchingPodcasts(
  db: Db,
  query: Query,
  fields: readonly PodcastField[],
): Promise<Found> {
  const found: Found = new Map()
  for (const branch of query.branches) {
    for (const [id, relevance] of await matchBranch(db, branch, fields)) {
      const known = found.get(id)
      if (!known || compareRelevance(relevance, known) < 0) found.set(id, relevance)
    }
  }
  return found
}

/** Rows, the best first: names before descriptions, ties by row. */
export function byRelevance(found: Found): number[] {
  return [...found.values()].sort(compareRelevance).map(({ id }) => id)
}

function compareRelevance(a: Relevance, b: Relevance): number {
  return (
    b.named - a.named ||
    b.fit - a.fit ||
    b.description - a.description ||
    a.nameLength - b.nameLength ||
    a.id - b.id
  )
}

async function matchBranch(
  db: Db,
  { required, excluded }: Branch,
  fields: readonly PodcastField[],
): Promise<Found> {
  let found: Found | undefined
  for (const term of required) {
    const ofTerm = await matchTerm(db, term, fields)
    found = found ? intersection(found, ofTerm) : ofTerm
    if (found.size === 0) return found
  }
  found ??= await allPodcasts(db)
  for (const term of excluded) {
    for (const id of (await matchTerm(db, term, fields)).keys()) found.delete(id)
  }
  return found
}

async function matchTerm(db: Db, term: Term, fields: readonly PodcastField[]): Promise<Found> {
  const searcher = searcherOf(db)
  const found: Found = new Map()
  if (fields.includes('title')) {
    for (const hit of await searcher.podcastsNamed(db, term)) found.set(hit.id, namedBy(term, hit))
  }
  if (fields.includes('description')) {
    for (const { id, score } of await searcher.podcastsDescribed(db, term)) {
      const relevance = found.get(id) ?? { id, named: 0, fit: 0, nameLength: 0, description: 0 }
      found.set(id, { ...relevance, description: score })
    }
  }
  return found
}

function namedBy(term: Term, { id, name = '' }: PodcastIndexRow): Relevance {
  return { id, named: 1, fit: fitOf(name, term.name), nameLength: name.length, description: 0 }
}

function fitOf(name: string, sought: string): number {
  if (name === sought) return 3
  if (name.startsWith(`${sought} `)) return 2
  return ` ${name} `.includes(` ${sought} `) ? 1 : 0
}

function intersection(left: Found, right: Found): Found {
  const both: Found = new Map()
  for (const [id, a] of left) {
    const b = right.get(id)
    if (!b) continue
    both.set(id, {
      id,
      named: a.named + b.named,
      fit: a.fit + b.fit,
      nameLength: Math.max(a.nameLength, b.nameLength),
      description: a.description + b.description,
    })
  }
  return both
}

async function allPodcasts(db: Db): Promise<Found> {
  const ids = await listPodcastIds(db)
  return new Map(ids.map((id) => [id, { id, named: 0, fit: 0, nameLength: 0, description: 0 }]))
}
