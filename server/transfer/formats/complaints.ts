import type { Warning } from '../../../shared/contracts/board.ts'
import { FileError } from './file-error.ts'
import { inEnglish, msg, warning } from '../../../shared/messages/index.ts'
import type { CodedMessage, AnyMessage } from '../../../shared/messages/index.ts'

const LINES = 100
const MOST_REASONS = 5

/** Collects the unusable rows of a file: it counts all, and lists the first hundred by line with the reason. */
export class Complaints {
  #strict: boolean
  #name: string
  /** Counts by the English message. */
  #kinds = new Map<string, { wrong: CodedMessage; count: number }>()
  count = 0
  /** The first hundred, each with its message. */
  readonly rows: { line: number; wrong: CodedMessage }[] = []

  /**
   * @param strict  throws at the first bad row
   * @param name  the name of the file, for messages
   */
  constructor(strict = false, name = '') {
    this.#strict = strict
    this.#name = name
  }

  /**
   * @param wrong  the kind of fault; rows are counted by it
   * @param value  the value in the row, if it helps
   * @throws {FileError} if strict
   */
  add(line: number, wrong: CodedMessage, value?: AnyMessage): void {
    const what = value === undefined ? wrong : msg('found_there', { wrong, there: value })
    if (this.#strict) throw new FileError(this.#inFile(line, what))
    this.count++
    if (this.rows.length < LINES) this.rows.push({ line, wrong: what })
    const kind = inEnglish(wrong)
    const { count } = this.#kinds.get(kind) ?? { count: 0 }
    this.#kinds.set(kind, { wrong, count: count + 1 })
  }

  #inFile(line: number, wrong: CodedMessage): CodedMessage {
    return this.#name === ''
      ? msg('row_refused', { line, wrong })
      : msg('row_of_file_refused', { file: this.#name, line, wrong })
  }

  /** The most frequent reasons, each with its count. */
  reasons(): CodedMessage[] {
    return [...this.#kinds.values()]
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_REASONS)
      .map((kind) => msg('reason_counted', kind))
  }

  /**
   * One warning about all of them; null if every row was good.
   * @param file  the name of the file, if several are read
   */
  warning(file?: string): Warning | null {
    if (this.count === 0) return null
    const message = msg('rows_left_out', {
      count: this.count,
      reasons: this.reasons(),
      more: Math.max(0, this.#kinds.size - MOST_REASONS),
    })
    const lines = this.rows.map(({ line }) => line).sort((a, b) => a - b)
    const named = file === undefined ? message : msg('of_file', { file, wrong: message })
    return warning(named, { kind: 'dirty_rows', count: this.count, lines })
  }
}
