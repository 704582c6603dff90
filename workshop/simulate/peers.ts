import { Option } from 'commander'
import {
  bootstrapSpread,
  deviationOfDifference,
  quasiErrors,
  simultaneousFactor,
  twoWaySpread,
  type Spread,
} from '../../shared/stats/intervals/spread.ts'
import { comparisonFreedom, inflation } from '../../shared/stats/intervals/comparison.ts'
import { comparisonIntervals, FEW_UNITS, FEW_VOTES } from '../../shared/stats/intervals/intervals.ts'
import { decidedBySigns } from '../../shared/stats/intervals/measurement.ts'
import { pointsAmong, type Selection } from '../../shared/stats/fit/points.ts'
import { evidenceOf, type Evidence } from '../../shared/stats/fit/evidence.ts'
import { predictionQuantile } from '../../shared/stats/numbers/distributions.ts'
import { fieldOf } from '../../shared/stats/declare/declare.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import { information, modelVariance, type Information } from '../../shared/stats/fit/information.ts'
import { moderatedErrors } from '../../shared/stats/intervals/moderated.ts'
import { resampler, type Deviations, type Rounds } from '../../shared/stats/intervals/bootstrap.ts'
import { tally, type Tally, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { pairs, equal } from './cell.ts'
import { resampledBy, seedOf, type FieldSetting } from './field.ts'
import { drawVotes, type By, type World } from './world.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { study } from './harness.ts'
import { percentOf } from './table.ts'
import { ALL_WORLDS } from './worlds.ts'

/** By how much θ_i must exceed θ_j before a rule declares i above j. */
type Need = (i: number, j: number) => number

/**
 * The rules that are compared:
 * - `bars`: the comparison intervals in use.
 * - `all differences`: max-t. Each difference against its own standard error, with one critical value for all pairs
 *   (single step), from the same variances, rounds and degrees of freedom as the bars. It cannot be drawn as bars.
 * - `former bars`: the rule before units counted by their size: one kind of unit, G their number, no moderation.
 */
const PEERS = ['bars', 'all differences', 'former bars'] as const
type Peer = (typeof PEERS)[number]

interface PeerBoard {
  theta: Float64Array
  needs: Record<Peer, Need>
}

/** What each rule needs on one board. Null if a contestant is not rated. */
function peersOf(votes: VoteColumns, isByVote: boolean, drawn: Rounds): PeerBoard | null {
  const counted = tally(votes, isByVote ? 'vote' : 'unit', 'half')
  const selection = pointsAmong(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  if (fieldOf(selection.points).rated.length < votes.contestants) return null
  const { theta } = fit(selection.points)
  const fisher = information(selection.points, theta)
  const evidence = evidenceOf(counted, selection, theta)
  const { crossed, ...oneWay } = counted
  const spreadOf = (units: Tally) =>
    bootstrapSpread(selection.points, theta, resampler(units, selection), drawn)
  const first = spreadOf(oneWay)(fisher)
  const spread = crossed
    ? twoWaySpread(
        () => first,
        spreadOf({ ...oneWay, units: crossed }),
        spreadOf({ ...oneWay, units: null }),
      )(fisher)
    : first
  const intervals = comparisonIntervals(selection.points, theta, evidence, () => spread)
  const bars = decidedBySigns(intervals, theta, counted, selection, evidence, 'one')
  return {
    theta,
    needs: {
      bars: needOf(bars.comparison, theta),
      'all differences': allDifferences(spread, bars.standardErrors, evidence, fisher),
      'former bars': formerBars(first, oneWay, selection, fisher),
    },
  }
}

/** One interval must lie above the other. */
function needOf(comparison: readonly [number, number][], theta: Float64Array): Need {
  return (i, j) => theta[i] - comparison[i][0] + (comparison[j][1] - theta[j])
}

function allDifferences(
  spread: Spread,
  standardErrors: Float64Array,
  evidence: Evidence,
  fisher: Information,
): Need {
  const common = moderatedErrors(fisher, spread.standardErrors, standardErrors, evidence)
  const deviations = common ? common.stretched(spread.deviations()) : spread.deviations()
  const size = standardErrors.length
  const all = pairs(size)
  const drawn = all.map(([i, j]) => deviationOfDifference(deviations, i, j))
  const errors = common ? drawn : all.map(([i, j]) => spread.ofDifference(i, j))
  const critical = predictionQuantile(largestDifferences(deviations, all, drawn).sort(), 0.05)
  const freedom = comparisonFreedom(
    common?.units ?? evidence.effective,
    fisher.diagonal,
    spread.deviations().rounds,
  )
  const number = new Map(all.map(([i, j], pair) => [i * size + j, pair]))
  return (i, j) => {
    const unbiased = Math.min(evidence.unbiased[i], evidence.unbiased[j])
    const error = errors[number.get(Math.min(i, j) * size + Math.max(i, j))!]
    return critical * inflation(unbiased, critical, Math.min(freedom[i], freedom[j])) * error
  }
}

/** For each round the largest difference of two contestants, in its own standard errors. */
function largestDifferences(
  { values, contestants, rounds }: Deviations,
  all: [number, number][],
  errors: number[],
): Float64Array {
  return Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * contestants
    return all.reduce(
      (most, [i, j], pair) => Math.max(most, Math.abs(values[row + i] - values[row + j]) / errors[pair]),
      0,
    )
  })
}

function formerBars(spread: Spread, counted: Tally, selection: Selection, fisher: Information): Need {
  const { votes, units } = evidenceOf(counted, selection)
  const size = votes.length
  const s = spread.standardErrors.map((own, i) =>
    votes[i] < FEW_VOTES || units[i] < FEW_UNITS
      ? Math.max(own, Math.sqrt(modelVariance(fisher, size, i)))
      : own,
  )
  const w = quasiErrors(s)
  const k = simultaneousFactor(spread.deviations(), w)
  const freedom = comparisonFreedom(units, fisher.diagonal, spread.deviations().rounds)
  const half = w.map((own, i) => k * inflation(units[i], Math.SQRT2 * k, freedom[i]) * own)
  return (i, j) => half[i] + half[j]
}

/** What one rule did in a world, and among equals that have the same votes, prompts and voters. */
interface PeerScore {
  /** Boards of equals on which the rule declared something. */
  anyFalse: number
  /** The factor by which all that the rule needs must be multiplied to be false on 5 % of the boards of equals. */
  factor: number
  /** Pairs of unequal strength that are declared in the right order, by the rule as it is and with that factor. */
  declared: number
  declaredAtEqualError: number
}

interface PeerScores {
  boards: number
  /** Pairs of unequal strength. */
  unequal: number
  rules: Record<Peer, PeerScore>
}

/** Boards of a world, and as many of equals in the same world. Boards with unrated contestants declare nothing. */
export function scorePeers(world: World, by: By, setting: FieldSetting): PeerScores {
  const equals = leadsOf({ ...world, strengths: equal(world.strengths.length) }, by, setting)
  const unequal = leadsOf(world, by, setting)
  const rules = PEERS.map((peer): [Peer, PeerScore] => {
    const largest = equals.map((board) => Math.max(0, ...board.map((lead) => Math.abs(lead[peer]))))
    const factor = predictionQuantile(Float64Array.from(largest).sort(), 0.05)
    const right = unequal.flat().map((lead) => lead[peer])
    return [
      peer,
      {
        anyFalse: largest.filter((lead) => lead > 1).length,
        factor,
        declared: right.filter((lead) => lead > 1).length,
        declaredAtEqualError: right.filter((lead) => lead > factor).length,
      },
    ]
  })
  const unequalPairs = pairs(world.strengths.length).filter(
    ([i, j]) => world.strengths[i] !== world.strengths[j],
  )
  return {
    boards: setting.boards,
    unequal: setting.boards * unequalPairs.length,
    rules: Object.fromEntries(rules) as Record<Peer, PeerScore>,
  }
}

/**
 * For each board and each pair that may differ, the lead of the stronger over the weaker, as a multiple of what a
 * rule needs. Among equals, of either over the other.
 */
function leadsOf(world: World, by: By, { boards, rounds, seed }: FieldSetting): Record<Peer, number>[][] {
  const { strengths } = world
  const areEqual = strengths.every((own) => own === strengths[0])
  const ordered = pairs(strengths.length)
    .filter(([i, j]) => areEqual || strengths[i] !== strengths[j])
    .map(([i, j]) => (strengths[i] < strengths[j] ? [j, i] : [i, j]))
  return Array.from({ length: boards }, (_, board) => {
    const votes = resampledBy(drawVotes(world, new RandomStream(seedOf(world, seed), board)), by)
    const peers = peersOf(votes, by === 'vote', { rounds, seed: board, onProgress: () => undefined })
    if (!peers) return []
    const { theta, needs } = peers
    return ordered.map(
      ([i, j]) =>
        Object.fromEntries(PEERS.map((peer) => [peer, (theta[i] - theta[j]) / needs[peer](i, j)])) as Record<
          Peer,
          number
        >,
    )
  })
}

type Scored = { score: PeerScores }

const ofPairs = (count: number, { unequal }: PeerScores) => ((100 * count) / unequal).toFixed(1)

export const peers = study({
  name: 'field --peers',
  about:
    'How much each rule declares in worlds of unequal strengths, if it is false on 5 % of boards of equals.',
  options: [
    new Option('--boards <n>', 'boards a world, in place of its own number').argParser(wholeNumber(1)),
    new Option('--rounds <n>', 'bootstrap rounds').argParser(wholeNumber(20)).default(300),
  ],
  worlds: () =>
    ALL_WORLDS.filter(
      ({ categories, strengths }) => !categories && strengths.some((own) => own !== strengths[0]),
    ).flatMap((world) => world.promised.map((by) => ({ world, by }))),
  titleOf: ({ world: { group, name }, by }) => `${group}: ${name}, by ${by}`,
  score: (
    { world, by }: { world: World; by: By },
    { boards = Math.min(200, world.boards), ...setting }: { boards?: number; rounds: number; seed: number },
  ) => scorePeers(world, by, { ...setting, boards }),
  columns: [
    { head: 'world', of: ({ world: { world } }) => world.name },
    { head: 'resampled by', of: ({ world: { by } }) => by, isText: true },
    ...PEERS.map((peer) => ({
      head: `any false: ${peer}`,
      of: ({ score }: Scored) => percentOf(score.rules[peer].anyFalse, score.boards),
    })),
    { head: 'factor for 5 %: bars', of: ({ score }) => score.rules.bars.factor.toFixed(2) },
    ...PEERS.map((peer) => ({
      head: `declared pairs at 5 %: ${peer}`,
      of: ({ score }: Scored) => ofPairs(score.rules[peer].declaredAtEqualError, score),
    })),
    { head: 'declared pairs: bars', of: ({ score }) => ofPairs(score.rules.bars.declared, score) },
  ],
})
