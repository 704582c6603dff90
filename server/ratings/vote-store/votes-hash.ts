import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { addLines } from '../boards/votes-sha256.ts'
import { tableOfRows } from './stored-rows.ts'
import type { StoredRows } from './stored-rows.ts'
import { inOrderOfIds } from './order-of-ids.ts'

/** After so many votes the hash is kept, to go on from there the next time. */
const PORTION = 1 << 16

/**
 * The hash of a view's votes, as `votesSha256` defines it, from one time to the next. Votes stand in the order of their
 * ids as strings, so a new one may come anywhere; what stands before the first change is not hashed again.
 */
export class VotesHash {
  #rows: Int32Array = new Int32Array(0)
  /** Of the first PORTION · i rows. */
  #kept: Hash[] = []
  #stamp = ''

  /** @param stamp equal where all names are as they were */
  of(votes: StoredRows, cluster: Cluster, stamp: string): string {
    const rows = inOrderOfIds(votes.columns.ids, votes.rows)
    const same = this.#stamp === `${cluster} ${stamp}` ? equalUntil(this.#rows, rows) : 0
    this.#kept.length = Math.min(this.#kept.length, Math.floor(same / PORTION) + 1)
    if (same === 0) this.#kept = [createHash('sha256')]
    this.#rows = rows
    this.#stamp = `${cluster} ${stamp}`
    const identity = new Int32Array(PORTION).map((_, i) => i)
    for (let from = (this.#kept.length - 1) * PORTION; ; from += PORTION) {
      const portion = rows.subarray(from, from + PORTION)
      const hash = this.#kept.at(-1)!.copy()
      const sorted = { rows: identity.subarray(0, portion.length), counts: null }
      addLines(hash, tableOfRows({ ...votes, rows: portion }), sorted, cluster)
      if (portion.length < PORTION) return hash.digest('hex')
      this.#kept.push(hash)
    }
  }
}

function equalUntil(before: Int32Array, now: Int32Array): number {
  const end = Math.min(before.length, now.length)
  for (let i = 0; i < end; i++) if (before[i] !== now[i]) return i
  return end
}
