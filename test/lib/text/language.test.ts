import { expect } from 'chai'
import { detectLanguage, normaliseLanguage } from '../../../lib/text/language.js'

describe('a language tag', () => {
  const tags: Array<[given: unknown, tag: string]> = [
    ['en', 'en'],
    ['EN', 'en'],
    [' en-US ', 'en-US'],
    ['EN_us', 'en-us'],
    ['zh-Hant', 'zh-Hant'],
    ['English', ''],
    ['', ''],
    [undefined, ''],
    [7, ''],
  ]
  for (const [given, tag] of tags) {
    it(`the language tag ${JSON.stringify(given)} is read as ${JSON.stringify(tag)}`, () => {
      expect(normaliseLanguage(given)).to.equal(tag)
    })
  }
})

describe('the language of a text', () => {
  const texts: Array<[language: string, text: string]> = [
    ['en', 'We have been looking at what the people in this town do with the water that they get.'],
    ['de', 'Wir haben uns angesehen, was die Leute in der Stadt mit dem Wasser machen und ob es reicht.'],
    ['fr', 'Nous avons regardé ce que les gens de la ville font avec de l’eau et si elle est bonne.'],
    ['es', 'Hemos visto lo que la gente de la ciudad hace con el agua y por qué no es suficiente.'],
    ['it', 'Abbiamo visto che cosa fa la gente della città con il suo tempo e perché non è mai contenta.'],
    ['pt', 'Nós vimos o que as pessoas da cidade fazem com a água e por que não é uma coisa boa.'],
    ['nl', 'Wij hebben gekeken wat de mensen in de stad met het water doen en of het ook voor ons is.'],
    ['ru', 'Мы говорим о том, что люди в городе делают с водой и почему это не так просто.'],
    ['ja', '今日は町の人たちが水をどう使っているかについて話します。'],
    ['zh', '今天我们谈谈城市里的人如何使用水。'],
    ['ko', '오늘은 도시 사람들이 물을 어떻게 쓰는지 이야기합니다.'],
    ['th', 'วันนี้เราจะพูดถึงน้ำในเมือง'],
    ['', 'Zzz xqj vvv 123'],
    ['', ''],
  ]
  for (const [language, text] of texts) {
    it(`the language of ${JSON.stringify(text.slice(0, 30))} is ${language || 'unknown'}`, () => {
      expect(detectLanguage(text)).to.equal(language)
    })
  }
})
