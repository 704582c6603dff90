import { countsOf, tally } from '../../../shared/stats/fit/tally.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { isAbove, type Rated } from '../../../shared/stats/declare/declare.ts'
import { judgedBattles, type JudgedBattles } from '../../../shared/stats/intervals/power.ts'
import { quantile } from '../../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rateCounted } from '../../../shared/stats/declare/rate.ts'
import { drawPowered, pairShares, SCATTER, type PoweredWorld } from './powered-worlds.ts'
import { coverageOf, noRuleScore, shareOf, type Share } from './score.ts'
import { expectedScore } from './truth.ts'

/** The results of one way to rate the boards of a world. */
export interface WayScore {
  coverage: Share
  anyFalse: Share
  /** Root of the mean squared error of strengths. */
  error: number
}

export interface PoweredScore {
  boards: number
  people: WayScore
  powered: WayScore
  /** Mean λ. */
  weight: number
  /**
   * The length of the comparison intervals divided by that of people's board: the median over boards, and what 5 %
   * exceed.
   */
  width: { median: number; mostly: number }
}

/**
 * Board n depends only on the world's position in the list, the seed and n. Boards on which not everybody is rated
 * are left out.
 */
export function simulatePowered(
  world: PoweredWorld,
  worldNumber: number,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): PoweredScore {
  const truth = truthOf(world)
  const ways = { people: noWay(), powered: noWay() }
  const widths: number[] = []
  let weight = 0
  for (let board = 0; board < boards; board++) {
    const sets = drawPowered(world, new RandomStream(seed * 1000 + worldNumber, board))
    const counted = tally(sets.people, 'unit', 'half')
    const judged = judgedBattles(counted, sets)
    const options = { rounds, seed: board, by: 'unit', ties: 'half', intervals: 'comparison' } as const
    const rate = (battles: JudgedBattles | null) =>
      rateCounted(counted, countsOf(sets.people), { ...options, baseline: null, judged: battles })
    const people = rate(null)
    if (people.standings.some(({ theta }) => theta === null)) continue
    const powered = rate(judged)
    add(ways.people, people, world, truth)
    add(ways.powered, powered, world, truth)
    weight += powered.weight
    widths.push(lengthOf(powered) / lengthOf(people))
  }
  const sorted = Float64Array.from(widths).sort()
  return {
    boards: widths.length,
    people: scoreOf(ways.people),
    powered: scoreOf(ways.powered),
    weight: weight / widths.length,
    width: { median: quantile(sorted, 0.5), mostly: quantile(sorted, 0.95) },
  }
}

interface Way {
  rule: ReturnType<typeof noRuleScore>
  squares: number
  ratings: number
}

const noWay = (): Way => ({ rule: noRuleScore(), squares: 0, ratings: 0 })

function add(way: Way, { standings }: Rated, { strengths }: PoweredWorld, truth: Float64Array): void {
  const covered = standings.filter(({ marginal }, i) => marginal![0] <= truth[i] && truth[i] <= marginal![1])
  const share = covered.length / standings.length
  way.rule.measured++
  way.rule.covered += share
  way.rule.coveredSquares += share ** 2
  const isFalse = standings.some((one, i) =>
    standings.some((other, j) => strengths[i] <= strengths[j] && isAbove(one.comparison, other.comparison)),
  )
  if (isFalse) way.rule.anyFalse++
  standings.forEach(({ theta }, i) => (way.squares += (theta! - truth[i]) ** 2))
  way.ratings += standings.length
}

const scoreOf = ({ rule, squares, ratings }: Way): WayScore => ({
  coverage: coverageOf(rule),
  anyFalse: shareOf(rule.anyFalse, rule.measured),
  error: Math.sqrt(squares / ratings),
})

const lengthOf = ({ standings }: Rated): number =>
  standings.reduce((sum, { comparison }) => {
    const [low, high] = comparison ?? [null, null]
    return sum + (high ?? Infinity) - (low ?? -Infinity)
  }, 0)

/** The strengths fitted to people's votes on infinitely many prompts. */
function truthOf(world: PoweredWorld): Float64Array {
  const shares = pairShares(world)
  const scores = shares.map(({ pair: [i, j], share }) => {
    const lead = world.strengths[i] - world.strengths[j]
    return { share, first: share * expectedScore(lead, Math.SQRT2 * SCATTER, null) }
  })
  return fit({
    contestants: world.strengths.length,
    first: Int32Array.from(shares, ({ pair }) => pair[0]),
    second: Int32Array.from(shares, ({ pair }) => pair[1]),
    firstPoints: Float64Array.from(scores, ({ first }) => first),
    secondPoints: Float64Array.from(scores, ({ share, first }) => share - first),
  }).theta
}
