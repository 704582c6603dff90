import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { Cluster } from '../../../shared/contracts/index.ts'
import { addLines } from '../boards/votes-sha256.ts'
import { tableOfRows } from './stored-rows.ts'
import type { StoredRows } from './stored-rows.ts'
import { inOrderOfIds } from './order-of-ids.ts'

/** The state of the hash is stored after each portion of this many votes, to continue from there. */
const PORTION = 1 << 16

/**
 * The hash of a view's votes, as `votesSha256` defines it. Votes are in the order of their ids as strings, so a new vote
 * may come anywhere. The portions before the first change are not hashed again.
 */
export class VotesHash {
  #rows: Int32Array = new Int32Array(0)
  /** The state of the hash after the first PORTION · i rows. */
  #states: Hash[] = []
  #stamp = ''

  /** @param stamp equal while no name has changed */
  of(votes: StoredRows, cluster: Cluster, stamp: string): string {
    const rows = inOrderOfIds(votes.columns.ids, votes.rows)
    const same = this.#stamp === `${cluster} ${stamp}` ? equalUntil(this.#rows, rows) : 0
    this.#states.length = Math.min(this.#states.length, Math.floor(same / PORTION) + 1)
    if (same === 0) this.#states = [createHash('sha256')]
    this.#rows = rows
    this.#stamp = `${cluster} ${stamp}`
    const identity = new Int32Array(PORTION).map((_, i) => i)
    for (let from = (this.#states.length - 1) * PORTION; ; from += PORTION) {
      const portion = rows.subarray(from, from + PORTION)
      const hash = this.#states.at(-1)!.copy()
      const sorted = { rows: identity.subarray(0, portion.length), counts: null }
      addLines(hash, tableOfRows({ ...votes, rows: portion }), sorted, cluster)
      if (portion.length < PORTION) return hash.digest('hex')
      this.#states.push(hash)
    }
  }
}

function equalUntil(before: Int32Array, now: Int32Array): number {
  const end = Math.min(before.length, now.length)
  for (let i = 0; i < end; i++) if (before[i] !== now[i]) return i
  return end
}
