import { expect } from 'chai'
import { readAnswer } from '../../../lib/alerts/answer.js'

describe('Reading an answer', () => {
  const cases: Array<[text: string, answer: 'yes' | 'no' | null]> = [
    ['{"answer": "yes"}', 'yes'],
    ['{"answer":"NO"}', 'no'],
    ['{"answer": true}', 'yes'],
    ['{"answer": false, "reason": "no train is mentioned"}', 'no'],
    ['{"reason": "yes, trains", "answer": "no"}', 'no'],
    ['{"match": true, "reason": "A train is announced"}', 'yes'],
    ['{"yes": "yes", "no": "no"}', null],
    ['```json\n{"answer": "yes"}\n```', 'yes'],
    ['Here you are: {"answer": "yes"} Anything else?', 'yes'],
    ['yes', 'yes'],
    ['Yes.', 'yes'],
    [' **No**', 'no'],
    ['"no"', 'no'],
    ['YES, because a new train is announced. There is no doubt.', 'yes'],
    ['No, the passages do not say so', 'no'],
    ['Ja.', 'yes'],
    ['Nein, davon ist keine Rede', 'no'],
    ['<think>It may be yes… or no.</think>\nno', 'no'],
    ['I would say yes… or no.</think>\n\nno', 'no'],
    ['', null],
    ['maybe', null],
    ['{"answer": "unknown"}', null],
    ['{"answer": null}', null],
    ['{"answer": "yes"} {"answer": "no"}', null],
    ['Yes and no.', null],
    ['yes/no', null],
    ['Not sure', null],
    ['Nothing of the kind', null],
    ['Yesterday a train was announced', null],
    ['The answer depends', null],
    ['[1, 2', null],
  ]
  for (const [text, answer] of cases) {
    it(`the answer ${JSON.stringify(text)} is read as ${answer ?? 'none'}`, () => {
      expect(readAnswer(text)).to.equal(answer)
    })
  }
})
