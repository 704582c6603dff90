import { postgresTimestamp } from '../../platform/postgres/rows.ts'
import type { ArenaView } from '../view.ts'
import { isSlowToCompute, viewFilter } from './view-votes.ts'
import { VoteStatus } from './stored-votes.ts'
import type { VoteStore } from './vote-store.ts'

const DAY_US = 24 * 3600 * 1e6
const YEAR_2000_MS = Date.UTC(2000, 0, 1)

/** A day on which counted votes were cast. */
interface VotedDay {
  /** In UTC, as YYYY-MM-DD. */
  day: string
  /** A text for the counted votes cast until the end of the day. Equal texts mean the same votes. */
  votes: string
}

interface VotedDays {
  /** Oldest first. */
  days: VotedDay[]
  /** Whether a board of all votes of the view is slow to compute. */
  isSlow: boolean
}

/** The days before a moment on which the counted votes of a view were cast, in one scan of all votes. */
export function votingDays(store: VoteStore, view: ArenaView, before: Date): VotedDays {
  const { columns, statuses } = store
  const end = postgresTimestamp(before)
  const isIncluded = viewFilter(store, view)
  const sums = new Map<number, [count: number, firstSum: number, secondSum: number]>()
  for (let row = 0; row < columns.rows; row++) {
    if (columns.castAt[row] >= end || statuses.of(row) !== VoteStatus.counted || !isIncluded(row)) continue
    const day = Math.floor(columns.castAt[row] / DAY_US)
    let sum = sums.get(day)
    if (!sum) sums.set(day, (sum = [0, 0, 0]))
    sum[0]++
    sum[1] = (sum[1] + mixed(columns.ids[row], 0x9e3779b1)) >>> 0
    sum[2] = (sum[2] + mixed(columns.ids[row], 0x85ebca6b)) >>> 0
  }
  const until = [0, 0, 0]
  const days = [...sums.entries()]
    .sort(([a], [b]) => a - b)
    .map(([day, sum]) => {
      until[0] += sum[0]
      until[1] = (until[1] + sum[1]) >>> 0
      until[2] = (until[2] + sum[2]) >>> 0
      return {
        day: new Date(YEAR_2000_MS + (day * DAY_US) / 1000).toISOString().slice(0, 10),
        votes: [...until, store.erasedVoters].join('.'),
      }
    })
  const isSlow = isSlowToCompute(until[0]!, store.contestants.sorted.length)
  return { days, isSlow }
}

/** Spreads the bits of an id, so that sums over different sets of ids differ. */
function mixed(id: number, factor: number): number {
  let bits = Math.imul((id | 0) ^ Math.imul(Math.floor(id / 2 ** 32), 0xc2b2ae35), factor)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  return (bits ^ (bits >>> 13)) >>> 0
}
