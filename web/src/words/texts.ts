import type { moreTexts, texts } from './languages/en.ts'

/** The forms of a text for a number in a language. `{count}` decides which is said. */
type Forms = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string }

/** A language: texts under the keys of English. `{NAME}` in a text stands for a value. */
export type Texts = TextsLike<typeof texts>
export type MoreTexts = TextsLike<typeof moreTexts>

type TextsLike<English> = {
  readonly [Key in keyof English]: English[Key] extends string
    ? string
    : English[Key] extends Forms
      ? Forms
      : TextsLike<English[Key]>
}

/** What components read: a text, or a function of the values in its braces. */
export type Words = WordsOf<typeof texts & typeof moreTexts>

type WordsOf<English> = { readonly [Key in keyof English]: Word<English[Key]> }

type Word<English> = English extends string
  ? WordOf<ValuesOf<English>, string | number>
  : English extends Forms
    ? (values: { count: number } & Values<Exclude<ValuesOf<English[keyof English]>, 'count'>>) => string
    : WordsOf<English>

type WordOf<Names extends string, Value> = [Names] extends [never]
  ? string
  : (values: Record<Names, Value>) => string

type Values<Names extends string> = Record<Names, string | number>

type ValuesOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ValuesOf<Rest> : never
