import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { lengthControlled } from '../../../shared/stats/style/covariates.ts'
import { computeWinRate } from '../../../shared/stats/fit/points.ts'
import { outcomeScore, TIE } from '../../../shared/stats/fit/votes.ts'
import { wilsonInterval } from '../../../shared/stats/numbers/distributions.ts'
import type { Board, VoteDetails, WinRateAgainst } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { numbered } from './fitted.ts'

/** The win rate of one contestant against the baseline, from the votes on the two alone. */
export interface BaselineWinRate extends Omit<
  WinRateAgainst,
  'slug' | 'rating' | 'place' | 'lengthControlled'
> {
  /** The same from the strength of preference, if every vote states it. */
  preference: Pick<WinRateAgainst, 'winRate' | 'standardError' | 'interval'> | null
  lengthControlled: (NonNullable<WinRateAgainst['lengthControlled']> & { withDifficulty: boolean }) | null
}

/** One vote of a contestant against the baseline, seen from the contestant. */
interface BaselineVote {
  score: number
  preference: number | null
  lengthDifference: number | null
  difficulty: number | null
  unit: number
}

/**
 * Win rates against a fixed reference, plain and length-controlled, as in AlpacaEval. They use only the votes on each
 * contestant and the baseline, without a model of the others. Highest first.
 */
export function baselineReport(table: VoteTable, board: Board, baseline: string): BaselineWinRate[] {
  const { names, votes: all, unit } = numbered(table, board)
  const reference = names.indexOf(baseline)
  const votesByContestant = new Map<number, BaselineVote[]>()
  for (let vote = 0; vote < table.votes; vote++) {
    const [left, right, outcome] = [all.left[vote], all.right[vote], all.outcome[vote]]
    if ((left !== reference && right !== reference) || (board.ties === 'drop' && outcome >= TIE)) continue
    const isLeft = right === reference
    const contestant = isLeft ? left : right
    const votes = votesByContestant.get(contestant) ?? []
    votesByContestant.set(contestant, votes)
    votes.push({
      score: outcomeScore(outcome, isLeft),
      unit: unit[vote],
      ...detailsFor(table.details?.[vote], isLeft),
    })
  }
  return [...votesByContestant]
    .map(([contestant, votes]) => baselineWinRate(names[contestant], votes))
    .sort((a, b) => b.winRate - a.winRate || (a.name < b.name ? -1 : 1))
}

function detailsFor(details: VoteDetails | undefined, isA: boolean): Omit<BaselineVote, 'score' | 'unit'> {
  if (!details) return { preference: null, lengthDifference: null, difficulty: null }
  const { preferenceB, difficulty } = details
  const [a, b] = [details.styleA.length, details.styleB.length]
  return {
    preference: preferenceB === null ? null : isA ? 1 - preferenceB : preferenceB,
    lengthDifference: a === null || b === null ? null : isA ? a - b : b - a,
    difficulty,
  }
}

function baselineWinRate(name: string, votes: readonly BaselineVote[]): BaselineWinRate {
  const units = votes.map(({ unit }) => unit)
  const scores = votes.map(({ score }) => score)
  const [wins, losses] = [1, 0].map((points) => scores.filter((score) => score === points).length)
  const ties = votes.length - wins - losses
  const { standardError, interval } = clusteredMean(scores, units)!
  const preferences = votes.flatMap(({ preference }) => preference ?? [])
  const preferred = preferences.length === votes.length ? clusteredMean(preferences, units)! : null
  return {
    name,
    votes: votes.length,
    wins,
    losses,
    ties,
    // not the sum of rounded shares
    winRate: computeWinRate(wins, ties, losses)!,
    standardError,
    interval,
    wilson: wilsonInterval(wins, wins + losses),
    preference: preferred && {
      winRate: preferred.mean,
      standardError: preferred.standardError,
      interval: preferred.interval,
    },
    lengthControlled: controlled(votes, preferred !== null),
  }
}

function controlled(
  votes: readonly BaselineVote[],
  byPreference: boolean,
): BaselineWinRate['lengthControlled'] {
  const known = votes.filter(({ lengthDifference }) => lengthDifference !== null)
  if (known.length < 2) return null
  const scored = ({ score, preference }: BaselineVote) => (byPreference ? preference! : score)
  const numbers = new Map([...new Set(known.map(({ unit }) => unit))].map((unit, i) => [unit, i]))
  const withDifficulty = known.every(({ difficulty }) => difficulty !== null)
  const estimate = lengthControlled({
    score: Float64Array.from(known, scored),
    lengthDifference: Float64Array.from(known, ({ lengthDifference }) => lengthDifference!),
    difficulty: withDifficulty ? Float64Array.from(known, ({ difficulty }) => difficulty!) : null,
    unit: Int32Array.from(known, ({ unit }) => numbers.get(unit)!),
    units: numbers.size,
  })
  if (!estimate) return null
  const { winRate, standardError, interval } = estimate
  const plain = known.reduce((sum, vote) => sum + scored(vote), 0) / known.length
  return { votes: known.length, winRate, standardError, interval, plain, withDifficulty }
}
