import { expect } from 'chai'
import { plainText } from '../../../lib/text/plain.js'

describe('the plain text of a description', () => {
  const cases: Array<[html: string, text: string]> = [
    ['Just text.', 'Just text.'],
    ['First line\nSecond line', 'First line\nSecond line'],
    ['  a   b \r\n c ', 'a b\nc'],
    ['<p>First &amp; second</p>\n<p>Third<br/>\nfourth</p>', 'First & second\n\nThird\nfourth'],
    ['<ul>\n <li>a</li>\n <li>b</li>\n</ul>', 'a\nb'],
    ['One<br><br>Two', 'One\n\nTwo'],
    ['a\nb <b>c</b> <script>alert(1)</script>d', 'a\nb c d'],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['use &lt;b&gt; sparingly', 'use <b> sparingly'],
    ['&lt;p&gt;Hi &amp;amp; ho&lt;/p&gt;', 'Hi & ho'],
    ['&nbsp;caf&eacute; &#8217;s &#x1F600;', 'café ’s 😀'],
    ['<a href="https://example.org">our page</a>', 'our page'],
    ['a\u0000b\u00adc', 'abc'],
    ['x\n\n\n\n\ny', 'x\n\ny'],
    ['<p>unclosed <i>tags', 'unclosed tags'],
    ['', ''],
  ]
  for (const [html, text] of cases) {
    it(`the plain text of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () => {
      expect(plainText(html)).to.equal(text)
    })
  }

  it('only the beginning of a deeply nested description is read', () => {
    expect(plainText(`start${'<div>'.repeat(100_000)}end`)).to.match(/^start/)
  })
})
