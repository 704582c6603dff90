import type { Ingredients } from '../contracts/index.ts'
import type { Language } from '../contracts/language.ts'
import { joinNames } from './count.ts'

type Effect = Ingredients['effects'][number]

const en = {
  and: 'and',
  keep: (what: string, than: string) => `Keep ${what}${than && `, not ${than}`}`,
  leaveOut: (what: string) => `Leave out ${what}`,
  gain: (low: string, high: string) => `+${low} to +${high} points`,
  cost: (low: string, high: string) => `it costs ${low} to ${high} points`,
  none: 'no difference found',
  confounded: 'cannot be told apart here',
  few_votes: 'too few votes',
  nothing_to_compare: 'No two contestants with votes differ in an ingredient.',
  no_estimate: 'Too few contestants have a rating.',
  compared: (level: string, than: string) => `${level}, not ${than}`,
  switched: 'with, not without',
  apart: (name: string, low: string, high: string, isAbove: boolean) =>
    `${name}: ${low} to ${high} points ${isAbove ? 'above' : 'below'} what its ingredients say.`,
  others: (n: number) => `The other ${n}: no difference found.`,
  explained: 'No contestant was found to differ from what its ingredients say.',
  noSpare: 'No contestant is left to test whether the ingredients explain everything.',
}

const de: typeof en = {
  and: 'und',
  keep: (what, than) => `${what} behalten${than && `, nicht ${than}`}`,
  leaveOut: (what) => `${what} weglassen`,
  gain: (low, high) => `+${low} bis +${high} Punkte`,
  cost: (low, high) => `kostet ${low} bis ${high} Punkte`,
  none: 'kein Unterschied gefunden',
  confounded: 'hier nicht zu trennen',
  few_votes: 'zu wenige Stimmen',
  nothing_to_compare: 'Keine zwei Teilnehmer mit Stimmen unterscheiden sich in einer Zutat.',
  no_estimate: 'Zu wenige Teilnehmer haben eine Bewertung.',
  compared: (level, than) => `${level}, nicht ${than}`,
  switched: 'mit, nicht ohne',
  apart: (name, low, high, isAbove) =>
    `${name}: ${low} bis ${high} Punkte ${isAbove ? 'mehr' : 'weniger'}, als die Zutaten sagen.`,
  others: (n) => `Die anderen ${n}: kein Unterschied gefunden.`,
  explained: 'Kein Teilnehmer weicht erkennbar von seinen Zutaten ab.',
  noSpare: 'Kein Teilnehmer ist übrig, um zu prüfen, ob die Zutaten alles erklären.',
}
const WORDS = { en, de }

/** Levels that only say that the ingredient is there, and those that it is left out. */
const isWith = (level: string): boolean => /^(yes|true|on|with|1)$/i.test(level)
export const isWithout = (level: string): boolean => /^(no|none|false|off|without|0)$/i.test(level)
/** Whether the name of the ingredient says which of the two levels is better. */
const isSwitch = ({ level, than }: Effect) => isWith(level) && isWithout(than)

/** The ends of an interval clear of 0, the one nearer to 0 first. */
const endsOf = ([low, high]: readonly [number, number]) =>
  (low > 0 ? [low, high] : [-high, -low]).map((end) => String(Math.max(1, Math.round(end)))) as [
    string,
    string,
  ]

/** The levels that an effect compares. */
export const comparedInWords = (effect: Effect, language: Language = 'en'): string =>
  isSwitch(effect) ? WORDS[language].switched : WORDS[language].compared(effect.level, effect.than)

/** What to do about an ingredient, such as "Keep warm", and by how much: "+46 to +88 points". */
export function effectInWords(effect: Effect, all: readonly Effect[], language: Language = 'en') {
  const words = WORDS[language]
  const { factor, level, than, shown, interval, because } = effect
  if (!interval || !shown) return { advice: null, figures: words[because ?? 'none'] }
  const isBetter = interval[0] > 0
  const named = isSwitch(effect) ? factor : level
  if (!isBetter && isWithout(than))
    return { advice: words.leaveOut(named), figures: words.cost(...endsOf(interval)) }
  const isOneOfSeveral = all.filter((sibling) => sibling.factor === factor).length > 1
  const [better, worse] = isBetter ? [named, than] : [than, level]
  return { advice: words.keep(better, isOneOfSeveral ? worse : ''), figures: words.gain(...endsOf(interval)) }
}

/** "Keep warm (+46 to +88 points). Steps: no difference found." */
export function ingredientsSentence(
  { effects, withheld }: Pick<Ingredients, 'effects' | 'withheld'>,
  language: Language = 'en',
): string {
  const words = WORDS[language]
  if (withheld) return words[withheld]
  const advised = effects.flatMap((effect) => {
    const { advice, figures } = effectInWords(effect, effects, language)
    return advice === null ? [] : [`${advice} (${figures}).`]
  })
  const open = effects.filter(
    ({ factor }) => !effects.some((effect) => effect.factor === factor && effect.shown),
  )
  const unclear = (['none', 'confounded', 'few_votes'] as const).flatMap((why) => {
    const names = open.flatMap(({ factor, because }) => ((because ?? 'none') === why ? [factor] : []))
    const text = joinNames([...new Set(names)], words.and)
    return text === '' ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}: ${words[why]}.`]
  })
  return [...advised, ...unclear].join(' ')
}

/** What the ingredients do not explain. */
export function restSentence({ contestants, spare }: Ingredients, language: Language = 'en'): string {
  const words = WORDS[language]
  if (spare === 0) return words.noSpare
  const sentences = contestants.flatMap(({ name, rest }) =>
    rest?.shown ? [words.apart(name, ...endsOf(rest.interval), rest.interval[0] > 0)] : [],
  )
  if (sentences.length === 0) return words.explained
  const remaining = contestants.length - sentences.length
  return [...sentences, ...(remaining > 0 ? [words.others(remaining)] : [])].join(' ')
}
