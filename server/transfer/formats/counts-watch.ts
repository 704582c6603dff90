/** What counts of wins seem to mean otherwise than as votes: sums, shares, and a second table of the same votes. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { isSummaryName } from './summary-rows.ts'
import { nameSkeleton, textField, type Fields } from './fields.ts'

/** If as many pairs are even, the numbers of a table most likely count meetings. */
const MIN_EVEN = 3
/** Of so many pairs, or more, all numbers together are hardly 100 by chance. */
const MIN_OF_HUNDRED = 2
/** A sum has so many parts at least. */
const MIN_PARTS = 2
/** Sums are looked for among so many contestants at most. */
const MAX_SUMMED = 60
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
  /** By who won: how often over whom. */
  readonly #wins = new Map<string, Map<string, number>>()
  /** Of both contestants of a row in any order, and of rows that name the same ones in the same order: all counts. */
  readonly #totals = { unordered: new Map<string, number>(), ordered: new Map<string, number>() }

  /** @returns whether it is a count of a contestant against itself, which is no vote */
  seeInTable({ model_a, model_b }: Fields, count: number | null): boolean {
    const [row, column] = [textField(model_a) ?? '', textField(model_b) ?? '']
    const [lookOfRow, lookOfColumn] = [nameSkeleton(row), nameSkeleton(column)]
    this.#rows.set(lookOfRow, row)
    this.#columns.set(lookOfColumn, column)
    const isItself = lookOfRow === lookOfColumn
    if (isItself && count !== null && count > 0) this.#themselves.add(row)
    if (!isItself) {
      this.#cells.set(JSON.stringify([lookOfRow, lookOfColumn]), count)
      this.#count(row, column, 'model_a', count ?? 0)
    }
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
    this.#count(textField(model_a) ?? '', textField(model_b) ?? '', textField(winner) ?? '', count)
  }

  #count(left: string, right: string, winner: string, count: number): void {
    if (left === right || count === 0) return
    const [ordered, unordered] = [[left, right], [left, right].sort()].map((pair) => JSON.stringify(pair))
    for (const [totals, pair] of [
      [this.#totals.ordered, ordered],
      [this.#totals.unordered, unordered],
    ] as const)
      totals.set(pair!, (totals.get(pair!) ?? 0) + count)
    const isLeft = winner === 'model_a' || winner === left
    if (!isLeft && winner !== 'model_b' && winner !== right) return
    const [better, worse] = isLeft ? [left, right] : [right, left]
    const over = this.#wins.get(better) ?? new Map<string, number>()
    this.#wins.set(better, over.set(worse, (over.get(worse) ?? 0) + count))
  }

  doubts(file: string): CodedMessage[] {
    const beyond = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
      [...some].flatMap(([look, name]) => (others.has(look) ? [] : [name]))
    const [rows, columns] = [beyond(this.#rows, this.#columns), beyond(this.#columns, this.#rows)]
    const contestants = [...this.#themselves]
    const mirrored = this.#mirrored()
    const repeated = [...this.#wholeRows.values()].reduce((sum, times) => sum + times - 1, 0)
    const sums = this.#sums().filter((name) => !isSummaryName(name))
    return [
      ...(sums.length > 0 ? [msg('counts_sum_up', { file, contestants: sums })] : []),
      ...(this.#areOfHundred() ? [msg('counts_of_hundred', { file })] : []),
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

  /** Whether the numbers of each pair make 100, give or take what rounding does. */
  #areOfHundred(): boolean {
    const isHundred = (total: number) => Math.abs(total - 100) <= 1
    return Object.values(this.#totals).some(
      (totals) => totals.size >= MIN_OF_HUNDRED && [...totals.values()].every(isHundred),
    )
  }

  /** Contestants over which everyone has as many wins as over all others together, or that have as many as all others. */
  #sums(): string[] {
    const names = [...new Set([...this.#wins].flatMap(([better, over]) => [better, ...over.keys()]))]
    if (names.length > MAX_SUMMED) return []
    const wins = (better: string, worse: string) => this.#wins.get(better)?.get(worse) ?? 0
    const isSum = (sum: number, parts: readonly number[]) =>
      parts.filter((part) => part > 0).length >= MIN_PARTS &&
      parts.reduce((all, part) => all + part, 0) === sum
    return names.filter((name) => {
      const others = names.filter((rival) => rival !== name)
      const met = others.filter((rival) => wins(rival, name) + wins(name, rival) > 0)
      const apart = (rival: string) => others.filter((third) => third !== rival)
      const isOfLosses = met.every((rival) =>
        isSum(
          wins(rival, name),
          apart(rival).map((third) => wins(rival, third)),
        ),
      )
      const isOfWins = met.every((rival) =>
        isSum(
          wins(name, rival),
          apart(rival).map((third) => wins(third, rival)),
        ),
      )
      return met.length >= MIN_PARTS ? isOfLosses || isOfWins : met.length === 1 && isOfLosses && isOfWins
    })
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
