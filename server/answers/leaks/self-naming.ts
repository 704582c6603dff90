/** Finds where a text says which model speaks, or who made it. */
import { foldRuns, limitCombiningMarks } from '../../platform/fold-texts.ts'
import { KNOWN_NAMES, type TellingName } from './known-names.ts'

/** Finds the words in which a text names its model or its maker; null: it does not. */
export type SelfNaming = (text: string) => string | null

/** Beginnings that speak of a maker already. */
const MAKERS_OF_MINE = /creator|maker|developer/i

/** A longer gap between "I am" and a name is no statement about the name. */
const MAX_WORDS_BETWEEN = 14
/** The most characters of the found words that are stored. */
const LONGEST_FOUND = 200

const SEPARATOR = '[\\s,:*_"“”„«»\'’()–—-]+'
/** What versions and sizes add to a name: "GPT-4o mini", "Claude 3.5 Sonnet". */
const VERSION =
  '(?:[\\s-]?(?:v?\\d[\\w.]*\\w|v?\\d|o\\d|turbo|mini|nano|pro|plus|max|flash|ultra|lite|large|small|medium|chat|instruct|sonnet|opus|haiku|instant|ai|r1|coder|next|scout|maverick)(?![\\p{L}\\p{N}]))*'

interface Matcher {
  pattern: RegExp
  language: Language | null
  isWeak: boolean
}

/**
 * @param more names besides the known ones: of the contestant, of its system prompt, and those that the arena lists
 * @returns a search that takes a time linear in the length of the text
 */
export function selfNaming(more: readonly TellingName[] = []): SelfNaming {
  const ofMore = searchFor(more)
  return (text) => {
    const plain = foldRuns(limitCombiningMarks(text).normalize('NFKC'))
    const all = squeezed(plain)
    return ofKnown(plain, all) ?? ofMore(plain, all)
  }
}

/**
 * Patterns are slow to build and to try, so a text is searched that holds a name and speaks of itself.
 * @returns a search of a text in normal form NFKC; `all` is the text, squeezed
 */
function searchFor(names: readonly TellingName[]): (plain: string, all: string) => string | null {
  const squeezedNames = names.map(({ name }) => squeezed(name.normalize('NFKC')))
  let naming: SelfNaming | null = null
  return (plain, all) =>
    squeezedNames.some((name) => all.includes(name)) && speaksOfItself(plain)
      ? (naming ??= searchForNames(names))(plain)
      : null
}

let beginnings: RegExp[] | null = null

/** Whether a text has the beginning or the ending of a sentence that a name could complete. */
function speaksOfItself(plain: string): boolean {
  beginnings ??= [
    ...Object.values(LANGUAGES).flatMap(({ begins, weak }) => [begins, weak]),
    ...AROUND.map(({ before, after }) => before || after),
  ].map((pattern) => new RegExp(pattern, 'iu'))
  return beginnings.some((pattern) => pattern.test(plain))
}

/** Without case, spaces and hyphens, in which texts may differ from a name. */
const squeezed = (text: string) => text.toLowerCase().replace(/[\s-]+/g, '')

const ofKnown = searchFor(KNOWN_NAMES)

/** The search for these names in a text in normal form NFKC. */
function searchForNames(names: readonly TellingName[]): SelfNaming {
  const byText = new Map<string, TellingName[]>()
  for (const name of names) byText.set(nameKey(name.name), [...(byText.get(nameKey(name.name)) ?? []), name])
  const matchers = matchersFor(names)
  return (plain) => {
    for (const { pattern, language, isWeak } of matchers)
      for (const match of findMatches(pattern, plain)) {
        const { name, gap = '', begin = '' } = match.groups!
        const meant = byText.get(nameKey(name)) ?? []
        const following = plain.slice(match.index + match[0].length)
        if (meant.some((tellingName) => says(tellingName, name, { begin, gap, following, language, isWeak })))
          return match[0].trim().replace(/\s+/g, ' ').slice(0, LONGEST_FOUND)
      }
    return null
  }
}

/** All matches of a pattern with the flag `g`. Unlike `matchAll` it copies no pattern, which takes longer than a short text. */
function* findMatches(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex++
    yield match
  }
}

interface Around {
  begin: string
  gap: string
  following: string
  language: Language | null
  isWeak: boolean
}

function says(
  meant: TellingName,
  written: string,
  { begin, gap, following, language, isWeak }: Around,
): boolean {
  if (meant.exact && spaced(written) !== spaced(meant.name.normalize('NFKC'))) return false
  if (language === null) return true
  const words = gap
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const isMade = MAKERS_OF_MINE.test(begin) || words.some((word) => wordSet(language.made).has(word))
  if (meant.of === 'maker') return isMade
  if (meant.exact && wordSet(language.articles).has(words.at(-1) ?? '')) return false
  if (isWeak && words.length === 0 && !/^["”»’*_)]*,/.test(following)) return false
  const next = /^["”»’*_)]*\s+([\p{L}\p{N}]+)/u.exec(following)?.[1]
  return next === undefined || wordSet(FOLLOWING).has(next) || wordSet(language.between).has(next)
}

function matchersFor(names: readonly TellingName[]): Matcher[] {
  const any = [...new Set(names.map(({ name }) => name.normalize('NFKC')))]
    .sort((a, b) => b.length - a.length)
    .map((name) =>
      name
        .split(/[\s-]+/)
        .map(escape)
        .join('[\\s-]?'),
    )
    .join('|')
  const spacedOut = Object.values(LANGUAGES).flatMap((language) => {
    const between = [...wordSet(language.between), ...wordSet(language.made)].join('|')
    const gap = `(?<gap>${SEPARATOR}(?:(?:${between})${SEPARATOR}){0,${MAX_WORDS_BETWEEN}}?)`
    const after = `${gap}(?<name>${any})${VERSION}(?![\\p{L}\\p{N}])(?!['’]s\\b)`
    return [
      {
        pattern: globalPattern(`(?<![\\p{L}\\p{N}])(?<begin>${language.begins})${after}`),
        language,
        isWeak: false,
      },
      {
        pattern: globalPattern(`(?<=^|[.!?\\n,;:]\\s*)(?<begin>${language.weak})${after}`),
        language,
        isWeak: true,
      },
    ]
  })
  const around = AROUND.map(({ before, after }) => ({
    pattern: globalPattern(`${before}(?<![A-Za-z0-9])(?<name>${any})(?![A-Za-z])${after}`),
    language: null,
    isWeak: false,
  }))
  return [...spacedOut, ...around]
}

const globalPattern = (pattern: string) => new RegExp(pattern, 'giu')

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const nameKey = (name: string) => spaced(name).toLowerCase()
const spaced = (name: string) => name.normalize('NFKC').replace(/[\s-]+/g, ' ')

const lists = new Map<string, ReadonlySet<string>>()

function wordSet(words: string): ReadonlySet<string> {
  let list = lists.get(words)
  if (!list) lists.set(words, (list = new Set(words.trim().split(/\s+/).filter(Boolean))))
  return list
}

// How an answer begins to speak of itself, by language, and which words may stand between that and a name.

interface Language {
  /** How a speaker begins to say who it is, as regular expressions. */
  begins: string
  /** The same, where a clause has to end after the name: "as Claude, I" says it, "as Claude does" does not. */
  weak: string
  /** Words that may follow before the name. Others end the statement, above all `not`. */
  between: string
  /** Words of making: one of them, or a beginning with `my`, has to come before the name of a maker. */
  made: string
  articles: string
}

/** Languages that put spaces between words. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    begins:
      "i ?['’]? ?a?m|i was|i['’]ve been|i have been|my (?:name|model|creators?|makers?|developers?)|(?:you can |you may |please )?call me",
    weak: 'as|as an?|this is',
    between: `a an the your is are at from of and or to by in on called named known as based powered running also actually just only
      in fact currently ai artificial intelligence large small smaller simple simpler powerful advanced new latest open source
      multimodal language model models llm assistant chatbot bot chat agent system version program helpful friendly virtual digital
      conversational generative neural network team researchers company lab fine tuned`,
    made: 'built developed created made trained designed provided released finetuned',
    articles: 'a an',
  },
  de: {
    begins:
      'ich bin|ich heiße|ich heisse|mein (?:name|modell)|ich wurde|du kannst mich|sie können mich|nenn(?:en sie)? mich',
    weak: 'als|hier ist|hier spricht',
    between: `ist lautet ein eine einer einem einen der die das dem den von vom durch aus bei und auch nur eigentlich tatsächlich ki
      assistent assistentin modell sprachmodell system gestützter gestützte gestütztes künstliche künstlicher intelligenz großes
      grosses kleines chatbot bot namens genannt firma hilfreicher hilfreiches virtueller digitaler basierend auf basiert version
      unternehmen`,
    made: `entwickelt entwickeltes entwickelter entwickelte erstellt erstelltes erstellter trainiert trainiertes trainierter gebaut
      geschaffen geschaffenes geschaffener`,
    articles: 'ein eine einen',
  },
  fr: {
    begins: "je suis|je m['’]appelle|mon (?:nom|modèle)|j['’]ai été",
    weak: 'en tant que|en tant qu|ici',
    between: `un une le la les l de du des par chez est que qu d et aussi en fait ia intelligence artificielle grand petit modèle
      langage langue assistant assistante virtuel virtuelle conversationnel agent robot chatbot nommé nommée appelé appelée basé
      basée sur version société entreprise utile`,
    made: 'développé développée créé créée conçu conçue entraîné entraînée',
    articles: 'un une',
  },
  es: {
    begins: 'soy|me llamo|mi (?:nombre|modelo)|fui|he sido',
    weak: 'como|aquí',
    between: `un una el la los las de del por en es y también ia inteligencia artificial gran modelo lenguaje asistente virtual
      conversacional chatbot agente llamado llamada basado basada versión empresa útil`,
    made: 'desarrollado desarrollada creado creada diseñado diseñada entrenado entrenada',
    articles: 'un una',
  },
  pt: {
    begins: '(?:eu )?sou|(?:eu )?me chamo|meu (?:nome|modelo)|fui',
    weak: 'como|aqui é',
    between: `um uma o a os as de do da dos das por pelo pela em é e também ia inteligência artificial grande modelo linguagem
      assistente virtual chatbot agente chamado chamada baseado baseada versão empresa útil`,
    made: 'desenvolvido desenvolvida criado criada treinado treinada projetado projetada',
    articles: 'um uma',
  },
  it: {
    begins: '(?:io )?sono|mi chiamo|il mio (?:nome|modello)|sono stato|sono stata',
    weak: 'come|in quanto|in qualità di',
    between: `un una uno il lo la i gli le di del della dell da dal dalla in è e anche ia ai intelligenza artificiale grande modello
      linguistico linguaggio assistente virtuale chatbot agente chiamato chiamata basato basata su versione azienda utile`,
    made: 'sviluppato sviluppata creato creata addestrato addestrata progettato progettata',
    articles: 'un uno una',
  },
  nl: {
    begins: 'ik ben|ik heet|mijn (?:naam|model)|ik werd',
    weak: 'als',
    between: `een de het van door bij is en ook ai kunstmatige intelligentie groot taalmodel model assistent virtuele chatbot genaamd
      gebaseerd op versie bedrijf behulpzame`,
    made: 'ontwikkeld ontwikkelde gemaakt gemaakte getraind getrainde',
    articles: 'een',
  },
  pl: {
    begins: 'jestem|nazywam się|mam na imię|zostałem|zostałam',
    weak: 'jako',
    between: `przez od z i także sztuczną inteligencją duży dużym model modelem językowym językowy asystent asystentem wirtualnym
      chatbotem ai firmę firmy o nazwie nazwie wersją`,
    made: 'stworzony stworzonym stworzona opracowany opracowanym wytrenowany wytrenowanym',
    articles: '',
  },
  ru: {
    begins: 'я|меня зовут|моё имя|мое имя|меня',
    weak: 'как',
    between: `это и от из на в ии искусственный интеллект большая языковая модель языковой модели ассистент помощник виртуальный чат
      бот компанией компания командой был была под названием именем основе версия`,
    made: `созданный созданная разработанный разработанная обученный обученная создан создана разработан разработана создала создали
      создал разработала разработали обучила`,
    articles: '',
  },
}

/** Words that may come after a name, in any of these languages. Another word makes it a part of something else. */
const FOLLOWING = `and but or i a an the to by from with here which who that your how what und ein eine der die das von mit
  für zum et un une de par pour y e o por para con da per en een van door voor i и от для created developed made trained built
  designed model assistant`

/** Languages without spaces between words, or whose verb ends the sentence: what is before and after the name. */
const AROUND: readonly { before: string; after: string }[] = [
  { before: '(?:我是|我叫|我的名字(?:是|叫)|作为|我由|我被)[^。！？，,.!?\n不没]{0,24}?', after: '' },
  {
    before: '(?:私|わたし|僕|ぼく|当方)(?:は|の名前は)[^。！？\n]{0,24}?',
    after: '[^。！？\n]{0,16}?(?:です|だ。|である|と申し|といい|により|によって|が開発|に開発|が作成)',
  },
  {
    before: '(?:저는|나는|전|제 이름은|내 이름은) ?[^.!?。\n]{0,24}?',
    after:
      '[^.!?。\n]{0,16}?(?:입니다|이에요|예요|이야|라고|에서 개발|가 개발|이 개발|에서 만든|가 만든|이 만든)',
  },
]
