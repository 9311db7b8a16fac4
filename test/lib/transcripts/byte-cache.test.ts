import { expect } from 'chai'
import { ByteCache } from '../../../lib/transcripts/document-storage.js'

const bytes = (length: number) => new Uint8Array(length)

describe('the cache of byte strings', () => {
  it('the cache evicts the least recently used byte strings above its size', () => {
    const cache = new ByteCache(10)
    const kept = (...names: string[]) => names.filter((name) => cache.get(name))
    cache.set('a', bytes(4))
    cache.set('b', bytes(4))
    cache.get('a')
    cache.set('c', bytes(4))

    expect(kept('a', 'b', 'c')).to.deep.equal(['a', 'c'])
    cache.set('c', bytes(6))
    expect(kept('a', 'c')).to.deep.equal(['a', 'c'])
    cache.set('huge', bytes(11))
    expect(kept('a', 'c', 'huge')).to.deep.equal([])
    cache.set('d', bytes(10))
    expect(kept('d')).to.deep.equal(['d'])
  })
})
