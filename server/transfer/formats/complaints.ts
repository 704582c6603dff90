import type { Warning } from '../../../shared/contracts/board.ts'
import { columnsOf } from './columns.ts'
import { FileError } from './file-error.ts'
import { meantVoteColumns } from './near-columns.ts'
import { isOnOneLine } from './first-row.ts'
import type { OpenFile } from './open-file.ts'
import { inEnglish, msg, warning } from '../../../shared/messages/index.ts'
import type { CodedMessage, AnyMessage } from '../../../shared/messages/index.ts'

const LINES = 100
const MOST_REASONS = 5
const MOST_VALUES = 3
/** Faults whose values help to find the mistake. */
const WITH_VALUES: ReadonlySet<string> = new Set(['no_winner', 'other_judge_type', 'no_time', 'name_empty'])
/** Faults of a whole column: other rows would be misread in the same way. The first one refuses the file. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['time_order_doubtful', 'time_in_days', 'answer_unclear'])
/** Of more than this share of rows, a file may not lose its times. */
const MOST_WITHOUT_TIME = 0.1
/** The most columns that a message names. */
const MOST_COLUMNS = 8

/** One kind of fault: how often it was found, and the first values that had it. */
interface Kind {
  wrong: CodedMessage
  count: number
  values: Set<string>
}

/** Collects the unusable rows of a file: it counts all, and lists the first hundred by line with the reason. */
export class Complaints {
  #strict: boolean
  #name: string
  #unit: 'line' | 'element'
  /** By the English message. */
  #kinds = new Map<string, Kind>()
  count = 0
  /** The first hundred, each with its message. */
  readonly rows: { line: number; wrong: CodedMessage }[] = []

  /**
   * @param strict  throws at the first bad row
   * @param name  the name of the file, for messages
   * @param unit  what the numbers of its rows count
   */
  constructor(strict = false, name = '', unit: 'line' | 'element' = 'line') {
    this.#strict = strict
    this.#name = name
    this.#unit = unit
  }

  /** For the rows of one file. */
  static of(file: OpenFile, strict: boolean): Complaints {
    return new Complaints(strict, file.name, isOnOneLine(file) ? 'element' : 'line')
  }

  /**
   * @param wrong  the kind of fault; rows are counted by it
   * @param value  the value in the row, if it helps
   * @throws {FileError} if strict, or if it is a fault of the file
   */
  add(line: number, wrong: CodedMessage, value?: AnyMessage): void {
    const what = value === undefined ? wrong : msg('found_there', { wrong, there: value })
    if (this.#strict || OF_THE_FILE.has(wrong.code)) throw new FileError(this.#inFile(line, what))
    this.count++
    if (this.rows.length < LINES) this.rows.push({ line, wrong: what })
    const kind = inEnglish(wrong)
    const found = this.#kinds.get(kind) ?? { wrong, count: 0, values: new Set() }
    found.count++
    if (typeof value === 'string' && WITH_VALUES.has(wrong.code) && found.values.size < MOST_VALUES)
      found.values.add(value)
    this.#kinds.set(kind, found)
  }

  #inFile(line: number, wrong: CodedMessage): CodedMessage {
    if (this.#unit === 'element')
      return msg('element_of_file_refused', { file: this.#name, element: line, wrong })
    return this.#name === ''
      ? msg('row_refused', { line, wrong })
      : msg('row_of_file_refused', { file: this.#name, line, wrong })
  }

  /**
   * @throws {FileError} if the file has bad rows and no good one, or if many rows have no time that can be read: most
   *   likely it means something else
   */
  refuseIfBad(file: OpenFile, good: number): void {
    if (this.count === 0) return
    if (good > 0) return this.#refuseIfTimesAreBad(file, good)
    const reasons = this.reasons()
    const isOtherText = [...this.#kinds.values()].every(({ wrong }) => wrong.code === 'not_utf8')
    const all = columnsOf(file)
    const missing = [...this.#kinds.values()].flatMap(({ wrong }) =>
      wrong.code === 'field_missing' ? [wrong.values?.['field']] : [],
    )
    const near = meantVoteColumns(all)
      .filter(({ meant }) => missing.includes(meant))
      .map(({ column, meant }) => `${column}=${meant}`)
    const columns = all.slice(0, MOST_COLUMNS)
    throw new FileError(
      isOtherText
        ? msg('all_rows_not_utf8', { file: file.name, count: this.count })
        : msg('all_rows_bad', { file: file.name, count: this.count, reasons, columns, near }),
    )
  }

  #refuseIfTimesAreBad(file: OpenFile, good: number): void {
    const found = [...this.#kinds.values()].find(({ wrong }) => wrong.code === 'no_time')
    const all = good + this.count
    if (!found || found.count <= MOST_WITHOUT_TIME * all) return
    throw new FileError(
      msg('times_unread', { file: file.name, count: found.count, all, values: [...found.values] }),
    )
  }

  /** The most frequent reasons, each with its count. */
  reasons(): CodedMessage[] {
    return [...this.#kinds.values()]
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_REASONS)
      .map(({ wrong, count, values }) =>
        msg('reason_counted', { wrong, count, ...(values.size > 0 && { there: [...values] }) }),
      )
  }

  /**
   * One warning about all of them; null if every row was good.
   * @param file  the name of the file, if several are read
   */
  warning(file?: string): Warning | null {
    if (this.count === 0) return null
    const message = msg(this.#unit === 'element' ? 'elements_left_out' : 'rows_left_out', {
      count: this.count,
      reasons: this.reasons(),
      more: Math.max(0, this.#kinds.size - MOST_REASONS),
    })
    const lines = this.rows.map(({ line }) => line).sort((a, b) => a - b)
    const named = file === undefined ? message : msg('of_file', { file, wrong: message })
    return warning(named, {
      kind: 'dirty_rows',
      count: this.count,
      lines,
      ...(this.#unit === 'element' && { unit: this.#unit }),
    })
  }
}
