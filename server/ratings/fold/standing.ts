/** What has become of each vote: whether it is out, taken back, in quarantine. */
import type { Columns } from './columns.ts'

export const [IS_NOT, STANDS, IS_QUARANTINED] = [0, 1, 2]

interface Mark {
  id: number
  at: number
  released: boolean
}

export class Standings {
  readonly #columns: Columns
  #now = new Uint8Array(0)
  readonly #retractedAt = new Map<number, number>()
  readonly #marks = new Map<number, Mark[]>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /** As it was last judged. */
  of(row: number): number {
    return this.#now[row] ?? IS_NOT
  }

  /** Judges a row anew at the moment of publication; returns what it was and what it is. */
  judge(row: number, until: number): [before: number, now: number] {
    if (row >= this.#now.length) {
      const longer = new Uint8Array(this.#columns.ids.length)
      longer.set(this.#now)
      this.#now = longer
    }
    const before = this.#now[row]!
    const now = this.#at(row, until)
    this.#now[row] = now
    return [before, now]
  }

  retract(row: number, at: number): void {
    this.#retractedAt.set(row, at)
  }

  mark(row: number, mark: Mark): void {
    const marks = this.#marks.get(row) ?? []
    this.#marks.set(
      row,
      [...marks.filter(({ id }) => id !== mark.id), mark].sort((a, b) => a.id - b.id),
    )
  }

  isRetracted(row: number): boolean {
    return this.#retractedAt.has(row)
  }

  isMarked(row: number, id: number): boolean {
    return this.#marks.get(row)?.some((mark) => mark.id === id) ?? false
  }

  /** Every further fact: of which row, when. */
  *further(): Generator<{ row: number; at: number; kind: 'retractions' | 'marks' }> {
    for (const [row, at] of this.#retractedAt) yield { row, at, kind: 'retractions' }
    for (const [row, marks] of this.#marks) for (const { at } of marks) yield { row, at, kind: 'marks' }
  }

  #at(row: number, until: number): number {
    if (this.#columns.recordedAt[row]! > until) return IS_NOT
    const retractedAt = this.#retractedAt.get(row)
    if (retractedAt !== undefined && retractedAt <= until) return IS_NOT
    const last = this.#marks.get(row)?.findLast(({ at }) => at <= until)
    return last && !last.released ? IS_QUARANTINED : STANDS
  }
}
