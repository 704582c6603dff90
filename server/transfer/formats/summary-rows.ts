/** Rows of a file that sum up others, by what they are called. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { nameSkeleton, textField, type Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'

/** What a row is called that sums up others. */
const SUMMARY =
  /^(?:(?:grand |overall |sub-?|row |column )?totals?|sums?|averages?|means?|avg|gesamt|summe|insgesamt|mittel(?:wert)?|durchschnitt|ø|σ)[ :.]*$/i
/** As a contestant, this too: what else a row has may well be of all. */
const ALL = /^(?:all|overall|everyone|everything|alle)$/i
const LONGEST = 20
/** Columns of contestants. */
const CONTESTANTS = ['model', 'model_a', 'model_b', 'winner', 'loser']

/** Finds rows that seem to sum up others. */
export class SummaryRows {
  readonly #file: OpenFile
  #first: { line: number; name: string } | null = null

  readonly #columns: readonly string[]

  /** @param columns  under their names in the file */
  constructor(file: OpenFile, columns: readonly string[]) {
    this.#file = file
    this.#columns = columns
  }

  /** Whether a row of a table of wins is that of a contestant which is left out. */
  isIgnored(row: { line: number; fields?: Fields }): boolean {
    const name = row.fields ? textField(Object.values(row.fields)[0]) : null
    return name !== null && this.#file.ignoredRows!.has(nameSkeleton(name))
  }

  see({ line, fields }: { line: number; fields: Fields }): void {
    if (this.#first !== null) return
    const name = summaryName(fields)
    if (name !== null) this.#first = { line, name }
  }

  doubts(): CodedMessage[] {
    if (this.#first === null) return []
    // a contestant of a table of wins is left out with its column
    const isColumn = this.#file.ignoredRows !== undefined && this.#columns.includes(this.#first.name)
    return [msg('row_sums_up', { file: this.#file.name, ...this.#first, isColumn })]
  }
}

/** Whether a contestant is called as a sum is. */
export const isSummaryName = (name: string): boolean => SUMMARY.test(name) || ALL.test(name)

/** The cell by which a row seems to sum up others; null: it does not. */
function summaryName(fields: Fields): string | null {
  // against itself, it is no vote
  if ('model_b' in fields && fields['model_a'] === fields['model_b']) return null
  // a loop makes no array of each of millions of rows
  for (const column in fields) {
    const name = textField(fields[column])
    if (name !== null && name.length <= LONGEST && SUMMARY.test(name)) return name
    break
  }
  for (const column of CONTESTANTS) {
    const name = textField(fields[column])
    if (name === null || name.length > LONGEST || !isSummaryName(name)) continue
    // outcomes are called so, too
    if (column !== 'winner' || 'loser' in fields) return name
  }
  return null
}
