import { Board } from '../../shared/contracts/board.ts'
import type { BoardContestant, View } from '../../shared/contracts/index.ts'
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
  numberVotes,
} from './boards/count-votes.ts'
import { fromRating } from '../../shared/stats/fit/likelihood.ts'
import { onlineElo } from '../../shared/stats/fit/bradley-terry.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { besideVotes, pairingWasUnknown } from './boards/board-warnings.ts'
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
    pairing,
    votesWithout: (judges) => votesOf(withoutJudges(view, judges)),
    ...(onProgress && { onProgress }),
  })
}

export const METHODS = ['bradley-terry', 'elo'] as const
export type Method = (typeof METHODS)[number]

interface MethodOptions extends BoardOptions {
  votesWithout?: Parameters<typeof computeBoard>[2]
}

/**
 * The board of a view by either method. Only Bradley-Terry declares winners. Online Elo gives ratings without ranks,
 * winner, dead heat or intervals, and the board says so. It depends on the order of `votes`. Counts, hash and unit are
 * the same for both.
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function computeBoardBy(
  method: Method,
  votes: readonly RatedVote[] | VoteTable,
  options: MethodOptions,
): Board {
  const table = 'contestants' in votes ? votes : tableOf(votes)
  const { votesWithout, ...own } = options
  if (method === 'bradley-terry') return computeBoard(table, own, votesWithout)
  const { anchor: wantedAnchor = null, ties = 'half', onProgress: _, baseline: __, ...rest } = own
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
  const ratings = onlineElo(numbered, ties)
  const ratingByName = new Map(names.map((name, i) => [name, ratings[i]]))
  const ofAnchor = wantedAnchor && (ratingByName.get(wantedAnchor.name) ?? null)
  const shift = wantedAnchor && ofAnchor !== null ? wantedAnchor.value - ofAnchor : 0
  return Board.parse({
    ...plain,
    method,
    anchor: ofAnchor === null ? null : wantedAnchor,
    converged: true,
    iterations: 0,
    contestants: plain.contestants
      .map((row) => withElo(row, ratingByName.get(row.name) ?? null, shift))
      .sort(byStanding),
    warnings: [
      ...plain.warnings.filter(({ code }) => code !== 'not_converged'),
      ...(table.votes > 0 ? [warning(msg('elo_declares_nothing'), { kind: 'method_declares_nothing' })] : []),
      ...(wantedAnchor && ofAnchor === null && table.votes > 0
        ? [warning(msg('anchor_not_rated', { name: wantedAnchor.name }))]
        : []),
    ],
  })
}

/** A row with a rating by online Elo, which rates everybody with a vote that counts and has no interval. */
function withElo(row: BoardContestant, rating: number | null, shift: number): BoardContestant {
  if (rating !== null)
    return {
      ...row,
      status: 'rated',
      reason: null,
      rating: rating + shift,
      theta: fromRating(rating),
      standardError: null,
      marginal: null,
      comparison: null,
    }
  if (row.status !== 'rated' && row.reason !== 'too_few_votes') return row
  return { ...row, status: 'provisional', reason: 'disconnected', rating: null, theta: null }
}
