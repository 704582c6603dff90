import { ALPHA } from '../../../shared/stats/intervals/comparison.ts'
import { DELTA } from '../../../shared/stats/intervals/differences.ts'
import { rateCounted } from '../../../shared/stats/declare/rate.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import type { Rated, RateOptions } from '../../../shared/stats/declare/declare.ts'
import type { SettleBy, SettleRange } from '../../../shared/stats/plan/to-settle.ts'
import { Board } from '../../../shared/contracts/board.ts'
import type { BoardOptions } from './board-options.ts'
import { roundsInThreads } from '../rounds/rounds-in-threads.ts'
import { boardRows } from './board-rows.ts'
import type { CountedVotes } from './counted-votes.ts'
import { boardWarnings } from './board-warnings.ts'
import type { Cluster, ToSettle } from '../../../shared/contracts/index.ts'

/** Makes the board a preview: its intervals are estimated without bootstrap rounds. */
export interface Preview {
  /** The winner of the last board that was not a preview; a preview may name no other. */
  confirmedWinner: string | null
}

/**
 * The board of counted votes. A preview has its intervals from the sandwich covariance. It names no winner that the last
 * board before it did not name, no front-runner, and no hash, since it cannot be verified.
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function boardOf(
  counted: CountedVotes,
  votesSha256: string,
  options: BoardOptions,
  preview: Preview | null = null,
): Board {
  const { rounds, seed, ties = 'half', intervals = 'comparison' } = options
  const { names, votes, cluster, units, ppi } = counted
  const { together = null, categories = 0 } = options
  const boards = together === null ? 1 : categories + 1
  const alpha = ALPHA / boards
  if (ppi && intervals === 'classic')
    throw new RangeError('a board powered by judges has no classic intervals')
  const rateOptions: RateOptions = {
    rounds,
    seed,
    by: cluster === 'vote' ? 'vote' : 'unit',
    ties,
    intervals: preview ? 'preview' : intervals,
    baseline: numberOf(options.baseline ?? null, names),
    looks: options.looks ?? 'one',
    alpha,
    run: roundsInThreads(options.threads ?? 1),
    judged: ppi?.battles ?? null,
    // these checks would make a preview slow
    checkFit: preview === null,
    pairing: preview === null && intervals === 'comparison' ? pairingOf(options) : 'drawn',
    // the votes of an arena are counted without their times
    timed: options.arena === null ? (counted.timed ?? null) : null,
  }
  if (options.onProgress) rateOptions.onProgress = options.onProgress
  const rated = rateCounted(counted.tally, counted.counts, rateOptions)
  const { shift, anchor } = anchorShift(rated, names, options.anchor ?? null)
  const lostAnchor = options.anchor && !anchor ? options.anchor.name : null
  return Board.parse({
    arena: options.arena,
    view: options.view,
    method: 'bradley-terry',
    ...(preview && { preview: true }),
    intervals,
    ties,
    anchor,
    ...(options.baseline && { baseline: options.baseline }),
    ...(options.orders && { orders: options.orders }),
    rounds,
    seed,
    cluster,
    ...(counted.speaksFor && { speaksFor: counted.speaksFor }),
    ...(options.pairing && { pairing: options.pairing }),
    ...(options.looks && { looks: options.looks }),
    ...(rated.looksCost !== null && { looksCost: rated.looksCost }),
    level: 1 - ALPHA,
    ...(categories > 0 && { categories }),
    ...(together !== null && {
      together: {
        by: together,
        boards,
        level: 1 - alpha,
        ...(rated.alphaCost !== null && { cost: rated.alphaCost }),
      },
    }),
    votes,
    voters: counted.voters,
    prompts: counted.prompts,
    votesSha256,
    ...(ppi && {
      powered: { lambda: rated.weight, judged: ppi.judged, labelled: ppi.labelled, judgeVotes: ppi.votes },
    }),
    ...(counted.majority && { majority: counted.majority }),
    version: options.version,
    computedAt: options.computedAt,
    converged: rated.converged,
    iterations: rated.iterations,
    k: rated.k,
    ...firstPlace(rated, names, preview),
    votesToSeparate: rated.votesToSeparate,
    toSettle: settleRows(rated.toSettle, names, cluster),
    ...(rated.equalForFirst && {
      equalForFirst: { contestants: rated.equalForFirst.map((number) => names[number]), delta: DELTA },
    }),
    contestants: boardRows(rated.standings, names, options.contestants ?? [], shift),
    excluded: options.excluded ?? { quarantined: 0, leaked: 0 },
    warnings: [
      ...(options.warnings ?? []),
      ...counted.warnings,
      ...boardWarnings({
        rated,
        votes,
        units,
        effectiveUnits: counted.effectiveUnits,
        crossedUnits: counted.tally.crossed?.units,
        cluster,
        rounds,
        intervals,
        lostAnchor,
      }),
    ],
  })
}

/**
 * What is known of how pairs were chosen. It is unknown for files and imported votes, unless their owner says so.
 * An arena draws its own pairs, and a check at every look would raise false alarms. Draws with focus have a warning
 * of their own.
 */
function pairingOf({
  arena,
  looks = 'one',
  hasImportedVotes = false,
  pairing,
  warnings = [],
}: BoardOptions): NonNullable<RateOptions['pairing']> {
  if (warnings.some(({ code }) => code === 'focused_draws')) return 'drawn'
  if (arena === null || hasImportedVotes) return pairing ?? 'unknown'
  return looks === 'one' ? 'fixed' : 'drawn'
}

function firstPlace(
  { winner, frontRunner, deadHeatForFirst }: Rated,
  names: readonly string[],
  preview: Preview | null,
): Pick<Board, 'winner' | 'frontRunner' | 'deadHeatForFirst'> {
  const name = (number: number | null) => (number === null ? null : names[number])
  const winnerName = name(winner)
  return {
    winner: preview && winnerName !== preview.confirmedWinner ? null : winnerName,
    frontRunner: preview ? null : name(frontRunner),
    deadHeatForFirst: deadHeatForFirst.map((number) => names[number]),
  }
}

function numberOf(name: string | null, names: readonly string[]): number | null {
  if (name === null) return null
  const number = names.indexOf(name)
  if (number < 0) throw new RangeError(`There is no contestant "${name}".`)
  return number
}

/** The rating points by which the anchor shifts all ratings; 0 if the anchor has no rating. */
function anchorShift(rated: Rated, names: readonly string[], anchor: Board['anchor']) {
  const number = numberOf(anchor?.name ?? null, names)
  const theta = number === null ? null : rated.standings[number].theta
  return anchor && theta !== null
    ? { shift: anchor.value - toRating(theta), anchor }
    : { shift: 0, anchor: null }
}

/** What would settle the dead heat, with the names of contestants and of the board's resampling units. */
function settleRows(
  toSettle: Rated['toSettle'],
  names: readonly string[],
  cluster: Cluster,
): ToSettle | null {
  if (!toSettle) return null
  const { contestants, votes, units, crossed, ways } = toSettle
  const isVoter = cluster === 'voter'
  const named = <T>(first: T, second: T) =>
    isVoter ? { prompts: second, voters: first } : { prompts: first, voters: second }
  const by: Record<SettleBy, ToSettle['ways'][number]['by']> = {
    votes: 'votes',
    units: isVoter ? 'voters' : 'prompts',
    crossed: 'voters',
    both: 'both',
  }
  return {
    contestants: [names[contestants[0]], names[contestants[1]]],
    votes,
    ...named(units, crossed),
    ways: ways.map((way) => ({
      by: by[way.by],
      votes: way.votes,
      ...named<SettleRange | null>(way.units, way.crossed),
    })),
  }
}
