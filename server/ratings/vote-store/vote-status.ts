/** The status of each vote. The SQL function `counted_votes_in` defines the same; a test compares the two. */
import { isIn, type Snapshots } from '../../platform/postgres/publishing.ts'
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
  txid: number
  /** The status that it gives the vote. */
  status: VoteStatus
}

export class VoteStatuses {
  readonly #columns: Columns
  #statuses = new Uint8Array(0)
  readonly #retractions = new Map<number, number>()
  readonly #marks = new Map<number, Mark[]>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /** The status of a row at its last `update`. */
  of(row: number): VoteStatus {
    return (this.#statuses[row] ?? VoteStatus.hidden) as VoteStatus
  }

  /** Determines the status of a row in a publication; returns the status before and now. */
  update(row: number, publication: Snapshots): [before: VoteStatus, now: VoteStatus] {
    if (row >= this.#statuses.length) {
      const longer = new Uint8Array(this.#columns.ids.length)
      longer.set(this.#statuses)
      this.#statuses = longer
    }
    const before = this.of(row)
    const now = this.#statusIn(row, publication)
    this.#statuses[row] = now
    return [before, now]
  }

  retract(row: number, txid: number): void {
    this.#retractions.set(row, txid)
  }

  mark(row: number, mark: Mark): void {
    const marks = this.#marks.get(row) ?? []
    this.#marks.set(
      row,
      [...marks.filter(({ id }) => id !== mark.id), mark].sort((a, b) => a.id - b.id),
    )
  }

  isRetracted(row: number): boolean {
    return this.#retractions.has(row)
  }

  isMarked(row: number, id: number): boolean {
    return this.#marks.get(row)?.some((mark) => mark.id === id) ?? false
  }

  /** Every retraction, quarantine and release: its row and its transaction. */
  *changes(): Generator<{ row: number; txid: number; kind: 'retractions' | 'marks' }> {
    for (const [row, txid] of this.#retractions) yield { row, txid, kind: 'retractions' }
    for (const [row, marks] of this.#marks) for (const { txid } of marks) yield { row, txid, kind: 'marks' }
  }

  #statusIn(row: number, { votes, changes }: Snapshots): VoteStatus {
    if (!isIn(this.#columns.txid[row], votes)) return VoteStatus.hidden
    const retraction = this.#retractions.get(row)
    if (retraction !== undefined && isIn(retraction, changes)) return VoteStatus.hidden
    const last = this.#marks.get(row)?.findLast(({ txid }) => isIn(txid, changes))
    return last?.status ?? VoteStatus.counted
  }
}
