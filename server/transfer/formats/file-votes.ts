import type { Warning } from '../../../shared/contracts/board.ts'
import type { VoteDetails, JudgeType, RowWinner, VoteRow } from '../../../shared/contracts/votes.ts'
import { IdColumn, picked, TextColumn, type Texts, type VoteTable } from '../../../shared/votes/vote-table.ts'
import type { IdUse } from './doubts.ts'
import { normalisedForm } from './fields.ts'
import { hashOfText } from './hashes.ts'

/** The winners by their codes in a file: the codes of a VoteTable, and one that becomes a tie there. */
export const WINNER_BY_OUTCOME: readonly RowWinner[] = [
  'left',
  'right',
  'tie',
  'both_bad',
  'tie_inconsistent',
]
export const JUDGE_TYPES: readonly JudgeType[] = ['human', 'llm', 'result', 'simulated', 'live']
const HUMAN = JUDGE_TYPES.indexOf('human')
const TIE = WINNER_BY_OUTCOME.indexOf('tie')
const BOTH_BAD = WINNER_BY_OUTCOME.indexOf('both_bad')
const FIRST_ROWS = 4096

/** Names of contestants. Two spellings of the same letters are one contestant, called as the first row calls it. */
class Contestants extends TextColumn {
  /** By each spelling, and by the form that all spellings of a name share. */
  #numbers = new Map<string, number>()

  override number(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const form = normalisedForm(name)
    const number = this.#numbers.get(form) ?? super.number(name)
    this.#numbers.set(form, number).set(name, number)
    return number
  }
}

/** Whether a row is one call of a judge that may have been asked in both orders. */
export const isOrdered = ({ judgeType, order }: VoteRow): boolean => judgeType === 'llm' && order !== null

/** What all calls of one judgement have in common. */
export function judgementKey(row: VoteRow): string {
  const { judge, criterion, pairId, questionId, turn, modelA, modelB, sampleA = 1, sampleB = 1 } = row
  const names = modelA < modelB ? [modelA, modelB, sampleA, sampleB] : [modelB, modelA, sampleB, sampleA]
  return JSON.stringify([judge, criterion, pairId, questionId, turn, names])
}

/** The rows of `FileVotes` that repeat the id and the content of another row, and how many rows repeat something. */
export interface FoundRepeats {
  /** 1 for each row that is the same vote as an earlier one; null: there are none. */
  again: Uint8Array | null
  warnings: Warning[]
}

/** One of several files that are read together. */
interface FilePart {
  /** Its path, as the user wrote it. */
  path: string
  /** Equal for files of the same content. */
  id: string
  /** The number of the row after its last one. */
  end: number
}

/**
 * The good rows of a votes file as columns. Calls of judges that name their order stay rows until the calls of a
 * judgement are merged into one vote.
 */
export class FileVotes {
  rows = 0
  readonly ids = new IdColumn()
  readonly contestants = new Contestants()
  left = new Int32Array(FIRST_ROWS)
  right = new Int32Array(FIRST_ROWS)
  winner = new Uint8Array(FIRST_ROWS)
  judgeType = new Uint8Array(FIRST_ROWS)
  readonly prompt = new TextColumn()
  readonly judge = new TextColumn()
  readonly criterion = new TextColumn()
  readonly category = new TextColumn()
  readonly promptGroup = new TextColumn()
  /** When the vote of a row was cast, in seconds; NaN: unknown. Empty while no row says so. */
  time = new Float64Array(0)
  /** A hash of the `turn`, `pair_id` and `order` of a row; 0: it has none. Empty while no row has one. */
  placeHash = new Float64Array(0)
  /** The samples of both sides by row, where a row names one. Only for rows read as text. */
  readonly samples = new Map<number, [left: number, right: number]>()
  /** The codes of the judge types with a pair that was drawn with focus. */
  readonly focused = new Set<number>()
  /** By row; only if details were requested. */
  readonly details: VoteDetails[] = []
  /** Calls that are not counted in `rows` yet. */
  ordered: VoteRow[] = []
  /** Calls that make no vote. Found with the repeats. */
  incomplete: VoteRow[] = []
  /** The files, if there are several, in order. */
  readonly parts: FilePart[] = []
  /** What the ids of all files may be instead of those of votes. */
  idUse: IdUse | null = null
  /** Found when all votes are read. */
  repeats: FoundRepeats | null = null

  static of(rows: Iterable<VoteRow>): FileVotes {
    const votes = new FileVotes()
    for (const row of rows) votes.add(row)
    return votes
  }

  add(row: VoteRow): void {
    if (!isOrdered(row)) return this.addVote(row)
    this.ordered.push(row)
    for (const name of [row.modelA, row.modelB]) this.contestants.number(name)
    if (row.judge !== null) this.judge.number(row.judge)
    if (row.criterion !== null) this.criterion.number(row.criterion)
    if (row.category !== null) this.category.number(row.category)
  }

  /** Adds a row that is one vote. */
  addVote(vote: VoteRow): void {
    const {
      id,
      modelA,
      modelB,
      winner,
      judgeType,
      questionId,
      judge,
      criterion,
      category,
      promptGroup,
      details,
      tstamp,
      turn,
      pairId,
      order,
      sampleA = 1,
      sampleB = 1,
      pairProbability,
    } = vote
    if (this.rows === this.left.length) this.#grow()
    const row = this.rows++
    this.left[row] = this.contestants.number(modelA)
    this.right[row] = this.contestants.number(modelB)
    this.winner[row] = WINNER_BY_OUTCOME.indexOf(winner)
    this.judgeType[row] = JUDGE_TYPES.indexOf(judgeType)
    if (id !== null) this.ids.add(row, id)
    if (questionId !== null) this.prompt.set(row, this.prompt.number(questionId))
    if (judge !== null) this.judge.set(row, this.judge.number(judge))
    if (criterion !== null) this.criterion.set(row, this.criterion.number(criterion))
    if (category !== null) this.category.set(row, this.category.number(category))
    if (promptGroup !== undefined) this.promptGroup.set(row, this.promptGroup.number(promptGroup))
    if (details) this.details[row] = details
    if (sampleA > 1 || sampleB > 1) this.samples.set(row, [sampleA, sampleB])
    if (pairProbability !== undefined) this.focused.add(JUDGE_TYPES.indexOf(judgeType))
    if (tstamp !== null) (this.time = withRoom(this.time, row, NaN))[row] = tstamp
    if (turn !== null || pairId !== null || order !== null)
      (this.placeHash = withRoom(this.placeHash, row, 0))[row] = hashOfText([turn, pairId, order].join('\n'))
  }

  /** The voters, where a person voted. */
  people(): Texts {
    const { names } = this.judge
    const isPerson = (row: number) => this.judgeType[row] === HUMAN
    return { names, codes: this.judge.of(this.rows).map((voter, row) => (isPerson(row) ? voter : -1)) }
  }

  #grow(): void {
    const size = 2 * this.rows
    const longer = <T extends Int32Array | Uint8Array>(from: T, to: T): T => (to.set(from), to)
    this.left = longer(this.left, new Int32Array(size))
    this.right = longer(this.right, new Int32Array(size))
    this.winner = longer(this.winner, new Uint8Array(size))
    this.judgeType = longer(this.judgeType, new Uint8Array(size))
  }

  /** Only if every vote has a time. */
  #times(chosen: Int32Array | null): Pick<VoteTable, 'time'> {
    const count = chosen ? chosen.length : this.rows
    const time = new Float64Array(count)
    for (let i = 0; i < count; i++) time[i] = this.time[chosen ? chosen[i] : i] ?? NaN
    return count === 0 || time.some(Number.isNaN) ? {} : { time }
  }

  /**
   * The votes of the `chosen` rows, ascending; null for all.
   * @param voters  whose names are those of voters
   */
  table(chosen: Int32Array | null, voters: 'all' | 'people' = 'all'): VoteTable {
    const { rows, contestants, prompt, promptGroup, judge, details } = this
    const texts = (column: TextColumn): Texts => ({ names: column.names, codes: column.of(rows) })
    const all: VoteTable = {
      votes: rows,
      ids: this.ids.count === 0 ? null : this.ids,
      contestants: contestants.names,
      left: this.left.subarray(0, rows),
      right: this.right.subarray(0, rows),
      outcome: this.winner.slice(0, rows).map((winner) => (winner > BOTH_BAD ? TIE : winner)),
      prompt: texts(prompt),
      ...(promptGroup.names.length > 0 && { promptGroup: texts(promptGroup) }),
      voter: voters === 'people' ? this.people() : texts(judge),
      ...(details.length > 0 && { details }),
    }
    return { ...(chosen ? picked(all, chosen) : all), ...this.#times(chosen) }
  }
}

/** A column with room for this row. @param empty  the value of rows that have none */
function withRoom(column: Float64Array<ArrayBuffer>, row: number, empty: number): Float64Array<ArrayBuffer> {
  if (row < column.length) return column
  const longer = new Float64Array(Math.max(FIRST_ROWS, 2 * (row + 1))).fill(empty)
  longer.set(column)
  return longer
}
