/** One text or none for each row, with each distinct text stored once: `names[of[row]]`. −1 means none. */
export interface Texts {
  names: readonly string[]
  /** One number for each row, or empty if no row has a text. */
  of: Int32Array
}

/** Collects the texts of rows. */
export class TextColumn {
  readonly names: string[] = []
  #numbers = new Map<string, number>()
  #of = new Int32Array(0)
  #rows = 0

  /** The number of a name. A new name gets the next number. */
  number(name: string): number {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      this.#numbers.set(name, (number = this.names.length))
      this.names.push(name)
    }
    return number
  }

  /** Sets the name of a row. Rows must come in order; rows without a name can be skipped. */
  set(row: number, number: number): void {
    if (row >= this.#of.length) {
      const longer = new Int32Array(Math.max(1024, 2 * row)).fill(-1)
      longer.set(this.#of)
      this.#of = longer
    }
    this.#of[row] = number
    this.#rows = row + 1
  }

  /** Adds the texts of other rows; the first of them gets the number `row`. */
  append(row: number, { names, of }: Texts): void {
    const numbers = names.map((name) => this.number(name))
    for (let i = 0; i < of.length; i++) if (of[i] >= 0) this.set(row + i, numbers[of[i]])
  }

  /** The numbers of the first `rows` rows. Empty if none has a name. */
  of(rows: number): Int32Array {
    if (this.#rows === 0) return new Int32Array(0)
    if (rows > this.#of.length) this.set(rows - 1, -1)
    return this.#of.subarray(0, rows)
  }
}
