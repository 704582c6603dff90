/** Single scores, ranks and results, as cells have them. */
import { JudgeType, type ScoreKind } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import {
  isName,
  LONGEST_NAME,
  normalisedForm,
  standsForEmpty,
  testPassed,
  textField,
  type Fields,
} from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { fileFormat } from './rows.ts'
import { NOT_RUN } from './test-reports.ts'
import { textId } from './text-id.ts'

/** One score of a contestant on a task. */
export interface Score {
  task: string
  contestant: string
  /** Of a rank, its negative; of a result, 1 or 0. */
  value: number
  /** What else the row says. Only scores that are equal in these are compared. */
  judge?: string | null
  judgeType?: string | null
  criterion?: string | null
  category?: string | null
  group?: string | null
}

/** The scores in a row, or the fault that makes it unreadable. */
export type ReadScoreRow = (fields: Fields) => Score[] | CodedMessage

/** How values are written. */
export type Written = { from: ScoreKind; isWithCommas: boolean }
export type About = Omit<Score, 'value' | 'task' | 'contestant'> &
  Record<'task' | 'contestant', string | null>

/** The score in a cell; none if it is empty, a fault if it holds something else. @param column its name in messages */
export function readScore(
  about: About,
  cell: unknown,
  written: Written,
  column: string,
): Score[] | CodedMessage {
  const { from } = written
  const text = textField(cell)
  if (text === null || standsForEmpty(text) || (from === 'results' && NOT_RUN.test(text))) return []
  const { task, contestant } = about
  if (task === null) return msg('field_missing', { field: 'prompt' })
  if (contestant === null) return msg('field_missing', { field: 'model' })
  if (about.judgeType && !JudgeType.safeParse(about.judgeType).success) return msg('other_judge_type')
  const value = cellValue(text, written)
  if (value === null) return msg('no_score_in', { field: column, value: text.slice(0, 40), from })
  return [
    {
      ...about,
      task: taskId(task),
      contestant: normalisedForm(contestant.trim()),
      value,
    },
  ]
}

/** All of these; the first fault if there is one. */
export const firstFaultOrAll = (found: readonly (Score[] | CodedMessage)[]): Score[] | CodedMessage =>
  found.find((scores) => 'code' in scores) ?? (found as Score[][]).flat()

/** The scores of one answer, each with its name; several names are criteria. */
export const namedScores = (
  subject: Record<'task' | 'contestant', string | null>,
  cells: readonly (readonly [name: string, value: unknown])[],
  from: ScoreKind,
): Score[] | CodedMessage =>
  firstFaultOrAll(
    cells.map(([name, cell]) =>
      readScore(
        { ...subject, criterion: cells.length > 1 ? name : null },
        cell,
        { from, isWithCommas: false },
        name,
      ),
    ),
  )

/** The id of a task: its text, or a hash of a long one. */
export const taskId = (task: string): string =>
  task.length <= LONGEST_NAME && isName(task) ? task : textId(task)

/** A number, a share such as 8/10, or a percentage. */
const NUMBER =
  /^(?<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)(?:\s*\/\s*(?<of>[1-9]\d*)|\s*(?<percent>%))?$/i

/** A number with thousands, where a comma is the decimal point. */
const WITH_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/

/** A comma is the decimal point where semicolons are between cells. */
export const hasCommas = (file: OpenFile): boolean => {
  const format = fileFormat(file)
  return format.kind === 'csv' && format.separator === ';'
}

/** What a cell is worth; null: it holds something else. */
function cellValue(text: string, { from, isWithCommas }: Written): number | null {
  if (from === 'results') {
    const passed = testPassed(text)
    return passed === null ? null : Number(passed)
  }
  if (isWithCommas && WITH_THOUSANDS.test(text)) return null
  const { number, of, percent } = NUMBER.exec(isWithCommas ? text.replace(',', '.') : text)?.groups ?? {}
  if (number === undefined) return null
  const value = Number(number) / (of ? Number(of) : percent ? 100 : 1)
  return from === 'ranks' ? -value : value
}
