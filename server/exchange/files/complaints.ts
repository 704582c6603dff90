import type { Warning } from '../../../shared/contracts/board.ts'
import { FileError } from './file-error.ts'
import { msg, inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage, AnyMessage } from '../../../shared/messages/index.ts'

const LINES = 100

/** The rows of a file that could not be used: all counted, the first hundred listed by line, each with its reason. */
export class Complaints {
  #strict: boolean
  #where: string
  #counts = new Map<string, number>()
  count = 0
  /** The first hundred, each with what is wrong. */
  readonly rows: { line: number; wrong: CodedMessage }[] = []

  /**
   * @param strict  stop at the first bad row
   * @param name  the file's, for messages
   */
  constructor(strict = false, name = '') {
    this.#strict = strict
    this.#where = name && `${name}, `
  }

  /**
   * @param wrong  the kind of fault, by which they are counted
   * @param there  what stood there, if that helps
   * @throws {FileError} when strict
   */
  add(line: number, wrong: CodedMessage, there?: AnyMessage): void {
    const what = there === undefined ? wrong : msg('found_there', { wrong, there })
    if (this.#strict) throw new FileError(`${this.#where}line ${line}: ${inEnglish(what)}.`)
    this.count++
    if (this.rows.length < LINES) this.rows.push({ line, wrong: what })
    const kind = inEnglish(wrong)
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
  }

  /** One warning about all of them, or null when every row was good. */
  warning(): Warning | null {
    if (this.count === 0) return null
    const reasons = [...this.#counts]
      .sort(([, a], [, b]) => b - a)
      .map(([wrong, count]) => `${wrong}: ${count}`)
    const more = reasons.length > 5 ? `; and ${reasons.length - 5} other reasons` : ''
    const were = this.count === 1 ? '1 row was' : `${this.count} rows were`
    return {
      code: 'dirty_rows',
      message: `${were} left out (${reasons.slice(0, 5).join('; ')}${more}).`,
      count: this.count,
      lines: this.rows.map(({ line }) => line).sort((a, b) => a - b),
    }
  }
}
