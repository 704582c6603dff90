/** Names of contestants or prompts by number. A number never changes; its place among the sorted names may. */
import { byCodeUnits } from '../boards/canonical-order.ts'

export class Names {
  /** By number; undefined until the name is read. */
  readonly names: (string | undefined)[] = []
  /** All names, sorted. */
  sorted: string[] = []
  /** By number, the place among the sorted names. */
  place = new Int32Array(0)
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

  /** Whether any number has no name yet. */
  get isIncomplete(): boolean {
    return this.place.length < this.names.length
  }

  /** Sets all names. Returns whether any place among the sorted names has changed. */
  setAll(all: readonly { id: number; name: string }[]): boolean {
    for (const { id, name } of all) this.names[this.number(id)] = name
    const before = this.sorted
    this.sorted = all.map(({ name }) => name).sort(byCodeUnits)
    const places = new Map(this.sorted.map((name, place) => [name, place]))
    this.place = Int32Array.from(this.names, (name) => places.get(name!) ?? -1)
    return before.length !== this.sorted.length || before.some((name, place) => name !== this.sorted[place])
  }
}
