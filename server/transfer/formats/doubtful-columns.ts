import type { Warning } from '../../../shared/contracts/board.ts'
import { msg, warning } from '../../../shared/messages/index.ts'

/** Names of columns that say something about a prompt or an answer. */
const ASIDE =
  /^(notes?|comments?|remarks?|labels?|tags?|author|date|created(_at)?|expected|ideal|language|lang|difficulty|source|url|(.*[\s_-])?(scores?|ratings?|grades?|tokens|cost|latency)([\s_-].*)?)$/i

const NUMBER = /^[-+]?[\d.,]+\s*(%|\$|€|s|ms)?$/

interface Column {
  filled: number
  numbers: number
}

/** Watches the columns of a table of answers for those that hardly hold answers. */
export class DoubtfulColumns {
  #rows = 0
  #columns = new Map<string, Column>()

  /** @param answers the answers of one row, by column */
  add(answers: readonly { contestant: string; text: string | null }[]): void {
    this.#rows++
    for (const { contestant, text } of answers) {
      const column = this.#columns.get(contestant) ?? { filled: 0, numbers: 0 }
      this.#columns.set(contestant, column)
      column.filled++
      if (NUMBER.test(text?.trim() ?? '')) column.numbers++
    }
  }

  /**
   * A warning about columns that are named like notes or scores, or hold only numbers or few cells where others do
   * not. Null: there are none.
   */
  warning(file: string): Warning | null {
    const columns = [...this.#columns]
    const isNumbers = ({ filled, numbers }: Column) => numbers === filled
    const isSparse = ({ filled }: Column) => 2 * filled < this.#rows
    const others = (is: (column: Column) => boolean) => columns.some(([, column]) => !is(column))
    const [numbersStandOut, sparseStandOut] = [others(isNumbers), others(isSparse)]
    const doubtful = columns
      .filter(
        ([name, column]) =>
          ASIDE.test(name) || (numbersStandOut && isNumbers(column)) || (sparseStandOut && isSparse(column)),
      )
      .map(([name]) => name)
    if (doubtful.length === 0) return null
    return warning(msg('columns_doubtful', { file, columns: doubtful, list: doubtful.join(',') }))
  }
}
