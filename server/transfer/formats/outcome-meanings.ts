/** What users say that outcomes mean: texts, and ranges of numbers. */
import { OUTCOME_MEANINGS, type OutcomeMeaning } from '../../../shared/contracts/read-plan.ts'
import { msg } from '../../../shared/messages/index.ts'
import { normalisedOutcome, type OutcomeMeanings } from './outcome-words.ts'
import { FileError } from './fields.ts'
import { parseAssignments } from './quoted-list.ts'

/**
 * What a user says that outcomes mean: `1=model_a,0=model_b,"equal, both good"=tie`.
 * @throws {FileError} if a part has another form, or a text is named twice
 */
export function parseOutcomeTexts(list = ''): Record<string, OutcomeMeaning> {
  const pairs = parseAssignments(list).map(({ part, name: text, meaning: meant }) => {
    const meaning = OUTCOME_MEANINGS.find((known) => known === meant)
    if (normalisedOutcome(text) === '' || meaning === undefined)
      throw new FileError(msg('outcomes_unread', { part, meanings: OUTCOME_MEANINGS }))
    return [text, meaning] as const
  })
  const twice = pairs.find(([text], at) => pairs.findIndex(([earlier]) => earlier === text) !== at)
  if (twice) throw namedTwice(twice[0])
  return Object.fromEntries(pairs)
}

const namedTwice = (text: string) =>
  new FileError(msg('named_twice', { option: '--outcomes', name: text.trim() }))

/** Undefined if nothing is said. @throws {FileError} if two texts are one outcome */
export function outcomeMeanings(
  texts: Readonly<Record<string, OutcomeMeaning>>,
): ExplainedOutcomes | undefined {
  const pairs = Object.entries(texts)
  return pairs.length > 0 ? new ExplainedOutcomes(pairs) : undefined
}

/** A range of numbers, such as `-3..-1` or `0..0.5`. */
const RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/

/** A number as files write it. A comma before three digits may be one of thousands, and is asked about. */
const NUMBER = /^[-+]?\d+(?:\.\d+|,(?!\d{3}$)\d+)?$/

type ExplainedText = readonly [text: string, meaning: OutcomeMeaning]
type ExplainedRange = { from: number; to: number; meaning: OutcomeMeaning }

/** What a user says that texts and ranges of numbers mean. A range has both ends, and a text by itself comes before it. */
export class ExplainedOutcomes implements OutcomeMeanings {
  readonly #pairs: readonly ExplainedText[]
  readonly #texts = new Map<string, OutcomeMeaning>()
  readonly #ranges: ExplainedRange[] = []

  /** @throws {FileError} if a text is named twice, or a number is in two ranges and not named itself */
  constructor(pairs: readonly ExplainedText[]) {
    this.#pairs = pairs
    for (const [text, meaning] of pairs) {
      const [range, ...ends] = RANGE.exec(text.trim()) ?? []
      const spelling = range ?? normalisedOutcome(text)
      if (this.#texts.has(spelling)) throw namedTwice(text)
      this.#texts.set(spelling, meaning)
      const [from = NaN, to = NaN] = ends.map(Number).sort((a, b) => a - b)
      if (range !== undefined) this.#ranges.push({ from, to, meaning })
    }
    this.#ranges.sort((a, b) => a.from - b.from || a.to - b.to)
    for (const [i, { from }] of this.#ranges.slice(1).entries()) {
      const { to: before } = this.#ranges[i]!
      if (from < before || (from === before && !this.#texts.has(String(from)))) throw namedTwice(String(from))
    }
  }

  /** These, and of other texts what a format says; of its ranges only if these have none. */
  over(ofFormat: Readonly<Record<string, OutcomeMeaning>>): ExplainedOutcomes {
    const named = new Set(this.#pairs.map(([text]) => text))
    const isLeft = (text: string) => !named.has(text) && (this.#ranges.length === 0 || !RANGE.test(text))
    return new ExplainedOutcomes([
      ...this.#pairs,
      ...Object.entries(ofFormat).filter(([text]) => isLeft(text)),
    ])
  }

  get(spelling: string): OutcomeMeaning | undefined {
    return this.#texts.get(spelling)
  }

  has(spelling: string): boolean {
    return this.#texts.has(spelling)
  }

  /** @param text  as the file has it */
  ofNumber(text: string): OutcomeMeaning | undefined {
    const written = text.trim()
    if (this.#ranges.length === 0 || !NUMBER.test(written)) return undefined
    // pandas writes -0.0
    const number = Number(written.replace(',', '.')) + 0
    const range = this.#ranges.find(({ from, to }) => from <= number && number <= to)
    return this.#texts.get(String(number)) ?? range?.meaning
  }

  /** Whether several outcomes are one side: what tells them apart is lost. */
  get losesStrength(): boolean {
    const lefts = [...this.#texts.values()].filter((meaning) => meaning === 'model_a')
    return lefts.length > 1 || this.#ranges.length > 0
  }
}

/**
 * Numbers of a scale of preference, a slider, or a difference of scores, as three ranges: below its middle, the middle, and above.
 * Nobody can know whose side is which. Null: other texts, or so few that each is named.
 */
export function scaleRanges(texts: readonly string[]): string[] | null {
  const numbers = texts.map((text) => Number(text.replace(',', '.')))
  const [least, largest] = [Math.min(...numbers), Math.max(...numbers)]
  const isSigned = least < 0 && largest > 0
  if (!(numbers.every(Number.isFinite) && (isSigned || (least >= 0 && texts.length > MAX_NAMED)))) return null
  const reach = Math.max(...numbers.map(Math.abs))
  const end = (isSigned ? SIGNED_ENDS : ENDS).find((scale) => reach <= scale) ?? Math.ceil(reach)
  // what goes to 100 begins with 0
  const start = isSigned ? -end : least >= 1 && end <= 10 ? 1 : 0
  const middle = (start + end) / 2
  // between whole numbers there are none
  const step = isSigned && numbers.every(Number.isInteger) ? 1 : 0
  return [`${start}..${middle - step}`, `${middle}`, `${middle + step}..${end}`]
}
/** More outcomes than these are not named one by one. */
export const MAX_NAMED = 8
/** Where scales end. On both sides of 0 the end matters less than that no number lies beyond it. */
const SIGNED_ENDS = [1, 2, 3, 5, 10, 100]
const ENDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 1000]
