import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import {
  isSettled,
  isSkipped,
  isOutcomeNumber,
  numberOfCode,
  OUTCOME_CODES,
  outcomeCode,
  resolveOutcomes,
  outcomeWord,
  normalisedOutcome,
  MEANINGS,
  type OutcomeMeaning,
  type OutcomeMeanings,
} from '../../../shared/stats/outcome-words.ts'
import type { RowProblems } from './complaints.ts'
import { normalisedForm, nameSkeleton, quoted, textField, type Fields, FileError } from './fields.ts'
import { WINNERS, type FileVotes } from './file-votes.ts'
import type { OpenFile } from './open-file.ts'

/** A vote and the code of its outcome. */
export interface CodedVote {
  vote: VoteRow
  code: number
}

/** The code of the outcome in the fields of a vote. */
export function readOutcomeCode(fields: Fields, meanings: OutcomeMeanings | undefined): number {
  const formIn = (field: unknown) => normalisedForm(textField(field) ?? '')
  const [text, left, right] = [formIn(fields['winner']), formIn(fields['model_a']), formIn(fields['model_b'])]
  const named = text === left ? 1 : text === right ? 2 : 0
  const isToldName = named === 0 && meanings !== undefined && meanings.get(normalisedOutcome(text)) === 'name'
  return outcomeCode(outcomeWord(text, meanings), isToldName ? namedByLook(text, left, right) : named)
}

/** Which of two contestants a text names, whatever its case and blanks; 0 if it names neither or both. */
function namedByLook(text: string, left: string, right: string): number {
  const [look, ofLeft, ofRight] = [text, left, right].map(nameSkeleton)
  return ofLeft === ofRight ? 0 : look === ofLeft ? 1 : look === ofRight ? 2 : 0
}

/** Why a vote has no outcome. */
export const outcomeFault = (code: number): CodedMessage =>
  msg(isSkipped(code) ? 'winner_skipped' : 'no_winner')

/**
 * What a user says that outcomes mean: `1=model_a,0=model_b,draw=tie`.
 * @returns undefined if nothing is said
 * @throws {FileError} if a part has another form, or a text is named twice
 */
export const parseOutcomes = (list = ''): ExplainedOutcomes | undefined =>
  outcomeMeanings(Object.entries(parseOutcomeTexts(list)))

/** The same by the texts as they are written. */
export function parseOutcomeTexts(list = ''): Record<string, OutcomeMeaning> {
  const pairs = list.split(',').flatMap((part): [text: string, meaning: OutcomeMeaning][] => {
    if (part.trim() === '') return []
    const at = part.lastIndexOf('=')
    const [text, said] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()]
    const meaning = MEANINGS.find((one) => one === said)
    if (normalisedOutcome(text) === '' || meaning === undefined)
      throw new FileError(msg('outcomes_unread', { part: part.trim(), meanings: MEANINGS }))
    return [[text, meaning]]
  })
  const twice = pairs.find(([text], at) => pairs.findIndex(([earlier]) => earlier === text) !== at)
  if (twice) throw new FileError(msg('outcomes_twice', { outcome: normalisedOutcome(twice[0]) }))
  return Object.fromEntries(pairs)
}

/** The same for texts that may have commas. @throws {FileError} if a text is named twice */
export const outcomeMeanings = (
  pairs: readonly (readonly [text: string, meaning: OutcomeMeaning])[],
): ExplainedOutcomes | undefined => (pairs.length > 0 ? new ExplainedOutcomes(pairs) : undefined)

/** A range of numbers, such as `-3..-1` or `0..0.5`. */
const RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/

/** What a user says that texts and ranges of numbers mean. A text by itself comes before a range. */
export class ExplainedOutcomes implements OutcomeMeanings {
  readonly #texts = new Map<string, OutcomeMeaning>()
  /** With both ends. The first that has a number counts. */
  readonly #ranges: { from: number; to: number; meaning: OutcomeMeaning }[] = []

  readonly #pairs: readonly (readonly [text: string, meaning: OutcomeMeaning])[]

  /** @throws {FileError} if a text is named twice */
  constructor(pairs: readonly (readonly [text: string, meaning: OutcomeMeaning])[]) {
    this.#pairs = pairs
    for (const [text, meaning] of pairs) {
      const [range, ...ends] = RANGE.exec(text.trim()) ?? []
      const spelling = range ?? normalisedOutcome(text)
      if (this.#texts.has(spelling)) throw new FileError(msg('outcomes_twice', { outcome: spelling }))
      this.#texts.set(spelling, meaning)
      const [from = NaN, to = NaN] = ends.map(Number).sort((a, b) => a - b)
      if (range !== undefined) this.#ranges.push({ from, to, meaning })
    }
    // beside H for home, A is away and not the side a
    if (this.#texts.get('h') === 'model_a' && !this.#texts.has('a')) this.#texts.set('a', 'model_b')
  }

  /** These, and of other texts what a format says. */
  over(ofFormat: Readonly<Record<string, OutcomeMeaning>>): ExplainedOutcomes {
    return new ExplainedOutcomes(Object.entries({ ...ofFormat, ...Object.fromEntries(this.#pairs) }))
  }

  get(spelling: string): OutcomeMeaning | undefined {
    const number = this.#ranges.length > 0 && spelling !== '' ? Number(spelling.replace(',', '.')) : NaN
    return (
      this.#texts.get(spelling) ??
      this.#ranges.find(({ from, to }) => from <= number && number <= to)?.meaning
    )
  }

  has(spelling: string): boolean {
    return this.get(spelling) !== undefined
  }

  /** Whether numbers are explained that are none of the usual ones: on a scale, 1 and 2 may be on the same side. */
  get isScale(): boolean {
    return this.#ranges.length > 0 || [...this.#texts.keys()].some(isOnScale)
  }

  /** Whether several outcomes are one side: what tells them apart is lost. */
  get losesStrength(): boolean {
    const lefts = [...this.#texts.values()].filter((meaning) => meaning === 'model_a')
    return lefts.length > 1 || this.#ranges.length > 0
  }
}

/** The outcomes of one file. What a number or a name means may depend on all of its rows. */
export class FileOutcomes {
  readonly #file: string
  readonly #column: string
  readonly #counts = new Uint32Array(OUTCOME_CODES)
  /** Votes that wait for the end of the file: those from the first unsettled one on. */
  #waiting: CodedVote[] = []
  /** How many votes have each text that is not settled by itself. */
  readonly #texts = new Map<number, Map<string, number>>()

  /** Whether a user explains numbers of a scale. */
  readonly #isScale: boolean

  /** @param column that of the outcomes in the file */
  constructor({ name, outcomes }: Pick<OpenFile, 'name' | 'outcomes'>, column = 'winner') {
    this.#file = name
    this.#isScale = outcomes?.isScale ?? false
    this.#column = column
  }

  /** The votes that need not wait for the rest of the file. They keep their order. */
  settled(votes: readonly CodedVote[]): VoteRow[] {
    const ready: VoteRow[] = []
    for (const vote of votes) {
      this.#count(vote)
      if (this.#waiting.length > 0 || !isSettled(vote.code)) this.#waiting.push(vote)
      else ready.push(vote.vote)
    }
    return ready
  }

  /**
   * The votes that waited. Called once, after all others.
   * @throws {FileError} if the outcomes of the file can mean several things
   */
  rest(complaints: RowProblems): VoteRow[] {
    const meanings = this.#meanings(complaints)
    for (const { vote, code } of this.#waiting) vote.winner = WINNERS[meanings[code]]
    return this.#waiting.map(({ vote }) => vote)
  }

  /** Notes a vote that is kept elsewhere, in `FileVotes.ordered`; its outcome is written by `settleIn`. */
  keep(codedVote: CodedVote): void {
    this.#count(codedVote)
    this.#waiting.push(codedVote)
  }

  /**
   * Settles the outcomes of the rows from `first` on.
   * @throws {FileError} if the outcomes of the file can mean several things
   */
  settleIn(votes: FileVotes, first: number, complaints: RowProblems): void {
    const { winner, left, right, rows, contestants } = votes
    for (let row = first; row < rows; row++) {
      const code = winner[row]
      this.#counts[code]++
      if (!isSettled(code)) this.#note(code, contestants.names[code < 2 * SIDE ? left[row] : right[row]])
    }
    this.rest(complaints)
    const meanings = this.#meanings(complaints)
    for (let row = first; row < rows; row++) winner[row] = meanings[winner[row]]
  }

  #count({ vote, code }: CodedVote): void {
    this.#counts[code]++
    if (!isSettled(code)) this.#note(code, code < 2 * SIDE ? vote.modelA : vote.modelB)
  }

  /** @param name the contestant that the text names, if it names one */
  #note(code: number, name: string): void {
    const text = code < SIDE ? numberOfCode(code)! : name
    const texts = this.#texts.get(code) ?? new Map<string, number>()
    this.#texts.set(code, texts.set(text, (texts.get(text) ?? 0) + 1))
  }

  #meanings(complaints: RowProblems): Int8Array {
    const found = resolveOutcomes(this.#counts)
    const numbers = [...this.#texts].flatMap(([code, texts]) => (code < SIDE ? [...texts] : []))
    const others = complaints.numbersUnread()
    // on a scale, 1 and 2 may be on the same side
    if (numbers.length > 0 && (others.length > 0 || this.#isScale))
      throw new FileError(this.#doubtOf('numbers', [...numbers, ...others]))
    if (found.doubt !== null) throw new FileError(this.#doubt(found))
    const kept = WINNERS.map(() => 0)
    this.#counts.forEach((count, code) => {
      if (count > 0) kept[found.meanings[code]] += count
    })
    complaints.outcomes = kept
    return found.meanings
  }

  #doubt({ doubt, unsure }: { doubt: 'numbers' | 'names'; unsure: readonly number[] }): CodedMessage {
    const counts = new Map<string, number>()
    for (const code of unsure)
      for (const [text, count] of this.#texts.get(code)!) counts.set(text, (counts.get(text) ?? 0) + count)
    return this.#doubtOf(doubt, [...counts])
  }

  #doubtOf(
    doubt: 'numbers' | 'names',
    counts: readonly (readonly [text: string, count: number])[],
  ): CodedMessage {
    const values = counts
      .toSorted(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1))
      .slice(0, MAX_VALUES)
    const texts = scaleRanges(counts.map(([text]) => text)) ?? values.map(([text]) => text)
    return msg(doubt === 'numbers' ? 'outcomes_numbers' : 'outcomes_names', {
      file: this.#file,
      column: this.#column,
      values: values.map(([text, rows]) => msg('value_of_rows', { value: quoted(text), rows })),
      more: counts.length - values.length,
      texts,
      sides: texts.map((text) => sideOf(text, texts.includes('0'))),
    })
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
  if (!(numbers.every(Number.isFinite) && (isSigned || (least >= 0 && texts.length > MAX_VALUES))))
    return null
  const reach = Math.max(...numbers.map(Math.abs))
  const end = SCALES.find((scale) => reach <= scale) ?? Math.ceil(reach)
  // what goes to 100 begins with 0
  const start = isSigned ? -end : least >= 1 && end <= 10 ? 1 : 0
  const middle = (start + end) / 2
  // between whole numbers there are none
  const step = isSigned && numbers.every(Number.isInteger) ? 1 : 0
  return [`${start}..${middle - step}`, `${middle}`, `${middle + step}..${end}`]
}
/** Where scales end: the beginning of a file may lack the largest number. */
const SCALES = [1, 2, 3, 5, 10, 100]

/** What a number means beside a word or another number. 2 is the right of two positions, and a tie after 0 and 1. */
const sideOf = (text: string, isWithZero: boolean): string =>
  ({ '0': 'model_b', '0.5': 'tie', '1': 'model_a', '1.5': 'tie', '2': isWithZero ? 'tie' : 'model_b' })[
    normalisedOutcome(text)
  ] ??
  MEANINGS[outcomeWord(text)] ??
  'tie'

/** Whether a text is a number that is none of the usual ones. */
const isOnScale = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text) && !isOutcomeNumber(text)

const SIDE = OUTCOME_CODES / 3
const MAX_VALUES = 8
