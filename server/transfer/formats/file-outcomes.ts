import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { OUTCOME_MEANINGS } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import {
  hasOutcome,
  isEmptyVerdict,
  isSettled,
  isSkipped,
  numberOfCode,
  OUTCOME_CODES,
  outcomeCode,
  resolveOutcomes,
  outcomeWord,
  normalisedOutcome,
  type OutcomeMeanings,
} from './outcome-words.ts'
import type { RowProblems } from './complaints.ts'
import { normalisedForm, nameSkeleton, quoted, textField, type Fields, FileError } from './fields.ts'
import { WINNER_BY_OUTCOME, type FileVotes } from './file-votes.ts'
import { MAX_NAMED, scaleRanges } from './outcome-meanings.ts'
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
  const isNameByMeaning =
    named === 0 && meanings !== undefined && meanings.get(normalisedOutcome(text)) === 'name'
  // rows are left out for a name only where it is none of their two
  const isSkippedElsewhere =
    named > 0 && meanings?.get(normalisedOutcome(text)) === 'skip' && isNoOutcome(text)
  return outcomeCode(
    outcomeWord(text, isSkippedElsewhere ? undefined : meanings),
    isNameByMeaning ? namedByLook(text, left, right) : named,
  )
}

/** Whether a text says nothing of a vote by itself, and so may be a name. */
const isNoOutcome = (text: string): boolean =>
  !hasOutcome(outcomeCode(outcomeWord(text), 0)) && !isEmptyVerdict(text)

/** Which of two contestants a text names, whatever its case and blanks; 0 if it names neither or both. */
function namedByLook(text: string, left: string, right: string): number {
  const [look, ofLeft, ofRight] = [text, left, right].map(nameSkeleton)
  return ofLeft === ofRight ? 0 : look === ofLeft ? 1 : look === ofRight ? 2 : 0
}

/** Why a vote has no outcome. */
export const outcomeFault = (code: number): CodedMessage =>
  isSkipped(code) ? msg('no_comparison', { why: 'an outcome with the meaning skip' }) : msg('no_winner')

/** The outcomes of one file. What a number or a name means may depend on all of its rows. */
export class FileOutcomes {
  readonly #file: string
  readonly #column: string
  readonly #counts = new Uint32Array(OUTCOME_CODES)
  /** Votes that wait for the end of the file: those from the first unsettled one on. */
  #waiting: CodedVote[] = []
  /** How many votes have each text that is not settled by itself. */
  readonly #texts = new Map<number, Map<string, number>>()
  readonly #contestants = new Set<string>()

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
    for (const { vote, code } of this.#waiting) vote.winner = WINNER_BY_OUTCOME[meanings[code]]
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
    for (const name of contestants.names) this.#contestants.add(name)
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
    this.#contestants.add(vote.modelA).add(vote.modelB)
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
    complaints.contestants = this.#contestants
    const found = resolveOutcomes(this.#counts)
    const numbers = [...this.#texts].flatMap(([code, texts]) => (code < SIDE ? [...texts] : []))
    const others = complaints.numbersUnread()
    // on a scale, 1 and 2 may be on the same side
    if (numbers.length > 0 && (others.length > 0 || this.#isScale))
      throw new FileError(this.#describeDoubt('numbers', [...numbers, ...others]))
    if (found.doubt !== null) throw new FileError(this.#doubt(found))
    const kept = WINNER_BY_OUTCOME.map(() => 0)
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
    return this.#describeDoubt(doubt, [...counts])
  }

  #describeDoubt(
    doubt: 'numbers' | 'names',
    counts: readonly (readonly [text: string, count: number])[],
  ): CodedMessage {
    const values = counts
      .toSorted(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1))
      .slice(0, MAX_NAMED)
    const texts = scaleRanges(counts.map(([text]) => text)) ?? values.map(([text]) => text)
    return msg(doubt === 'numbers' ? 'outcomes_numbers' : 'outcomes_names', {
      file: this.#file,
      column: this.#column,
      values: values.map(([text, rows]) => msg('value_of_rows', { value: quoted(text), rows })),
      more: counts.length - values.length,
      texts,
      sides: texts.map((text) => numberSide(text, texts.includes('0'))),
    })
  }
}

/** What a number means beside a word or another number. 2 is the right of two positions, and a tie after 0 and 1. */
const numberSide = (text: string, isWithZero: boolean): string =>
  ({ '0': 'model_b', '0.5': 'tie', '1': 'model_a', '1.5': 'tie', '2': isWithZero ? 'tie' : 'model_b' })[
    normalisedOutcome(text)
  ] ??
  OUTCOME_MEANINGS[outcomeWord(text)] ??
  'tie'

const SIDE = OUTCOME_CODES / 3
