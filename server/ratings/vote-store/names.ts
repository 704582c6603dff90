/** Names of an arena by number: a number is given once and stays, while its place among the sorted names may move. */
import { byCodeUnits } from '../boards/canonical-order.ts'

export class Names {
  /** By number; undefined until it was told. */
  readonly names: (string | undefined)[] = []
  /** All names told, sorted. */
  sorted: string[] = []
  /** By number its place among the sorted. */
  rank = new Int32Array(0)
  #numbers = new Map<number, number>()

  /** The number of a database id. */
  number(id: number): number {
    let number = this.#numbers.get(id)
    if (number === undefined) {
      this.#numbers.set(id, (number = this.names.length))
      this.names.push(undefined)
    }
    return number
  }

  /** Whether a number was given to what has no name yet. */
  get isIncomplete(): boolean {
    return this.rank.length < this.names.length
  }

  /** Tells all there are; says whether any place among the sorted has changed. */
  setAll(all: readonly { id: number; name: string }[]): boolean {
    for (const { id, name } of all) this.names[this.number(id)] = name
    const before = this.sorted
    this.sorted = all.map(({ name }) => name).sort(byCodeUnits)
    const places = new Map(this.sorted.map((name, place) => [name, place]))
    this.rank = Int32Array.from(this.names, (name) => places.get(name!) ?? -1)
    return before.length !== this.sorted.length || before.some((name, place) => name !== this.sorted[place])
  }
}
