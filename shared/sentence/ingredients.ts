import type { Ingredients } from '../contracts/index.ts'
import type { Language } from '../contracts/language.ts'
import { wordsByLanguage } from './words.ts'

type Effect = Ingredients['effects'][number]

const inWords = wordsByLanguage({
  en: {
    keep: 'Keep {what}',
    keepNot: 'Keep {what}, not {than}',
    leaveOut: 'Leave out {what}',
    gain: '+{low} to +{high} points',
    cost: 'it costs {low} to {high} points',
    none: 'no difference found',
    unclear: '{names}: {why}.',
    confounded: 'cannot be told apart here',
    few_votes: 'too few votes',
    nothing_to_compare: 'No two contestants with votes differ in an ingredient.',
    no_estimate: 'Too few contestants have a rating.',
    compared: '{level}, not {than}',
    switched: 'with, not without',
    above: '{name}: {low} to {high} points above what its ingredients say.',
    below: '{name}: {low} to {high} points below what its ingredients say.',
    others: 'The other {remaining}: no difference found.',
    explained: 'No contestant was found to differ from what its ingredients say.',
    noSpare: 'No contestant is left to test whether the ingredients explain everything.',
  },
  de: {
    keep: '{what} behalten',
    keepNot: '{what} behalten, nicht {than}',
    leaveOut: '{what} weglassen',
    gain: '+{low} bis +{high} Punkte',
    cost: 'kostet {low} bis {high} Punkte',
    none: 'kein Unterschied gefunden',
    unclear: '{names}: {why}.',
    confounded: 'hier nicht zu trennen',
    few_votes: 'zu wenige Stimmen',
    nothing_to_compare: 'Keine zwei Teilnehmer mit Stimmen unterscheiden sich in einer Zutat.',
    no_estimate: 'Zu wenige Teilnehmer haben eine Bewertung.',
    compared: '{level}, nicht {than}',
    switched: 'mit, nicht ohne',
    above: '{name}: {low} bis {high} Punkte mehr, als die Zutaten sagen.',
    below: '{name}: {low} bis {high} Punkte weniger, als die Zutaten sagen.',
    others: 'Die anderen {remaining}: kein Unterschied gefunden.',
    explained: 'Kein Teilnehmer weicht erkennbar von seinen Zutaten ab.',
    noSpare: 'Kein Teilnehmer ist übrig, um zu prüfen, ob die Zutaten alles erklären.',
  },
} as const)

/** Levels that only say that the ingredient is there, and those that it is left out. */
const isWith = (level: string): boolean => /^(yes|true|on|with|1)$/i.test(level)
export const isWithout = (level: string): boolean => /^(no|none|false|off|without|0)$/i.test(level)
/** Whether the name of the ingredient says which of the two levels is better. */
const isSwitch = ({ level, than }: Effect) => isWith(level) && isWithout(than)

/** The ends of an interval clear of 0, the one nearer to 0 first. */
const nearestFirst = ([low, high]: readonly [number, number]) => {
  const text = (end: number) => String(Math.max(1, Math.round(end)))
  return low > 0 ? { low: text(low), high: text(high) } : { low: text(-high), high: text(-low) }
}

/** The levels that an effect compares. */
export const comparedInWords = (effect: Effect, language: Language = 'en'): string =>
  isSwitch(effect) ? inWords(language).switched : inWords(language).compared(effect)

/** What to do about an ingredient, such as "Keep warm", and by how much: "+46 to +88 points". */
export function effectInWords(effect: Effect, all: readonly Effect[], language: Language = 'en') {
  const words = inWords(language)
  const { factor, level, than, shown, interval, because } = effect
  if (!interval || !shown) return { advice: null, figures: words[because ?? 'none'] }
  const isBetter = interval[0] > 0
  const named = isSwitch(effect) ? factor : level
  if (!isBetter && isWithout(than))
    return { advice: words.leaveOut({ what: named }), figures: words.cost(nearestFirst(interval)) }
  const isOneOfSeveral = all.filter((sibling) => sibling.factor === factor).length > 1
  const better = isBetter ? { what: named, than } : { what: than, than: level }
  const keep = isOneOfSeveral && better.than !== '' ? words.keepNot : words.keep
  return { advice: keep(better), figures: words.gain(nearestFirst(interval)) }
}

/** "Keep warm (+46 to +88 points). Steps: no difference found." */
export function ingredientsSentence(
  { effects, withheld }: Pick<Ingredients, 'effects' | 'withheld'>,
  language: Language = 'en',
): string {
  const words = inWords(language)
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
    if (names.join('') === '') return []
    const text = words.unclear({ names: [...new Set(names)], why: words[why] })
    return [text.charAt(0).toUpperCase() + text.slice(1)]
  })
  return [...advised, ...unclear].join(' ')
}

/** What the ingredients do not explain. */
export function restSentence({ contestants, spare }: Ingredients, language: Language = 'en'): string {
  const words = inWords(language)
  if (spare === 0) return words.noSpare
  const sentences = contestants.flatMap(({ name, rest }) =>
    rest?.shown
      ? [words[rest.interval[0] > 0 ? 'above' : 'below']({ name, ...nearestFirst(rest.interval) })]
      : [],
  )
  if (sentences.length === 0) return words.explained
  const remaining = contestants.length - sentences.length
  return [...sentences, ...(remaining > 0 ? [words.others({ remaining: String(remaining) })] : [])].join(' ')
}
