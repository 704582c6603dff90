/** Finds prompts that ask a model who it is. Pure: it runs in the thread of `search-texts.ts`. */
import { KNOWN_NAMES } from '../leaks/known-names.ts'
import { foldRuns, limitCombiningMarks } from '../../platform/fold-texts.ts'

const NAMES = KNOWN_NAMES.filter(({ exact }) => !exact)
  .map(({ name }) => name.replace(/[\s-]+/g, '[\\s-]?'))
  .join('|')

/** By language, as whole questions: `END` is where one ends, `NAME` a known model. */
const QUESTIONS = `
who (?:exactly |really )?are you END
what(?:['’]s| is) your (?:real |own |full )?(?:name|identity) END
(?:what|which) (?:ai |llm |large |language |chat|gpt |kind of |type of |version of |exact )*(?:model|llm|ai|chatbot|assistant|version|gpt|chatgpt) (?:are you|am i (?:talking|speaking|chatting) (?:to|with)|do you (?:use|run on)|powers you|is this)
are you (?:an? |the )?(?:NAME)
am i (?:talking|speaking|chatting) (?:to|with) (?:an? )?(?:NAME)
(?:who|what company|which company|what lab|which lab) (?:has )?(?:made|created|built|trained|developed|designed|owns) you END
(?:tell me|reveal|state|say) (?:your name|which model you are|what model you are|who (?:you are|made you|created you|trained you))
identify yourself END
wer (?:genau )?(?:bist du|sind sie) END
(?:wie heißt du|wie heisst du|wie heißen sie|(?:was|wie) ist (?:dein|ihr) name) END
welches (?:ki-?|sprach-?)*modell (?:bist du|sind sie|benutzt du|läuft)
(?:bist du|sind sie) (?:ein )?(?:NAME)
wer hat (?:dich|sie) (?:gemacht|entwickelt|trainiert|erschaffen|gebaut|programmiert)
(?:qui es-tu|qui êtes-vous|tu es qui|comment t['’]appelles-tu|comment vous appelez-vous|quel est (?:ton|votre) nom) END
quel (?:modèle|ia|llm)(?: de langage| d['’]ia)? (?:es-tu|êtes-vous)
(?:es-tu|êtes-vous) (?:NAME)
qui (?:t['’]a|vous a) (?:créée?|développée?|entraînée?|conçue?|faite?)
(?:quién eres|quién es usted|cómo te llamas|cuál es tu nombre) END
(?:qué|cuál) modelo(?: de lenguaje| de ia)? eres
quién te (?:creó|hizo|entrenó|desarrolló)
(?:quem é você|qual é (?:o )?seu nome|como você se chama) END
(?:que|qual) modelo(?: de linguagem| de ia)? (?:você é|é você)
quem (?:te|o) (?:criou|desenvolveu|treinou)
(?:chi sei|come ti chiami|qual è il tuo nome) END
(?:che|quale) modello(?: linguistico| di ia)? sei
chi ti ha (?:creato|fatto|sviluppato|addestrato)
(?:wie ben (?:je|jij)|wie bent u|hoe heet je|wat is je naam) END
welk (?:taal|ai-)?model (?:ben je|bent u)
wie heeft (?:je|jou|u) (?:gemaakt|ontwikkeld|getraind)
(?:kim jesteś|jak się nazywasz|jak masz na imię) END
jakim modelem jesteś
kto ci[eę] (?:stworzył|zrobił|wytrenował|opracował)
(?:кто ты|кто вы|как тебя зовут|как вас зовут) END
какая (?:ты|вы) (?:языковая )?модель
кто (?:тебя|вас) (?:создал|сделал|обучил|разработал)
`

/** Scripts without spaces between words. */
const UNSPACED =
  /(?:你|您)(?:到底|究竟)?是(?:谁|誰|什么模型|什么大模型|哪个模型|哪家公司)|(?:你|您)叫什么|谁(?:开发|创造|训练|制作)了?(?:你|您)|あなたは(?:誰|だれ|どのモデル|何のモデル)|あなたの名前は(?:何|なん)|誰があなたを(?:作|開発)|(?:너는|넌|당신은) ?누구|(?:네|당신의|너의) ?이름(?:은|이) ?(?:뭐|무엇)|어떤 모델(?:이야|입니까|인가요|이에요)|누가 (?:너를|당신을) ?(?:만들|개발)/iu

const END = '(?=\\s*(?:[?!.,;:)]|$|\\n|and\\b|und\\b|et\\b|y\\b|e\\b|en\\b|i\\b|и\\b))'

let spaced: RegExp | null = null

/** The expressions that are searched for, for tests of their time. */
export const questionSearches = (): readonly RegExp[] => [
  // a question in quotation marks is somebody else's, of a story or a text
  (spaced ??= new RegExp(
    `(?<![\\p{L}\\p{N}"“„«‘'-])(?:${QUESTIONS.trim()
      .split('\n')
      .map((line) => line.replaceAll(' END', END).replaceAll('NAME', NAMES).replaceAll(' ', '\\s+'))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )),
  UNSPACED,
]

/** The words in which a text asks who answers; null: it does not. A quoted question does not count. */
export function identityQuestion(text: string): string | null {
  const plain = foldRuns(limitCombiningMarks(text).normalize('NFKC'))
  for (const search of questionSearches()) {
    const match = search.exec(plain)
    if (match) return match[0].replace(/\s+/g, ' ').slice(0, 200)
  }
  return null
}
