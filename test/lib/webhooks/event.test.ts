import { expect } from 'chai'
import { eventBody, SAMPLE_MATCH } from '../../../lib/webhooks/event.js'
import { complaints, describedOperations, responseOf } from '../../support/described-operations.js'

describe('the event of a match', () => {
  it('an event contains the match and the instant of the match', () => {
    const match = { ...SAMPLE_MATCH, excerpt: 'Ein schöner “Satz” 東京 \u2028' }

    const event = JSON.parse(eventBody(match))

    expect(event).to.deep.equal({
      type: 'alert.match.created',
      timestamp: match.created_at,
      test: false,
      data: match,
    })
  })

  it('the sample event has the same fields as a match', () => {
    const getMatch = describedOperations.find(({ operationId }) => operationId === 'getMatch')!
    const { schema } = responseOf(getMatch, 200)!.content!['application/json']!

    expect(complaints(schema, SAMPLE_MATCH)).to.deep.equal([])
  })
})
