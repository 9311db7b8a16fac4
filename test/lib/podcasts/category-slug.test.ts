import { expect } from 'chai'
import { categorySlug } from '../../../lib/podcasts/podcast.js'

describe('slugs of categories', () => {
  for (const [name, slug] of [
    ['Society & Culture', 'society-culture'],
    ['Économie', 'economie'],
    ['  TV  & Film  ', 'tv-film'],
    ['データ', 'データ'],
    ['हिंदी', 'हिंदी'],
    ['Дизайн', 'дизайн'],
  ] as const) {
    it(`the slug of ${JSON.stringify(name)} is ${slug}`, () => {
      expect(categorySlug(name)).to.equal(slug.normalize('NFC'))
    })
  }
})
