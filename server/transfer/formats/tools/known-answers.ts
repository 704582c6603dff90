import { HashTable } from './hash-table.ts'

/**
 * The samples of answers that were read so far: the hash of each text, by place (prompt and contestant) and number.
 * Nearly all are the only one of their place, which is one entry of the table; a further one is two.
 */
export class KnownAnswers {
  /** By place: sample 1, and how many samples there are. By place and number, and by place and text: the others. */
  #table = new HashTable()
  /** Whether any place has a sample beside its first. */
  #hasFurther = false

  /** The hash of the text of a sample; null: there is no such sample. */
  hashOf(place: string, sample: number): string | null {
    return this.#table.get(sample === 1 ? place : byNumber(place, sample))?.hash ?? null
  }

  /** The number of the sample with this text; else the next that is free. */
  numberOf(place: string, hash: string): number {
    const first = this.#table.get(place)
    if (first?.hash === hash) return 1
    const known = this.#hasFurther ? this.#table.get(byText(place, hash)) : null
    if (known) return known.number
    let next = first ? first.number + 1 : 1
    while (this.hashOf(place, next) !== null) next++
    return next
  }

  /** @returns whether the sample is new; another with its number stays as it is */
  add(place: string, sample: number, hash: string): boolean {
    if (this.hashOf(place, sample) !== null) return false
    if (sample === 1) {
      this.#table.set(place, { hash, number: 1 })
      return true
    }
    this.#hasFurther = true
    this.#table.set(byNumber(place, sample), { hash, number: 1 })
    this.#table.set(byText(place, hash), { hash, number: sample })
    const first = this.#table.get(place)
    if (first) this.#table.set(place, { hash: first.hash, number: first.number + 1 })
    return true
  }
}

const byNumber = (place: string, sample: number) => `${sample} ${place}`
const byText = (place: string, hash: string) => `${hash} ${place}`
