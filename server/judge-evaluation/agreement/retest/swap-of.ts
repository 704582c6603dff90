import type { JudgeSwap, SwappedContestant } from '../../../../shared/contracts/index.ts'
import { agreementOf, clusteredMean, kendallTauB } from '../../../../shared/stats/internal.ts'
import { agreementFigures } from '../figures.ts'
import type { JudgedByBoth } from './queries.ts'
import { swappedRatings } from './swapped-ratings.ts'

/** How win rates, ratings and ranks under one criterion change when the second judge replaces the first. */
export function swapOf(all: readonly JudgedByBoth[], nameOf: (id: number) => string): JudgeSwap {
  const { judges, criterion } = all[0]
  const cells = all.map(({ scores }) => scores)
  const ratings = swappedRatings(all)
  const ids = [...new Set(all.flatMap(({ one, other }) => [one, other]))]
  const contestants = ids
    .map((id): SwappedContestant => ({
      contestant: nameOf(id),
      ...winRatesOf(id, all),
      ...(ratings.get(id) ?? { ratings: null, ratingShift: null, ratingInterval: null, ranks: null }),
    }))
    .sort((a, b) => b.winRates[0] - a.winRates[0] || (a.contestant < b.contestant ? -1 : 1))
  const ranked = [...ratings.values()]
  return {
    judges,
    criterion,
    pairs: all.length,
    prompts: new Set(all.map(({ prompt }) => prompt)).size,
    agreement: agreementFigures(agreementOf(cells)),
    decisive: agreementFigures(agreementOf(cells.filter((scores) => !scores.includes(0.5)))),
    contestants,
    ranksChanged: ranked.filter(({ ranks }) => ranks[0] !== ranks[1]).length,
    ranked: ranked.length,
    tau: kendallTauB(
      Float64Array.from(ranked, (one) => one.ratings[0]),
      Float64Array.from(ranked, (one) => one.ratings[1]),
    ),
  }
}

/** Win rates of one contestant by both judges, and their difference with its interval. Both judges saw the same prompts. */
function winRatesOf(id: number, all: readonly JudgedByBoth[]) {
  const votes = all
    .filter(({ one, other }) => one === id || other === id)
    .map(({ one, prompt, scores: [a, b] }) => ({ prompt, scores: one === id ? [a, b] : [1 - a, 1 - b] }))
  const points = (judge: 0 | 1) => votes.reduce((sum, { scores }) => sum + scores[judge], 0)
  // differences are between -1 and 1, and clusteredMean needs shares from 0 to 1
  const halves = votes.map(({ scores }) => (scores[1] - scores[0] + 1) / 2)
  const moved = clusteredMean(
    halves,
    votes.map(({ prompt }) => prompt),
  )!
  const whole = (half: number) => 2 * half - 1
  return {
    votes: votes.length,
    winRates: [points(0) / votes.length, points(1) / votes.length] as [number, number],
    winRateShift: (points(1) - points(0)) / votes.length,
    winRateInterval: moved.interval && (moved.interval.map(whole) as [number, number]),
  }
}
