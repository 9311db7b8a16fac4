/** The most frequent small words of each language. */
const LISTS: Record<string, string> = {
  en: 'the of and to in that is it for you was with on as have but they this at from are not we what so be do your i',
  de: 'der die das und ist ich nicht ein eine zu in es den mit auf für von im dem wir auch sich so wie aber oder man',
  fr: 'le la les de et est un une que qui dans pas pour des ce il on vous je du en sur avec mais plus nous au cette',
  es: 'el la los las de y que es en un una por con para no se lo como más pero del al yo está muy porque o su eso',
  pt: 'o os as de e que é em um uma por com para não se do da no na mais mas eu você isso como foi muito ele ao',
  it: 'il lo la gli le di e che è un una per con non si del della in sono ma come più anche questo ho io da nel',
  nl: 'de het een en van is dat ik niet in op te zijn die voor met je maar ook als er we aan om dan naar bij wat',
  sv: 'och att det är en som i på jag inte för med den av till ett har om vi men så man de du kan var också',
  da: 'og at det er en som i på jeg ikke for med den af til et har om vi men så man de du kan var også af',
  nb: 'og at det er en som i på jeg ikke for med den av til et har om vi men så man de du kan var også av',
  fi: 'ja on se että ei ole hän oli mutta ne kun niin me sitä minä tämä joka vain myös jos kuin nyt olen mitä',
  pl: 'i w na z się nie to jest że do jak ale o co tak za po od tym czy jego ja są już tego przez być dla',
  cs: 'a se v na je to že s z do o jak ale k i by jsem co tak po jsou nebo pro když už jeho ten byl jako',
  ro: 'și de în a la cu că pe un o nu este din care mai să se pentru dar ce sunt ca am fi după asta sau',
  hu: 'a az és hogy nem is egy van ez meg de ha csak már mint azt én volt el ki mert vagy lesz majd nagyon',
  tr: 've bir bu da de için çok ne ile o ama daha gibi var ben kadar sonra mi en olarak değil her ya şey',
  id: 'yang dan di itu ini dengan untuk tidak dari dalam akan pada saya ke karena ada juga bisa kita atau sudah apa',
  ru: 'и в не на я что он с как это по но они к у же вы за бы так мы от то из ты для да все или',
  uk: 'і в не на я що він з як це по але вони до у ж ви за би так ми від то із ти для та все або',
  bg: 'и в не на да се е че от за с по но те до как това са ще или като ми ли му аз който ти',
  ar: 'في من على و أن إلى هذا التي الذي ما لا هو كان عن مع هي هذه ذلك كل أو قد بين لم',
  fa: 'و در به از که این است را با برای آن یک خود تا می ما هم بر یا اما نه شد شما',
  vi: 'là và của có không được cho một các những này trong người với tôi đã như anh để khi rất thì mình',
}

/** The languages that use each word. */
export const STOP_WORDS: ReadonlyMap<string, readonly string[]> = languagesByWord()

function languagesByWord(): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, list] of Object.entries(LISTS)) {
    for (const word of new Set(list.split(' ')))
      languages.set(word, [...(languages.get(word) ?? []), language])
  }
  return languages
}
