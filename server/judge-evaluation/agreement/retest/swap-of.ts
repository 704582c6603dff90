import type { JudgeSwap, SwappedContestant } from '../../../../shared/contracts/index.ts'
import { agreementOf } from '../../../../shared/stats/judges/agreement.ts'
import { clusteredMean } from '../../../../shared/stats/intervals/clustered-mean.ts'
import { kendallTauB } from '../../../../shared/stats/compare/boards-apart.ts'
import { NORMAL_95 } from '../../../../shared/stats/intervals/comparison.ts'
import { toRating } from '../../../../shared/stats/fit/likelihood.ts'
import type { Deviations } from '../../../../shared/stats/intervals/bootstrap.ts'
import { agreementFigures } from '../figures.ts'
import type { JudgedByBoth } from './queries.ts'
import { fittedBoard, PARTS, type CountedPair, type FittedBoard } from '../index.ts'

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

interface SwappedRating {
  ratings: [number, number]
  ratingShift: number
  ratingInterval: [number, number] | null
  ranks: [number, number]
}

const ROUNDS = 200
const SEED = 1

/**
 * The ratings by two judges on the same pairs of answers, for contestants that both can rate, and their differences.
 * Both boards are resampled with the same weights for the same prompts, so that noise from prompts cancels out.
 */
function swappedRatings(all: readonly JudgedByBoth[]): Map<number, SwappedRating> {
  const ids = [...new Set(all.flatMap(({ one, other }) => [one, other]))].sort((a, b) => a - b)
  const contestants = ids.map((id) => ({ id, name: '', family: null, model: null }))
  const boards = ([0, 1] as const).map((judge) => fittedBoard(countedBy(all, judge), contestants))
  const both = ids.filter((id) => boards.every((board) => board.ids.includes(id)))
  if (both.length < 2) return new Map()
  const centred = boards.map((board) => centredOn(board, both))
  const ranks = centred.map(({ theta }) => ranksOf(theta))
  return new Map(
    both.map((id, i) => {
      const ratings = centred.map(({ theta }) => toRating(theta[i])) as [number, number]
      const ratingShift = ratings[1] - ratings[0]
      const moved = centred[0].rounds.map((round, r) => centred[1].rounds[r][i] - round[i])
      const half = NORMAL_95 * (toRating(deviationOf(moved)) - toRating(0))
      return [
        id,
        {
          ratings,
          ratingShift,
          ratingInterval: half > 0 ? [ratingShift - half, ratingShift + half] : null,
          ranks: [ranks[0][i], ranks[1][i]],
        },
      ]
    }),
  )
}

/** Assigns prompts evenly to the parts by which votes are resampled. */
function countedBy(all: readonly JudgedByBoth[], judge: 0 | 1): CountedPair[] {
  const prompts = [...new Set(all.map(({ prompt }) => prompt))].sort((a, b) => a - b)
  const partOf = new Map(prompts.map((prompt, i) => [prompt, i % PARTS]))
  const cells = Map.groupBy(all, ({ one, other, prompt }) => `${one} ${other} ${partOf.get(prompt)}`)
  return [...cells.values()]
    .map((cell) => {
      const { one: low, other: high, prompt } = cell[0]
      const countOf = (score: number) => cell.filter(({ scores }) => scores[judge] === score).length
      return {
        low,
        high,
        part: partOf.get(prompt)!,
        lowWins: countOf(1),
        highWins: countOf(0),
        ties: countOf(0.5),
      }
    })
    .sort((a, b) => a.low - b.low || a.high - b.high || a.part - b.part)
}

/** Strengths of some contestants and their bootstrap deviations, each centred on the mean of these contestants. */
function centredOn({ ids, theta, rounds }: FittedBoard, contestantIds: readonly number[]) {
  const places = contestantIds.map((id) => ids.indexOf(id))
  const drawn: Deviations = rounds(ROUNDS, SEED)
  const row = (r: number) => centre(places.map((place) => drawn.values[r * drawn.contestants + place]))
  return {
    theta: centre(places.map((place) => theta[place])),
    rounds: Array.from({ length: drawn.rounds }, (_, r) => row(r)),
  }
}

function centre(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}

const ranksOf = (theta: readonly number[]): number[] =>
  theta.map((strength) => 1 + theta.filter((other) => other > strength).length)

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}
