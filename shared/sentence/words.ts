/**
 * Sentences as data, for every language: `{NAME}` in a text stands for a value. A text whose words change with a number
 * has a form for each kind of it, as the plural rules of Intl name them, or for a number itself.
 */
import { locale, type Language } from '../contracts/language.ts'

/** A list is written as one: A, B and C. */
type Value = string | number | readonly string[]
type Values = Record<string, Value>
type Said = string | ((values: Values) => string) | { [key: string]: Said }
export type Data = string | { readonly [key: string]: Data }

/**
 * The forms of a text. `{count}` decides which is said, or `{nth}` as an ordinal number:
 * `{ one: '{nth}st', two: '{nth}nd', few: '{nth}rd', other: '{nth}th' }`. A form for a number comes first:
 * `{ 1: 'once', other: '{count} times' }`.
 */
export type Forms = { readonly other: string } & {
  readonly [Kind in Intl.LDMLPluralRule | number]?: string
}

/** A language's texts under the keys of English. */
export type TextsLike<English> = {
  readonly [Key in keyof English]: English[Key] extends string
    ? string
    : English[Key] extends Forms
      ? Forms
      : TextsLike<English[Key]>
}

/** What is read: a text, or a function of the values in its braces. */
export type WordsOf<English> = { readonly [Key in keyof English]: Word<English[Key]> }

type Word<English> = English extends string
  ? WordOf<ValuesOf<English>>
  : English extends Forms
    ? (values: FormValues<ValuesOf<English[keyof English]>>) => string
    : WordsOf<English>

type WordOf<Names extends string> = [Names] extends [never]
  ? string
  : (values: Record<Names, Value>) => string

type FormValues<Names extends string> = Record<'nth' extends Names ? 'nth' : 'count', number> &
  Record<Exclude<Names, 'nth' | 'count'>, Value>

type ValuesOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ValuesOf<Rest> : never

/** The text with what is written for each {name}. {{name}} stays: an arena.yaml has such placeholders. */
export const fillText = (text: string, written: (name: string) => string): string =>
  text.replace(/\{\{.*?\}\}|\{(\w+)\}/g, (match, name?: string) =>
    name === undefined ? match : written(name),
  )

const formats: Partial<Record<Language, Intl.NumberFormat>> = {}

/** How a language writes numbers: 1,234.5 or 1.234,5. */
export function formatFigure(language: Language): (value: number) => string {
  const format = (formats[language] ??= new Intl.NumberFormat(language, { maximumFractionDigits: 20 }))
  return (value) => format.format(value)
}

/**
 * The words of a language from its texts.
 * @param figure  writes a number in place of its name; who says a text formats what is no plain number
 */
export function buildWords<English>(
  texts: Data,
  language: Language,
  figure = formatFigure(language),
): WordsOf<English> {
  const cardinal = new Intl.PluralRules(language)
  const ordinal = new Intl.PluralRules(language, { type: 'ordinal' })
  // as British English has it: no comma before "and"
  const list = new Intl.ListFormat(locale(language))
  const written = (value: Value) =>
    typeof value === 'number' ? figure(value) : typeof value === 'object' ? list.format(value) : value
  const filled = (text: string, values: Values) => fillText(text, (name) => written(values[name]!))
  const build = (data: Data): Said => {
    if (typeof data === 'string') return data.includes('{') ? (values) => filled(data, values) : data
    const { other } = data
    if (typeof other !== 'string')
      return Object.fromEntries(Object.entries(data).map(([key, inner]) => [key, build(inner)]))
    const forms = data as Record<string, string>
    return (values) => {
      const { nth, count = nth } = values as { nth?: number; count?: number }
      const kind = (nth === undefined ? cardinal : ordinal).select(count!)
      return filled(forms[count!] ?? forms[kind] ?? other, values)
    }
  }
  return build(texts) as unknown as WordsOf<English>
}

/** The words of texts by language, and of English where a language has no texts. Each is built when it is first read. */
export function wordsByLanguage<English>(
  texts: { en: English } & { [Code in Language]?: TextsLike<English> },
): (language: Language) => WordsOf<English> {
  const built: Partial<Record<Language, WordsOf<English>>> = {}
  return (language) =>
    (built[language] ??= buildWords<English>((texts[language] ?? texts.en) as Data, language))
}
