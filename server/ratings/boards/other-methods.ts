import {
  davidsonErrors,
  fieldOf,
  fitDavidson,
  marginalInterval,
  onlineElo,
} from '../../../shared/stats/internal.ts'
import {
  among,
  evidenceOf,
  fromRating,
  outcomesAmong,
  saysNothing,
  tally,
} from '../../../shared/stats/internal.ts'
import type { VoteColumns } from '../../../shared/stats/internal.ts'

/** The rating of one contestant by a method other than Bradley-Terry. */
export interface OtherRating {
  theta: number
  standardError: number | null
  marginal: [number, number] | null
}

export interface OtherRatings {
  /** By contestant; null if the method has no rating for it. */
  ratings: (OtherRating | null)[]
  /** Whether the likelihood has a maximum. */
  exists: boolean
  converged: boolean
  iterations: number
  /** ν of Davidson's model with its 95 % interval; the interval is null if it is unknown or says nothing. */
  tieParameter?: { nu: number; interval: [number, number] | null }
}

/** Online Elo of votes in the given order: a number for everybody with a vote, and no interval. */
export function eloRatings(votes: VoteColumns, ties: 'half' | 'drop'): OtherRatings {
  const ratings = onlineElo(votes, ties).map((rating) =>
    rating === null ? null : { theta: fromRating(rating), standardError: null, marginal: null },
  )
  return { ratings, exists: true, converged: true, iterations: 0 }
}

/**
 * Fits Davidson's model to the contestants that wins and ties connect both ways. Marginal intervals are from the
 * sandwich covariance. All ratings are null if no maximum exists.
 */
export function davidsonRatings(votes: VoteColumns, resampledBy: 'unit' | 'vote'): OtherRatings {
  const counted = tally(votes, resampledBy, 'half')
  const everyone = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const { rated } = fieldOf(everyone.points)
  const ratings = new Array<OtherRating | null>(votes.contestants).fill(null)
  const pairs = outcomesAmong(counted, rated)
  const fitted = fitDavidson(pairs)
  if (!fitted) return { ratings, exists: rated.length === 0, converged: true, iterations: 0 }
  const number = new Int32Array(votes.contestants).fill(-1)
  rated.forEach((contestant, i) => (number[contestant] = i))
  const evidence = evidenceOf(counted, among(counted, rated))
  const unitOf = resampledBy === 'unit' ? votes.unit : Array.from(votes.outcome.keys())
  const errors = fitted.converged ? davidsonErrors(votes, number, unitOf, pairs, evidence, fitted) : null
  rated.forEach((contestant, i) => {
    const theta = fitted.theta[i]
    ratings[contestant] = {
      theta,
      standardError: errors ? errors.strengths[i] : null,
      marginal: errors ? marginalInterval(theta, errors.strengths[i], evidence.effective[i]) : null,
    }
  })
  const { converged, iterations, nu } = fitted
  const units = Math.max(...Array.from(evidence.effective))
  const ends = errors && marginalInterval(Math.log(nu), errors.logNu, units)
  const interval: [number, number] | null =
    ends && !saysNothing(ends) ? [Math.exp(ends[0]), Math.exp(ends[1])] : null
  return { ratings, exists: true, converged, iterations, tieParameter: { nu, interval } }
}
