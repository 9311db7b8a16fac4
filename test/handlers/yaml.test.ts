import { expect } from 'chai'
import fc from 'fast-check'
import { parse } from 'yaml'
import { toYaml } from '../../handlers/pages/yaml.js'

describe('JSON as YAML', () => {
  it('reads well', () => {
    const value = {
      openapi: '3.1.0',
      tags: [{ name: 'a', text: 'Two\nlines.\n' }, []],
      paths: { '/a/{b}': null },
    }

    expect(toYaml(value)).to.equal(
      [
        'openapi: "3.1.0"',
        'tags:',
        '  - name: "a"',
        '    text: |',
        '      Two',
        '      lines.',
        '  - []',
        'paths:',
        '  /a/{b}: null',
        '',
      ].join('\n'),
    )
  })

  it('is read as what it was made of, whatever that is', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('', ' a', 'a ', '# b', '- c', 'd: e', '\t', '---', '|', 'yes'),
    )
    const text = fc.oneof(
      line,
      fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n')),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
        fc.constantFrom(true, false, null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    }))
    fc.assert(
      fc.property(fc.array(value), (given) => {
        expect(parse(toYaml(given), { uniqueKeys: false })).to.deep.equal(given)
      }),
      { numRuns: 500 },
    )
  })
})
