import { msg } from '../../../shared/messages/index.ts'
import { outcomeCode, outcomeWord, hasOutcome } from '../../../shared/stats/outcome-words.ts'
import { FileError } from './file-error.ts'
import { lookOf } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { keptColumns } from './column-changes.ts'

/** Names of columns that say which of the answers beside them is better. */
export const VERDICT =
  /^(?:(?:human|judge|overall|final|gold|llm)[ _-]?)?(?:winner|winning[ _-](?:answer|model)|preferred(?:[ _-](?:answer|response|output|model))?|preference|better(?:[ _-](?:answer|response|output|model))?|best|choice|chosen|verdict|vote|outcome|result|label|decision|pick|judge?ment|selected|selection)$/i

/** Names of columns that say something about a prompt, an answer or a row. */
const ASIDE =
  /^(unnamed(:? ?\d+)?|index|idx|#|nr|loser|rejected|notes?|comments?|remarks?|labels?|tags?|author|date|created(_at)?|expected|ideal|language|lang|difficulty|source|url|(.*[\s_-])?(scores?|ratings?|grades?|tokens|cost|latency)([\s_-].*)?)$/i

const NUMBER = /^[-+]?[\d.,]+\s*(%|\$|€|s|ms)?$/

/** So many different texts of a column are kept to see whether all say who is better. */
const MOST_TEXTS = 50
const LONGEST_TEXT = 200

interface Column {
  filled: number
  numbers: number
  /** Its different texts; null if they are many or long, as answers are. */
  texts: Set<string> | null
}

/** Watches the columns of a table of answers for those that hardly hold answers. */
export class DoubtfulColumns {
  readonly #file: OpenFile
  #rows = 0
  #columns = new Map<string, Column>()

  constructor(file: OpenFile) {
    this.#file = file
  }

  /** @param answers the answers of one row, by column */
  add(answers: readonly { contestant: string; text: string | null }[]): void {
    this.#rows++
    for (const { contestant, text } of answers) {
      const column = this.#columns.get(contestant) ?? { filled: 0, numbers: 0, texts: new Set() }
      this.#columns.set(contestant, column)
      column.filled++
      const cell = text?.trim() ?? ''
      if (NUMBER.test(cell)) column.numbers++
      column.texts?.add(cell)
      if (cell.length > LONGEST_TEXT || (column.texts?.size ?? 0) > MOST_TEXTS) column.texts = null
    }
  }

  /**
   * @throws {FileError} if columns are named like verdicts, notes or scores, or if they hold only names of others, only
   *   numbers or few cells where others do not. A column that the user maps to its own name is a contestant.
   */
  refuse(): void {
    const kept = keptColumns(this.#file.changes)
    const columns = [...this.#columns]
    const names = new Set(this.#columns.keys())
    const looks = new Set([...names].map(lookOf))
    const isVerdict = ({ texts }: Column, name: string): boolean => {
      const namesOther = (text: string) => lookOf(text) !== lookOf(name) && looks.has(lookOf(text))
      const named = [...(texts ?? [])].filter(namesOther).length
      const others = [...(texts ?? [])].filter((text) => !namesOther(text))
      return (
        named > 0 &&
        (others.every((text) => hasOutcome(outcomeCode(outcomeWord(text), 0))) ||
          (named > 1 && others.length <= named))
      )
    }
    const signs = [
      ({ numbers, filled }: Column) => numbers === filled,
      ({ filled }: Column) => 2 * filled < this.#rows,
      isVerdict,
    ]
    const standingOut = signs.filter((is) => columns.some(([name, column]) => !is(column, name)))
    const doubtful = columns
      .filter(([name]) => !kept.has(name))
      .filter(
        ([name, column]) =>
          ASIDE.test(name) || VERDICT.test(name) || standingOut.some((is) => is(column, name)),
      )
      .map(([name]) => name)
    const verdict = doubtful.find((name) => isVerdict(this.#columns.get(name)!, name))
    if (doubtful.length > 0)
      throw new FileError(
        msg('columns_doubtful', {
          file: this.#file.name,
          columns: doubtful,
          ...(verdict !== undefined && { verdict }),
        }),
      )
  }
}
