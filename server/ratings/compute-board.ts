import { pointsAmong as among } from '../../shared/stats/fit/points.ts'
import { Board } from '../../shared/contracts/board.ts'
import type { BoardContestant, Warning, Fragility, View } from '../../shared/contracts/index.ts'
import { tableOf, type RatedVote, type VoteTable } from '../../shared/votes/vote-table.ts'
import { boardOf, type BoardOptions, type KnownContestant, byStanding } from './boards/board-of.ts'
import { byCodeUnits, inCanonicalOrder, votesSha256 } from './boards/canonical-order.ts'
import {
  chooseCluster,
  clusterOf,
  type CountedVotes,
  knownUnits,
  votersOf,
  countVotes,
  inOrder,
  numberVotes,
} from './boards/count-votes.ts'
import { saysNothing, toRating, fromRating } from '../../shared/stats/fit/likelihood.ts'
import { davidsonErrors, fitDavidson, onlineElo, outcomesAmong } from '../../shared/stats/fit/davidson.ts'
import { fieldOf } from '../../shared/stats/declare/declare.ts'
import { marginalInterval } from '../../shared/stats/intervals/comparison.ts'
import { evidenceOf } from '../../shared/stats/fit/evidence.ts'
import { tally, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import { fragilityOf } from '../../shared/stats/declare/fragility.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { besideVotes, fewUnits, pairingWasUnknown } from './boards/board-warnings.ts'
import { withoutJudges } from './view.ts'

/**
 * Computes the board of a view from its votes: those of a file, of a list or of a vote store. The board depends on the
 * arguments alone, and not on the order of votes.
 * @param votesWithout  the votes without those of these judges; only needed beside `options.families`
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function computeBoard(
  votes: readonly RatedVote[] | VoteTable,
  options: BoardOptions,
  votesWithout?: (judges: readonly string[]) => readonly RatedVote[] | VoteTable,
): Board {
  const { counted, sha256 } = countedBy(votes, options)
  return boardOf(
    counted,
    sha256(),
    options,
    votesWithout && ((judges) => countedBy(votesWithout(judges), options).counted),
  )
}

/** Counts the votes as the source of the view asks, and hashes them. */
export function countedBy(
  votes: readonly RatedVote[] | VoteTable,
  options: Pick<BoardOptions, 'view' | 'contestants' | 'cluster' | 'ties' | 'oneKindOfUnit'>,
): { counted: CountedVotes; sha256: () => string } {
  const table = 'contestants' in votes ? votes : tableOf(votes)
  const names = namesOf(table, options.contestants ?? [])
  const { cluster: requestedCluster = null, ties = 'half' } = options
  const units = knownUnits(table, votersOf(options.view.source))
  const chosen =
    requestedCluster === null && options.oneKindOfUnit
      ? clusterOf(null, units)
      : chooseCluster(units, requestedCluster)
  const sorted = inCanonicalOrder(table, chosen.cluster)
  const counted = countVotes(table, sorted, names, chosen, units, ties)
  return { counted, sha256: () => votesSha256(table, sorted, chosen.cluster) }
}

function namesOf({ contestants }: VoteTable, known: readonly KnownContestant[]): string[] {
  return [...new Set([...known.map(({ name }) => name), ...contestants])].sort(byCodeUnits)
}

/** What a board states and its votes do not say: its view and settings, and facts about its contestants. */
export function statedBeside(board: Board): BoardOptions {
  const { arena, view, rounds, seed, looks, together, categories, excluded, families } = board
  const { warnings, contestants, computedAt, version } = board
  return {
    arena,
    view,
    contestants: contestants.map(
      ({ name, slug, retired, averageLength, averageWords, costUsd, latencyMs = null, failed, checks }) => ({
        name,
        ...(slug !== undefined && { slug }),
        ...(retired !== undefined && { retired }),
        averageLength,
        averageWords,
        costUsd,
        latencyMs,
        failed,
        checks,
      }),
    ),
    rounds,
    seed,
    looks,
    together: together?.by,
    categories,
    // votes do not say whether the arena imported them; without a warning, the check found nothing
    hasImportedVotes: pairingWasUnknown(warnings),
    warnings: besideVotes(warnings),
    excluded,
    families,
    computedAt,
    version,
  }
}

/**
 * A board again, with the settings that it states, from votes that were read again.
 * @param votesOf  the votes of its view, or of its view without some judges
 * @throws {RangeError} as `computeBoardBy`
 */
export function recomputeBoard(
  board: Board,
  votesOf: (view: View) => VoteTable,
  onProgress?: (share: number) => void,
): Board {
  const { view, cluster, ties, intervals, weights, anchor, baseline, orders, pairing } = board
  return computeBoardBy(board.method as Method, votesOf(view), {
    ...statedBeside(board),
    cluster,
    ties,
    intervals,
    weights,
    anchor,
    ...(baseline !== undefined && { baseline }),
    ...(orders !== undefined && { orders }),
    fragility: board.fragility !== undefined,
    pairing,
    votesWithout: (judges) => votesOf(withoutJudges(view, judges)),
    ...(onProgress && { onProgress }),
  })
}

export const METHODS = ['bradley-terry', 'davidson', 'elo'] as const
export type Method = (typeof METHODS)[number]

interface MethodOptions extends BoardOptions {
  /** Whether to compute how few votes keep the highest rated contestant first; Bradley-Terry only. */
  fragility?: boolean
  votesWithout?: Parameters<typeof computeBoard>[2]
}

/**
 * The board of a view by any method. Only Bradley-Terry declares winners. The other methods give ratings without
 * ranks, winner, dead heat or comparison intervals, and the board says so. Only Elo depends on the order of `votes`.
 * Counts, hash and unit are the same for all methods.
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function computeBoardBy(
  method: Method,
  votes: readonly RatedVote[] | VoteTable,
  options: MethodOptions,
): Board {
  const table = 'contestants' in votes ? votes : tableOf(votes)
  if (method === 'bradley-terry') return withFragility(table, options)
  const {
    fragility: ___,
    votesWithout: ____,
    anchor: wantedAnchor = null,
    ties = 'half',
    onProgress: _,
    baseline: __,
    ...rest
  } = options
  const plain = computeBoard(table, {
    ...rest,
    ties,
    rounds: 0,
    intervals: 'comparison',
    oneKindOfUnit: true,
  })
  const names = plain.contestants.map(({ name }) => name).sort(byCodeUnits)
  if (wantedAnchor && !names.includes(wantedAnchor.name))
    throw new RangeError(`There is no contestant "${wantedAnchor.name}".`)
  const { cluster } = plain
  const sorted = inCanonicalOrder(table, cluster)
  const numbered = numberVotes(table, sorted, names, cluster)
  const columns = method === 'elo' ? numbered : inOrder(numbered, sorted)
  const otherRatings =
    method === 'elo'
      ? eloRatings(columns, ties)
      : davidsonRatings(columns, cluster === 'vote' ? 'vote' : 'unit')
  const reasonByName = new Map(names.map((name, i) => [name, otherRatings.reasons?.[i] ?? null]))
  const ratingByName = new Map(names.map((name, i) => [name, otherRatings.ratings[i]]))
  const anchored = wantedAnchor && ratingByName.get(wantedAnchor.name)
  const shift = wantedAnchor && anchored ? wantedAnchor.value - toRating(anchored.theta) : 0
  return Board.parse({
    ...plain,
    method,
    anchor: anchored ? wantedAnchor : null,
    converged: otherRatings.converged,
    iterations: otherRatings.iterations,
    ...(otherRatings.tieParameter && { tieParameter: otherRatings.tieParameter }),
    contestants: plain.contestants
      .map((row) =>
        rated(row, ratingByName.get(row.name) ?? null, shift, reasonByName.get(row.name) ?? 'disconnected'),
      )
      .sort(byStanding),
    warnings: [
      ...plain.warnings.filter(({ code }) => code !== 'not_converged'),
      ...(table.votes > 0 ? warningsOf(method, otherRatings) : []),
      ...(otherRatings.ratings.some((one) => one?.marginal)
        ? fewUnits(columns.units, cluster, undefined, undefined, plain.groups !== undefined)
        : []),
      ...(wantedAnchor && !anchored && table.votes > 0
        ? [warning(msg('anchor_not_rated', { name: wantedAnchor.name }))]
        : []),
    ],
  })
}

function withFragility(table: VoteTable, { fragility, votesWithout, ...options }: MethodOptions): Board {
  const board = computeBoard(table, options, votesWithout)
  return fragility ? { ...board, fragility: fragilityOfBoard(table, board) } : board
}

function rated(
  row: BoardContestant,
  other: OtherRating | null,
  shift: number,
  reason: NonNullable<BoardContestant['reason']>,
): BoardContestant {
  const shown = (theta: number) => toRating(theta) + shift
  if (other?.marginal && saysNothing(other.marginal))
    return { ...row, status: 'provisional', reason: 'too_few_votes', rating: null, theta: null }
  if (other)
    return {
      ...row,
      status: 'rated',
      reason: null,
      rating: shown(other.theta),
      theta: other.theta,
      standardError: other.standardError,
      marginal: other.marginal && [shown(other.marginal[0]), shown(other.marginal[1])],
      comparison: null,
    }
  if (row.status !== 'rated' && row.reason !== 'too_few_votes') return row
  return { ...row, status: 'provisional', reason, rating: null, theta: null }
}

function warningsOf(method: 'davidson' | 'elo', { exists, converged, iterations }: OtherRatings): Warning[] {
  const declaresNothing = method === 'elo' ? msg('elo_declares_nothing') : msg('davidson_declares_nothing')
  const warnings = [warning(declaresNothing, { kind: 'method_declares_nothing' })]
  if (!exists) warnings.push(warning(msg('no_maximum')))
  if (!converged) warnings.push(warning(msg('not_converged', { iterations })))
  return warnings
}

/** The rating of one contestant by a method other than Bradley-Terry. */
interface OtherRating {
  theta: number
  standardError: number | null
  marginal: [number, number] | null
}

interface OtherRatings {
  /** By contestant; null if the method has no rating for it. */
  ratings: (OtherRating | null)[]
  /** Why it has none. */
  reasons?: BoardContestant['reason'][]
  /** Whether the likelihood has a maximum. */
  exists: boolean
  converged: boolean
  iterations: number
  /** ν of Davidson's model with its 95 % interval; the interval is null if it is unknown or says nothing. */
  tieParameter?: { nu: number; interval: [number, number] | null }
}

/** Online Elo of votes in the given order: a number for everybody with a vote, and no interval. */
function eloRatings(votes: VoteColumns, ties: 'half' | 'drop'): OtherRatings {
  const ratings = onlineElo(votes, ties).map((rating) =>
    rating === null ? null : { theta: fromRating(rating), standardError: null, marginal: null },
  )
  return { ratings, exists: true, converged: true, iterations: 0 }
}

/**
 * Fits Davidson's model to the contestants that wins and ties connect both ways. Marginal intervals are from the
 * sandwich covariance. All ratings are null if no maximum exists.
 */
function davidsonRatings(votes: VoteColumns, resampledBy: 'unit' | 'vote'): OtherRatings {
  const counted = tally(votes, resampledBy, 'half')
  const everyone = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const { rated, statuses } = fieldOf(everyone.points)
  const reasons = statuses.map(({ reason }) => reason)
  const ratings = new Array<OtherRating | null>(votes.contestants).fill(null)
  const pairs = outcomesAmong(counted, rated)
  const fitted = fitDavidson(pairs)
  if (!fitted) return { ratings, reasons, exists: rated.length === 0, converged: true, iterations: 0 }
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
  return { ratings, reasons, exists: true, converged, iterations, tieParameter: { nu, interval } }
}

/** How few votes keep the highest rated contestant of a Bradley-Terry board first; null if that is unknown. */
export function fragilityOfBoard(
  table: VoteTable,
  { contestants, ties, converged }: Board,
): Fragility | null {
  if (!converged) return null
  const names = contestants.map(({ name }) => name).sort(byCodeUnits)
  const counted = tally(numberVotes(table, inCanonicalOrder(table, 'vote'), names, 'vote'), 'vote', ties)
  const everyone = Int32Array.from(names.keys())
  const selection = among(counted, fieldOf(among(counted, everyone).points).rated)
  if (selection.members.length < 2) return null
  const fragility = fragilityOf(counted, selection, fit(selection.points).theta)
  return (
    fragility && {
      leader: names[fragility.leader],
      becomes: names[fragility.becomes],
      votes: fragility.votes,
      removed: fragility.removed.map(({ first, second, outcome, votes: count }) => ({
        winner: names[outcome === 'second' ? second : first],
        loser: names[outcome === 'second' ? first : second],
        tie: outcome === 'tie',
        votes: count,
      })),
    }
  )
}
