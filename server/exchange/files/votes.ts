import { JudgeType } from '../../../shared/contracts/vote-row.ts'
import type { RowWinner, VoteRow } from '../../../shared/contracts/vote-row.ts'
import { columnsOf } from './columns.ts'
import type { Complaints } from './complaints.ts'
import {
  isName,
  isStorable,
  numberField,
  quoted,
  structureField,
  textField,
  timeField,
  tooLong,
} from './fields.ts'
import type { Fields } from './fields.ts'
import { FileError } from './file-error.ts'
import type { OpenFile } from './open-file.ts'
import { rowsOf } from './rows.ts'

const WINNERS: Record<string, RowWinner> = {
  model_a: 'left',
  model_b: 'right',
  tie: 'tie',
  'tie (bothbad)': 'both_bad',
  both_bad: 'both_bad',
  'tie (inconsistent)': 'tie_inconsistent',
}

const IDENTIFIERS = ['id', 'question_id', 'judge', 'criterion', 'category', 'pair_id']
const TEXTS = [...IDENTIFIERS, 'language', 'order']
const NAMES = ['model_a', 'model_b']
const COLUMNS = [...NAMES, 'winner']

export interface ReadVotesOptions {
  /** Also hand out the conversations of both sides. */
  conversations?: boolean
}

/**
 * The good rows of a votes file, in portions and in the order of the file; every other row goes to `complaints`.
 * @throws {FileError} when the file has none of the columns model_a, model_b, winner; at the first bad row when
 * the complaints are strict
 */
export async function* readVotes(
  file: OpenFile,
  complaints: Complaints,
  { conversations = false }: ReadVotesOptions = {},
): AsyncGenerator<VoteRow[]> {
  let known = false
  let seen: string[] | null = null
  for await (const rows of rowsOf(file)) {
    const votes: VoteRow[] = []
    for (const row of rows) {
      if ('wrong' in row) {
        complaints.add(row.line, row.wrong)
        continue
      }
      seen ??= Object.keys(row.fields)
      known ||= 'model_a' in row.fields || 'model_b' in row.fields || 'winner' in row.fields
      const fault = faultOf(row.fields)
      if (fault) complaints.add(row.line, ...fault)
      else votes.push(voteOf(row.line, row.fields, conversations))
    }
    yield votes
  }
  const columns = seen ?? columnsOf(file)
  known ||= COLUMNS.some((column) => columns.includes(column))
  if (!known && (seen || columns.length > 0))
    throw new FileError(
      `${file.name} has no column model_a, model_b or winner (it has: ${columns.slice(0, 8).join(', ') || 'none'}).`,
    )
}

/** What makes a row no vote, and what stood there. */
function faultOf(fields: Fields): [wrong: string, found?: string] | null {
  for (const column of COLUMNS) {
    if (textField(fields[column]) === null) return [`${column} is ${column in fields ? 'empty' : 'missing'}`]
  }
  const winner = textField(fields['winner'])!
  if (!Object.hasOwn(WINNERS, winner))
    return ['winner is not model_a, model_b, tie or both_bad', quoted(winner)]
  const left = textField(fields['model_a'])!
  const right = textField(fields['model_b'])!
  for (const name of [left, right]) if (!isName(name)) return ['a control character in a name', quoted(name)]
  for (const column of TEXTS)
    if (!isStorable(textField(fields[column]) ?? '')) return [`a NUL or half a character in ${column}`]
  const long = tooLong(fields, NAMES) ?? tooLong(fields, IDENTIFIERS)
  if (long) return [long]
  if (timeField(fields['tstamp']) === undefined) return ['tstamp is no time from 1970 to 9999']
  if (left === right) return ['a battle against itself', quoted(left)]
  const judgeType = textField(fields['judge_type'])
  if (judgeType !== null && !JudgeType.safeParse(judgeType).success)
    return ['another judge_type', quoted(judgeType)]
  return null
}

function voteOf(line: number, fields: Fields, conversations: boolean): VoteRow {
  const vote: VoteRow = {
    line,
    id: textField(fields['id']),
    modelA: textField(fields['model_a'])!,
    modelB: textField(fields['model_b'])!,
    winner: WINNERS[textField(fields['winner'])!],
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
  }
  if (!conversations) return vote
  const [conversationA, conversationB] = [fields['conversation_a'], fields['conversation_b']].map(
    structureField,
  )
  return { ...vote, conversationA, conversationB }
}
