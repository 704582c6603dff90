/** The status of each vote. The SQL function `counted_votes` defines the same; a test compares the two. */
import type { Columns } from './columns.ts'

/**
 * `hidden`: not published yet, or retracted. `quarantined` and `leaked`: not counted; boards show how many there are of
 * each. `leaked`: in quarantine since an answer named its model, or the prompt asked for it. `overCap`: there since its voter
 * has cast more votes than the arena counts.
 */
export const VoteStatus = { hidden: 0, counted: 1, quarantined: 2, leaked: 3, overCap: 4 } as const
export type VoteStatus = (typeof VoteStatus)[keyof typeof VoteStatus]

/** A quarantine, or a release from it. */
interface Mark {
  id: number
  recordedAt: number
  /** The status that it gives the vote. */
  status: VoteStatus
}

export class VoteStatuses {
  readonly #columns: Columns
  #statuses = new Uint8Array(0)
  readonly #retractedAt = new Map<number, number>()
  readonly #marks = new Map<number, Mark[]>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /** The status of a row at its last `update`. */
  of(row: number): VoteStatus {
    return (this.#statuses[row] ?? VoteStatus.hidden) as VoteStatus
  }

  /** Determines the status of a row at the time of publication; returns the status before and now. */
  update(row: number, until: number): [before: VoteStatus, now: VoteStatus] {
    if (row >= this.#statuses.length) {
      const longer = new Uint8Array(this.#columns.ids.length)
      longer.set(this.#statuses)
      this.#statuses = longer
    }
    const before = this.of(row)
    const now = this.#statusAt(row, until)
    this.#statuses[row] = now
    return [before, now]
  }

  retract(row: number, recordedAt: number): void {
    this.#retractedAt.set(row, recordedAt)
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

  /** Every retraction, quarantine and release: its row and when it was recorded. */
  *changes(): Generator<{ row: number; recordedAt: number; kind: 'retractions' | 'marks' }> {
    for (const [row, at] of this.#retractedAt) yield { row, recordedAt: at, kind: 'retractions' }
    for (const [row, marks] of this.#marks)
      for (const { recordedAt } of marks) yield { row, recordedAt, kind: 'marks' }
  }

  #statusAt(row: number, until: number): VoteStatus {
    if (this.#columns.recordedAt[row] > until) return VoteStatus.hidden
    const retractedAt = this.#retractedAt.get(row)
    if (retractedAt !== undefined && retractedAt <= until) return VoteStatus.hidden
    const last = this.#marks.get(row)?.findLast(({ recordedAt }) => recordedAt <= until)
    return last?.status ?? VoteStatus.counted
  }
}
