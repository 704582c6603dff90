import type { TextsLike, WordsOf } from '../../../shared/sentence/words.ts'
import type { moreTexts, texts } from './languages/en.ts'

/** A language: texts under the keys of English. `{NAME}` in a text stands for a value. */
export type Texts = TextsLike<typeof texts>
export type MoreTexts = TextsLike<typeof moreTexts>

/** What components read: a text, or a function of the values in its braces. */
export type Words = WordsOf<typeof texts & typeof moreTexts>
