import { expect } from 'chai'
import fc from 'fast-check'
import { operations } from '../../generated/operations.js'
import { RouteTrie } from '../../handlers/route-trie.js'

const trie = new RouteTrie(operations)
const methods = [...new Set(operations.map(({ method }) => method)), 'HEAD', 'PUT']
const words = [...new Set(operations.flatMap(({ segments }) => segments))].filter(
  (word) => !word.startsWith('{'),
)

const isParameter = (segment: string) => segment.startsWith('{')

/** All operations of a path by plain comparison, those with literals further to the left first. */
function matching(path: string) {
  const segments = path.split('/').slice(1)
  return operations
    .filter(
      (operation) =>
        operation.segments.length === segments.length &&
        operation.segments.every((wanted, at) =>
          isParameter(wanted) ? segments[at] !== '' : wanted === segments[at],
        ),
    )
    .sort((one, other) => {
      const at = one.segments.findIndex(
        (segment, index) => isParameter(segment) !== isParameter(other.segments[index]!),
      )
      return at < 0 ? 0 : isParameter(one.segments[at]!) ? 1 : -1
    })
}

const segment = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom('', '{alert_id}', '%2F', '.', '..', '__proto__', 'constructor') },
)
const paths = fc.array(segment, { maxLength: 5 }).map((segments) => segments.map((one) => `/${one}`).join(''))

describe('the route trie', () => {
  it('finds every operation of the description', () => {
    for (const { id, method, segments } of operations) {
      const path = segments.map((one) => `/${isParameter(one) ? 'x' : one}`).join('')

      expect(trie.find(method, path)).to.have.nested.property('route.id', id)
    }
  })

  it('finds what plain comparison finds, literal segments first', () => {
    fc.assert(
      fc.property(fc.constantFrom(...methods), paths, (method, path) => {
        const wanted = method === 'HEAD' ? 'GET' : method
        const [best, ...others] = matching(path)
        const shape = best?.segments.join('/')
        const sameShape = best ? [best, ...others].filter(({ segments }) => segments.join('/') === shape) : []
        const expected = sameShape.find((operation) => operation.method === wanted)

        const found = trie.find(method, path)

        if (!best) expect(found).to.equal(undefined)
        else if (expected) expect(found).to.have.nested.property('route.id', expected.id)
        else
          expect(found)
            .to.have.property('allowed')
            .that.includes.members(sameShape.map((one) => one.method))
      }),
      { numRuns: 2000 },
    )
  })

  it('hands over what stands in the place of each parameter', () => {
    expect(trie.find('GET', '/alerts/matches/a%20b')).to.have.deep.property('values', { match_id: 'a%20b' })
    expect(trie.find('GET', '/alerts/x/matches')).to.have.deep.property('values', { alert_id: 'x' })
    expect(trie.find('GET', '/alerts/matches')).to.have.deep.property('values', { alert_id: 'matches' })
  })
})
