/** Texts as data: `{NAME}` stands for a value, and a text may have a form for each kind of number. */

type Values = Record<string, string | number>
export type Said = string | ((values: Values) => string) | { [key: string]: Said }
export type Data = string | { readonly [key: string]: Data }

/** The forms of a text for a number in a language. `{count}` decides which is said. */
export type Forms = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string }

/** What is read: a text, or a function of the values in its braces. */
export type WordsOf<English> = { readonly [Key in keyof English]: Word<English[Key]> }

type Word<English> = English extends string
  ? WordOf<ValuesOf<English>, string | number>
  : English extends Forms
    ? (values: { count: number } & ValuesNamed<Exclude<ValuesOf<English[keyof English]>, 'count'>>) => string
    : WordsOf<English>

type WordOf<Names extends string, Value> = [Names] extends [never]
  ? string
  : (values: Record<Names, Value>) => string

type ValuesNamed<Names extends string> = Record<Names, string | number>

type ValuesOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ValuesOf<Rest> : never

/**
 * The words of a language from its texts. A number is written by `count`; who says a text formats the others.
 * @param rules  which form of a text is said for `{count}`
 */
export function buildWords(data: Data, rules: Intl.PluralRules, count: (value: number) => string): Said {
  if (typeof data === 'string') return data.includes('{') ? (values) => filled(data, values, count) : data
  const { other } = data
  if (typeof other !== 'string')
    return Object.fromEntries(
      Object.entries(data).map(([key, inner]) => [key, buildWords(inner, rules, count)]),
    )
  const forms = data as Record<string, string>
  return (values) => filled(forms[rules.select(Number(values['count']))] ?? other, values, count)
}

function filled(text: string, values: Values, count: (value: number) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]!
    return typeof value === 'number' ? count(value) : value
  })
}
