/** One text per row or none, each distinct text kept once: `names[of[row]]`, where −1 is none. */
export interface Texts {
  names: readonly string[]
  /** As long as there are rows; or empty, where no row has a text. */
  of: Int32Array
}

/** Texts while they are gathered. */
export class TextColumn {
  readonly names: string[] = []
  #numbers = new Map<string, number>()
  #of = new Int32Array(0)
  #rows = 0

  /** The number of a name, given to it when it is first asked for. */
  number(name: string): number {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      this.#numbers.set(name, (number = this.names.length))
      this.names.push(name)
    }
    return number
  }

  /** Says which name a row has; rows are told in order, those without a name need not be. */
  set(row: number, number: number): void {
    if (row >= this.#of.length) {
      const longer = new Int32Array(Math.max(1024, 2 * row)).fill(-1)
      longer.set(this.#of)
      this.#of = longer
    }
    this.#of[row] = number
    this.#rows = row + 1
  }

  /** The numbers of the first `rows` rows; empty where none has a name. */
  of(rows: number): Int32Array {
    if (this.#rows === 0) return new Int32Array(0)
    if (rows > this.#of.length) this.set(rows - 1, -1)
    return this.#of.subarray(0, rows)
  }
}
