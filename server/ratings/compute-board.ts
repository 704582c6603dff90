import { rate, toRating } from '../../shared/stats/index.ts'
import type { RateOptions, Rated } from '../../shared/stats/types.ts'
import { Board } from '../../shared/contracts/index.ts'
import type { Cluster, View, Warning } from '../../shared/contracts/index.ts'
import { tableOf } from '../../shared/votes/vote-table.ts'
import type { RatedVote, VoteTable } from '../../shared/votes/vote-table.ts'
import { boardRows } from './board/board-rows.ts'
import type { KnownContestant } from './board/board-rows.ts'
import { chooseCluster } from './board/choose-cluster.ts'
import { countOf, inCanonicalOrder } from './board/canonical-order.ts'
import { byCodeUnits } from './board/code-units.ts'
import { findings } from './board/findings.ts'
import { numberVotes } from './board/number-votes.ts'
import { votesSha256 } from './board/votes-sha256.ts'

export type { RatedVote } from '../../shared/votes/vote-table.ts'
export type { KnownContestant } from './board/board-rows.ts'

export interface BoardOptions {
  arena: string | null
  view: View
  /** What is known of contestants beyond their votes; those without a vote are listed as unrated. */
  contestants?: readonly KnownContestant[]
  /** Bootstrap rounds; 0: no intervals, no winner. */
  rounds: number
  seed: number
  /** Null: by prompt, where votes name theirs. */
  cluster?: Cluster | null
  ties?: 'half' | 'drop'
  intervals?: 'comparison' | 'classic'
  /** Shifts what is shown so that `name` has `value`; strengths and ranks stay. */
  anchor?: { name: string; value: number } | null
  /** The contestant against whom everybody's win rate is wanted. */
  baseline?: string | null
  /** What was made of a judge's two orders, where votes came from a file. */
  orders?: 'merge' | 'separate'
  excluded?: Board['excluded']
  /** Warnings of whoever read the votes; they come first. */
  warnings?: readonly Warning[]
  /** ISO 8601. */
  computedAt: string
  /** Of the code. */
  version: string
  /** Called now and then with the share of the work that is done, 0 … 1. */
  onProgress?: (share: number) => void
}

/**
 * The board of a view: the one way from votes to ratings, ranks and what may be declared. Depends on nothing but its
 * arguments; the order of votes never matters.
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function computeBoard(votes: readonly RatedVote[] | VoteTable, options: BoardOptions): Board {
  const { rounds, seed, ties = 'half', intervals = 'comparison' } = options
  const table = 'contestants' in votes ? votes : tableOf(votes)
  const known = options.contestants ?? []
  const names = namesOf(table, known)
  const { cluster, warnings } = chooseCluster(table, options.cluster ?? null)
  const rateOptions: RateOptions = {
    rounds,
    seed,
    by: cluster === 'vote' ? 'vote' : 'unit',
    ties,
    intervals,
    baseline: numberOf(options.baseline ?? null, names),
    checkFit: true,
  }
  if (options.onProgress) rateOptions.onProgress = options.onProgress
  const sorted = inCanonicalOrder(table, cluster)
  const columns = numberVotes(table, sorted, names, cluster)
  const rated = rate(columns, rateOptions)
  const { shift, anchor } = anchorShift(rated, names, options.anchor ?? null)
  const lostAnchor = options.anchor && !anchor ? options.anchor.name : null
  return Board.parse({
    arena: options.arena,
    view: options.view,
    method: 'bradley-terry',
    intervals,
    ties,
    anchor,
    ...(options.baseline && { baseline: options.baseline }),
    ...(options.orders && { orders: options.orders }),
    rounds,
    seed,
    cluster,
    level: 0.95,
    votes: table.votes,
    voters: countOf(table.voter) || null,
    prompts: countOf(table.prompt) || null,
    votesSha256: votesSha256(table, sorted, cluster),
    version: options.version,
    computedAt: options.computedAt,
    converged: rated.converged,
    iterations: rated.iterations,
    k: rated.k,
    winner: rated.winner === null ? null : names[rated.winner],
    frontRunner: rated.frontRunner === null ? null : names[rated.frontRunner],
    deadHeatForFirst: rated.deadHeatForFirst.map((i) => names[i]),
    votesToSeparate: rated.votesToSeparate,
    contestants: boardRows(rated.standings, names, known, shift),
    excluded: options.excluded ?? { quarantined: 0, leaked: 0 },
    warnings: [
      ...(options.warnings ?? []),
      ...warnings,
      ...findings({
        rated,
        votes: table.votes,
        units: columns.units,
        cluster,
        rounds,
        intervals,
        lostAnchor,
      }),
    ],
  })
}

function namesOf({ contestants }: VoteTable, known: readonly KnownContestant[]): string[] {
  return [...new Set([...known.map(({ name }) => name), ...contestants])].sort(byCodeUnits)
}

function numberOf(name: string | null, names: readonly string[]): number | null {
  if (name === null) return null
  const number = names.indexOf(name)
  if (number < 0) throw new RangeError(`There is no contestant "${name}".`)
  return number
}

/** How many rating points everything moves; an anchor that has no rating moves nothing. */
function anchorShift(rated: Rated, names: readonly string[], anchor: Board['anchor']) {
  const number = numberOf(anchor?.name ?? null, names)
  const theta = number === null ? null : rated.standings[number].theta
  return anchor && theta !== null
    ? { shift: anchor.value - toRating(theta), anchor }
    : { shift: 0, anchor: null }
}
