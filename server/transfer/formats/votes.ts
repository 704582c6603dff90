import { JudgeType, type VoteRow, type VoteDetails } from '../../../shared/contracts/votes.ts'
import type { readAhead as ReadAheadOf } from './read-ahead.ts'
import { columnsOf, nestedListIn, rowsOf, type FileRow } from './rows.ts'
import type { Complaints } from './complaints.ts'
import {
  formOf,
  isName,
  numberField,
  probabilityField,
  quoted,
  sampleField,
  standsForEmpty,
  structureField,
  textField,
  timeFault,
  timeField,
  tooLong,
  type Fields,
  FileError,
} from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { FileOutcomes, noOutcome, outcomeIn, type CodedVote } from './file-outcomes.ts'
import { FileVotes, isOrdered, WINNERS } from './file-votes.ts'
import { PlainVotes } from './plain-votes.ts'
import { meantVoteColumns } from './near-columns.ts'
import { holdsScores } from './scores.ts'
import { isStorable } from '../../platform/storable.ts'
import {
  hasOutcome,
  isSettled,
  isSkipped,
  ownOutcome,
  type ToldOutcomes,
} from '../../../shared/stats/outcome-words.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

const IDENTIFIERS = ['id', 'question_id', 'judge', 'criterion', 'category', 'pair_id']
const TEXTS = [...IDENTIFIERS, 'language', 'order']
const NAMES = ['model_a', 'model_b']
const SAMPLES = ['sample_a', 'sample_b']
const COLUMNS = [...NAMES, 'winner']

type ReadAhead = typeof ReadAheadOf

export interface ReadVotesOptions {
  /** Also return the conversations of both sides. */
  conversations?: boolean
  /** Also return what this function reads from the fields of each row. */
  details?: (fields: Fields) => VoteDetails
}

/**
 * The good rows of a votes file, in portions and in the order of the file; every other row goes to `complaints`. Rows
 * wait for the end of the file from the first one on whose outcome depends on others.
 * @throws {FileError} if the file has none of the columns model_a, model_b, winner, or if its outcomes can mean several
 *   things; at the first bad row if the complaints are strict
 */
export async function* readVotes(
  file: OpenFile,
  complaints: Complaints,
  options: ReadVotesOptions = {},
): AsyncGenerator<VoteRow[]> {
  const judge = new RowJudge(complaints, options, file.outcomes)
  const outcomes = new FileOutcomes(file.name)
  for await (const rows of rowsOf(file)) yield outcomes.settled(judge.goodOnes(rows))
  judge.end(file)
  yield outcomes.rest(complaints)
}

/**
 * All good rows of a votes file as columns. Plain CSV rows are read directly from bytes.
 * @param votes those of earlier files, to which these are added
 * @param readAhead lets another thread read a part of a large file; not in browsers
 * @throws {FileError} as `readVotes`
 */
export async function readFileVotes(
  file: OpenFile,
  complaints: Complaints,
  votes = new FileVotes(),
  readAhead: ReadAhead | null = null,
): Promise<FileVotes> {
  const judge = new RowJudge(complaints, {}, file.outcomes)
  const outcomes = new FileOutcomes(file.name)
  const plain = new PlainVotes(votes, file.outcomes)
  const first = votes.rows
  const ahead = readAhead?.(file, plain, votes)
  try {
    for await (const rows of rowsOf(ahead?.file ?? file, ahead?.plain ?? plain))
      for (const one of judge.goodOnes(rows)) {
        votes.add(one.vote, one.code)
        if (isOrdered(one.vote)) outcomes.keep(one)
      }
  } finally {
    ahead?.end()
  }
  if (plain.rows === 0) judge.end(file)
  outcomes.settleIn(votes, first, complaints)
  return votes
}

/**
 * Like `readFileVotes`, with the details of each vote. Every row is read as text.
 * @throws {FileError} as `readVotes`
 */
export async function readDetailedVotes(
  file: OpenFile,
  complaints: Complaints,
  details: (fields: Fields) => VoteDetails,
  votes = new FileVotes(),
): Promise<FileVotes> {
  for await (const rows of readVotes(file, complaints, { details })) for (const row of rows) votes.add(row)
  return votes
}

/** Separates votes from faulty rows. */
class RowJudge {
  #complaints: Complaints
  #options: ReadVotesOptions
  readonly #told: ToldOutcomes | undefined
  #known = false
  #seen: string[] | null = null

  constructor(complaints: Complaints, options: ReadVotesOptions, told: ToldOutcomes | undefined) {
    this.#complaints = complaints
    this.#told = told
    this.#options = options
  }

  goodOnes(rows: readonly FileRow[]): CodedVote[] {
    const votes: CodedVote[] = []
    for (const row of rows) {
      if ('wrong' in row) {
        this.#complaints.add(row.line, row.wrong)
        continue
      }
      this.#seen ??= Object.keys(row.fields)
      this.#known ||= 'model_a' in row.fields || 'model_b' in row.fields || 'winner' in row.fields
      const code = outcomeIn(row.fields, this.#told)
      const fault = faultOf(row.fields, code)
      if (fault) this.#complaints.add(row.line, ...fault)
      else votes.push({ vote: voteOf(row.line, row.fields, code, this.#options), code })
    }
    return votes
  }

  /** @throws {FileError} if neither a row nor the header had any column of a vote */
  end(file: OpenFile): void {
    const columns = this.#seen ?? columnsOf(file)
    if (this.#known || COLUMNS.some((column) => columns.includes(column))) return
    const nested = nestedListIn(file)
    if (nested !== null) throw new FileError(msg('list_nested', { file: file.name, path: nested }))
    if (holdsScores(file)) throw new FileError(msg('single_scores', { file: file.name }))
    if (this.#seen || columns.length > 0)
      throw new FileError(
        msg('no_vote_columns', { file: file.name, columns: columns.slice(0, 8), near: meantBy(columns) }),
      )
  }
}

const meantBy = (columns: readonly string[]) =>
  meantVoteColumns(columns).map(({ column, meant }) => `${column}=${meant}`)

/**
 * The fault that makes a row no vote, and the value in the row.
 * @param code that of its outcome
 */
export function faultOf(fields: Fields, code: number): [wrong: CodedMessage, there?: string] | null {
  for (const column of hasOutcome(code) || isSkipped(code) ? NAMES : COLUMNS) {
    if (textField(fields[column]) === null)
      return [msg(column in fields ? 'field_empty' : 'field_missing', { field: column })]
  }
  if (!hasOutcome(code)) return [noOutcome(code), quoted(textField(fields['winner']) ?? '')]
  const left = textField(fields['model_a'])!
  const right = textField(fields['model_b'])!
  for (const name of [left, right]) {
    if (!isName(name)) return [msg('control_in_name'), quoted(name)]
    if (standsForEmpty(name)) return [msg('name_empty'), quoted(name)]
  }
  for (const column of TEXTS)
    if (!isStorable(textField(fields[column]) ?? '')) return [msg('unstorable_in', { field: column })]
  const long = tooLong(fields, NAMES) ?? tooLong(fields, IDENTIFIERS)
  if (long) return [long]
  if (timeField(fields['tstamp']) === undefined) return timeFault(fields['tstamp'])
  for (const column of SAMPLES)
    if (sampleField(fields[column]) === undefined) return [msg('no_sample_in', { field: column })]
  if (probabilityField(fields['pair_probability']) === undefined) return [msg('no_pair_probability')]
  if (formOf(left) === formOf(right)) return [msg('against_itself'), quoted(left)]
  const judgeType = textField(fields['judge_type'])
  if (judgeType !== null && !JudgeType.safeParse(judgeType).success)
    return [msg('other_judge_type'), quoted(judgeType)]
  return null
}

function drawOf(fields: Fields): Pick<VoteRow, 'sampleA' | 'sampleB' | 'pairProbability'> {
  const [sampleA, sampleB] = SAMPLES.map((column) => sampleField(fields[column]))
  const pairProbability = probabilityField(fields['pair_probability'])
  return {
    ...(sampleA && { sampleA }),
    ...(sampleB && { sampleB }),
    ...(pairProbability && { pairProbability }),
  }
}

/**
 * The vote of a row without a fault.
 * @param code that of its outcome; if it is not settled, the outcome is a tie until the file is read
 */
export function voteOf(
  line: number,
  fields: Fields,
  code: number,
  { conversations, details }: ReadVotesOptions,
): VoteRow {
  const vote: VoteRow = {
    line,
    id: textField(fields['id']),
    modelA: textField(fields['model_a'])!,
    modelB: textField(fields['model_b'])!,
    winner: isSettled(code) ? WINNERS[ownOutcome(code)] : 'tie',
    questionId: textField(fields['question_id']),
    judge: textField(fields['judge']),
    judgeType: (textField(fields['judge_type']) ?? 'human') as JudgeType,
    criterion: textField(fields['criterion']),
    category: textField(fields['category']),
    language: textField(fields['language']),
    turn: numberField(fields['turn']),
    pairId: textField(fields['pair_id']),
    order: textField(fields['order']),
    tstamp: timeField(fields['tstamp']) ?? null,
    ...drawOf(fields),
    ...(details && { details: details(fields) }),
  }
  if (!conversations) return vote
  const [conversationA, conversationB] = [fields['conversation_a'], fields['conversation_b']].map(
    structureField,
  )
  return { ...vote, conversationA, conversationB }
}
