import { expect } from 'chai'
import fc from 'fast-check'
import { operations } from '../../generated/operations.js'
import { validators } from '../../generated/validators.js'
import { routesOf } from '../../handlers/check-request.js'
import { pathsOf } from '../../handlers/openapi-dispatcher.js'

const paths = pathsOf(routesOf({ operations, validators }))
const find = (path: string) => {
  for (const { pattern, routes } of paths) {
    const found = pattern.exec(path)
    if (found) return { values: { ...found.groups }, ids: [...routes.values()].map(({ id }) => id) }
  }
  return undefined
}

const words = [...new Set(operations.flatMap(({ segments }) => segments))].filter(
  (one) => !one.startsWith('{'),
)
const isParameter = (segment: string) => segment.startsWith('{')

/** The shape of path that fits by plain comparison, the one with literals further to the left first. */
function fitting(path: string): string | undefined {
  const given = path.split('/').slice(1)
  const shapes = operations
    .map(({ segments }) => segments)
    .filter(
      (segments) =>
        segments.length === given.length &&
        segments.every((wanted, at) => (isParameter(wanted) ? given[at] !== '' : wanted === given[at])),
    )
  const rank = (segments: readonly string[]) => segments.map((one) => (isParameter(one) ? 1 : 0)).join('')
  return shapes.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))[0]?.join('/')
}

const segment = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: fc.uuid() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{alert_id}', '%2F', '\n', '.', '..', '__proto__', 'constructor'),
  },
)
const somePath = fc
  .array(segment, { maxLength: 5 })
  .map((segments) => segments.map((one) => `/${one}`).join(''))

describe('paths of the description', () => {
  it('a path leads to its operation, literal segments before parameters', () => {
    fc.assert(
      fc.property(somePath, (path) => {
        const shape = fitting(path)
        const expected = operations.filter(({ segments }) => segments.join('/') === shape).map(({ id }) => id)

        expect(find(path)?.ids ?? []).to.deep.equal(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('a path hands over the value of each parameter', () => {
    expect(find('/alerts/matches/a%20b')?.values).to.deep.equal({ match_id: 'a%20b' })
    expect(find('/alerts/x/matches')?.values).to.deep.equal({ alert_id: 'x' })
    expect(find('/alerts/matches')?.values).to.deep.equal({ alert_id: 'matches' })
  })
})
