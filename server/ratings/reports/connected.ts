import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { fieldOf } from '../../../shared/stats/declare/declare.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { tally, TIE, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import type { CovariateVotes } from '../../../shared/stats/style/covariates.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { Numbered } from './fitted.ts'

/** The selected votes whose contestants these votes link both ways. */
export interface Connected {
  members: Int32Array
  /** The plain strength of each member, and the number of units with its votes. */
  theta: Float64Array
  evidence: ArrayLike<number>
  /** Numbers of the votes. */
  votes: number[]
  columns: Omit<CovariateVotes, 'covariates'>
  /** The number of units with a vote. */
  units: number
}

export function connected(
  { columns, resampledBy }: Numbered,
  { ties }: Board,
  isWanted: (vote: number) => boolean,
): Connected {
  const isCounted = (vote: number) => isWanted(vote) && (ties === 'half' || columns.outcome[vote] < TIE)
  const some = picked(columns, [...columns.outcome.keys()].filter(isCounted))
  const counted = tally(some, resampledBy, ties)
  const everyone = Int32Array.from({ length: columns.contestants }, (_, i) => i)
  const { rated } = fieldOf(among(counted, everyone).points)
  const selection = among(counted, rated)
  const number = new Int32Array(columns.contestants).fill(-1)
  rated.forEach((contestant, i) => (number[contestant] = i))
  const isRated = (vote: number) => number[columns.left[vote]] >= 0 && number[columns.right[vote]] >= 0
  const votes = [...columns.outcome.keys()].filter((vote) => isCounted(vote) && isRated(vote))
  const { left, right, outcome, unit, units } = picked(columns, votes)
  return {
    members: rated,
    theta: rated.length > 1 ? fit(selection.points).theta : new Float64Array(rated.length),
    evidence: evidenceOf(counted, selection).effective,
    votes,
    columns: {
      contestants: rated.length,
      left: left.map((contestant) => number[contestant]),
      right: right.map((contestant) => number[contestant]),
      score: Float64Array.from(outcome, (one) => SCORES[one]),
      unit,
      units,
    },
    units: new Set(unit).size,
  }
}

const SCORES = [1, 0, 0.5, 0.5]

function picked(columns: VoteColumns, votes: readonly number[]): VoteColumns {
  const columnOf = (column: Int32Array) => Int32Array.from(votes, (vote) => column[vote])
  const { left, right, outcome, unit } = columns
  return {
    ...columns,
    left: columnOf(left),
    right: columnOf(right),
    outcome: Uint8Array.from(votes, (vote) => outcome[vote]),
    unit: columnOf(unit),
  }
}
