/** What counts of wins seem to mean otherwise than as votes: sums, shares, and a second table of the same votes. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { nameSkeleton, textField, type Fields } from './fields.ts'

/** If as many pairs are even, the numbers of a table most likely count meetings. */
const MIN_EVEN = 3
const EXCHANGED: Record<string, string> = { model_a: 'model_b', model_b: 'model_a' }

/** Watches the counts of a file, each with the vote that it counts. */
export class CountsWatch {
  /** By look, as the file calls it: contestants that have a row of a table, and those that have a column. */
  readonly #rows = new Map<string, string>()
  readonly #columns = new Map<string, string>()
  /** Contestants that have a count against themselves. */
  readonly #themselves = new Set<string>()
  /** The counts of a table by the looks of both contestants. */
  readonly #cells = new Map<string, number | null>()
  /** How often each row is there. */
  readonly #wholeRows = new Map<string, number>()
  /** By what a row says beside its count, and its sides: how often each outcome was. */
  readonly #pairs = new Map<string, Map<string, number>>()

  /** @returns whether it is a count of a contestant against itself, which is no vote */
  seeInTable({ model_a, model_b }: Fields, count: number | null): boolean {
    const [row, column] = [textField(model_a) ?? '', textField(model_b) ?? '']
    const [lookOfRow, lookOfColumn] = [nameSkeleton(row), nameSkeleton(column)]
    this.#rows.set(lookOfRow, row)
    this.#columns.set(lookOfColumn, column)
    const isItself = lookOfRow === lookOfColumn
    if (isItself && count !== null && count > 0) this.#themselves.add(row)
    if (!isItself) this.#cells.set(JSON.stringify([lookOfRow, lookOfColumn]), count)
    return isItself
  }

  /** @returns how many rows before it were the same */
  seeWholeRow(row: string): number {
    const before = this.#wholeRows.get(row) ?? 0
    this.#wholeRows.set(row, before + 1)
    return before
  }

  /** @param about  what the row says beside sides, outcome and count */
  seeInRow({ model_a, model_b, winner }: Fields, count: number, about: Fields): void {
    const pair = JSON.stringify([about, textField(model_a), textField(model_b)])
    const outcomes = this.#pairs.get(pair) ?? new Map<string, number>()
    const outcome = String(winner)
    if (count > 0) this.#pairs.set(pair, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count))
  }

  doubts(file: string): CodedMessage[] {
    const beyond = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
      [...some].flatMap(([look, name]) => (others.has(look) ? [] : [name]))
    const [rows, columns] = [beyond(this.#rows, this.#columns), beyond(this.#columns, this.#rows)]
    const contestants = [...this.#themselves]
    const mirrored = this.#mirrored()
    const repeated = [...this.#wholeRows.values()].reduce((sum, times) => sum + times - 1, 0)
    return [
      ...(rows.length + columns.length > 0 ? [msg('matrix_uneven', { file, rows, columns })] : []),
      ...(contestants.length > 0 ? [msg('counts_of_itself', { file, contestants })] : []),
      ...(this.#isEven() ? [msg('matrix_even', { file })] : []),
      ...(repeated > 0 ? [msg('counts_repeated', { file, count: repeated })] : []),
      ...(mirrored > 0 ? [msg('counts_mirrored', { file, count: mirrored })] : []),
    ]
  }

  /** Whether a table has the same number in both directions of each pair, and of so many that it is no chance. */
  #isEven(): boolean {
    const filled = [...this.#cells].filter(([, count]) => count !== null && count > 0)
    const opposite = (pair: string) =>
      this.#cells.get(JSON.stringify((JSON.parse(pair) as string[]).reverse()))
    return filled.length >= 2 * MIN_EVEN && filled.every(([pair, count]) => opposite(pair) === count)
  }

  /** How many pairs have the same counts again with the sides exchanged; 0 if the counts of one pair differ there. */
  #mirrored(): number {
    let both = 0
    for (const [pair, outcomes] of this.#pairs) {
      const [about, left, right] = JSON.parse(pair) as [Fields, string, string]
      const others = this.#pairs.get(JSON.stringify([about, right, left]))
      if (others === undefined) continue
      both++
      const isSame = [...outcomes].every(
        ([outcome, count]) => others.get(EXCHANGED[outcome] ?? outcome) === count,
      )
      if (!isSame || others.size !== outcomes.size) return 0
    }
    return both / 2
  }
}
