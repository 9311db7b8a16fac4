import { expect } from 'chai'
import { decodeDocument, detectCharset } from '../../../lib/feeds/charset.js'

const document = (encoding: string, text: string) =>
  `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><t>${text}</t>`

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

/** A text in a charset with one byte for each character. */
function encoded(text: string, charset: string): Uint8Array {
  const characters = new TextDecoder(charset).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from(text, (character) => characters.indexOf(character))
}

describe('charset of a feed', () => {
  const cases: Array<[string, Buffer, string, string]> = [
    ['declared UTF-8', Buffer.from(document('utf-8', 'Müller 東京')), '', 'Müller 東京'],
    ['undeclared UTF-8', Buffer.from('<t>Müller</t>'), '', 'Müller'],
    ['UTF-8 that claims ISO-8859-1', Buffer.from(document('iso-8859-1', 'Müller')), '', 'Müller'],
    [
      'UTF-8 that its server calls Latin-1',
      Buffer.from('<t>Müller</t>'),
      'text/xml; charset=latin1',
      'Müller',
    ],
    ['ISO-8859-1', Buffer.from(document('ISO-8859-1', 'Müller'), 'latin1'), '', 'Müller'],
    ['ISO-8859-1 that claims UTF-8', Buffer.from(document('utf-8', 'Müller'), 'latin1'), '', 'Müller'],
    [
      'Windows-1252',
      Buffer.concat([Buffer.from(document('windows-1252', '')), Buffer.from([0x93, 0x80])]),
      '',
      '“€',
    ],
    [
      'ISO-8859-2 by its header',
      Buffer.from([0x3c, 0x74, 0x3e, 0xb3]),
      'text/xml; charset="iso-8859-2"',
      'ł',
    ],
    [
      'Shift_JIS',
      Buffer.concat([Buffer.from(document('Shift_JIS', '')), Buffer.from([0x93, 0x8c, 0x8b, 0x9e])]),
      '',
      '東京',
    ],
    ['an unknown charset', Buffer.from(document('klingon', 'Müller')), '', 'Müller'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${document('', 'Müller')}`), '', 'Müller'],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${document('utf-16', 'Müller')}`, 'utf16le'), '', 'Müller'],
    ['UTF-16BE with a mark', utf16be(`\ufeff${document('utf-16', 'Müller')}`), '', 'Müller'],
    ['UTF-16LE without a mark', Buffer.from(document('utf-16', 'Müller'), 'utf16le'), '', 'Müller'],
    ['UTF-16BE without a mark', utf16be(document('utf-16', 'Müller')), '', 'Müller'],
    ['UTF-8 that claims UTF-16', Buffer.from(document('utf-16', 'Müller')), '', 'Müller'],
    [
      'UTF-8 with one character cut in half',
      Buffer.concat([Buffer.from('<t>Müller trägt Süßes '), Buffer.from([0xe6, 0x9d]), Buffer.from('</t>')]),
      '',
      'Müller trägt Süßes ',
    ],
  ]
  for (const [name, bytes, contentType, expected] of cases) {
    it(`a feed in ${name} is decoded`, () => expect(decodeDocument(bytes, contentType)).to.contain(expected))
  }

  it('a feed in UTF-8 with one broken character is decoded, although it claims ISO-8859-1', () => {
    const bytes = Buffer.concat([
      Buffer.from(document('iso-8859-1', 'Süß '.repeat(60))),
      Buffer.from([0xc3, 0x20]),
    ])

    expect(decodeDocument(bytes)).to.contain('Süß Süß')
  })

  const RUSSIAN =
    'Добрый день, это наша передача о старых домах. Сегодня мы говорим о том, как тепловой насос нагревает дом зимой.'
  const SERBIAN =
    'Добар дан, ово је наша емисија о старим кућама. Данас говоримо о томе како топлотна пумпа греје кућу зими.'
  for (const [language, text] of Object.entries({ Russian: RUSSIAN, Serbian: SERBIAN })) {
    it(`an undeclared text in ${language} and Windows-1251 is decoded`, () => {
      expect(decodeDocument(encoded(text, 'windows-1251'))).to.equal(text)
    })
  }

  const OTHERS: Array<[charset: string, text: string]> = [
    ['koi8-r', RUSSIAN],
    ['iso-8859-5', RUSSIAN],
    [
      'iso-8859-7',
      'Καλημέρα, αυτή είναι η εκπομπή μας για τα παλιά σπίτια. Σήμερα μιλάμε για την αντλία θερμότητας.',
    ],
    [
      'windows-1255',
      'שלום, זו התוכנית שלנו על בתים ישנים. היום אנחנו מדברים על משאבת חום ועל החורף הקר בבית הישן.',
    ],
    ['iso-8859-1', 'Voilà une énergie déjà très chère à côté. Écoutez la réponse. '.repeat(9)],
  ]
  for (const [charset, text] of OTHERS) {
    it(`a text in ${charset} is not taken for Windows-1251`, () => {
      expect(detectCharset(encoded(text, charset))).to.equal('windows-1252')
    })
  }

  it('the byte order mark is not part of the text', () => {
    expect(decodeDocument(Buffer.from('\ufeff<t/>'))).to.equal('<t/>')
  })

  it('plain ASCII is decoded in the declared charset', () => {
    expect(detectCharset(Buffer.from(document('iso-2022-jp', 'plain')))).to.equal('iso-2022-jp')
  })
})
