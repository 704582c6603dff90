import { Board } from '../../shared/contracts/board.ts'
import type { BoardContestant, View } from '../../shared/contracts/index.ts'
import { picked, type VoteTable } from '../../shared/votes/vote-table.ts'
import { assembleBoard, type BoardOptions, byStanding } from './boards/assemble-board.ts'
import { byCodeUnits } from './boards/canonical-order.ts'
import { countVotes, numberVotes } from './boards/count-votes.ts'
import { fromRating } from '../../shared/stats/fit/likelihood.ts'
import { onlineElo } from '../../shared/stats/fit/bradley-terry.ts'
import { countedVotes } from '../../shared/stats/fit/votes.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { warningsBeyondVotes } from './boards/board-warnings.ts'

/**
 * Computes the board of a view from its votes: those of a file, of a list or of a vote store. The board depends on the
 * arguments alone, and not on the order of votes.
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function computeBoard(table: VoteTable, options: BoardOptions): Board {
  const counted = countVotes(table, options)
  return assembleBoard(counted, counted.sha256(), options)
}

/** What a board states and its votes do not say: its view and settings, and facts about its contestants. */
export function statedOptions(board: Board): BoardOptions {
  const { arena, view, rounds, seed, looks, decides, level, excluded } = board
  const { warnings, contestants, computedAt, version } = board
  return {
    arena,
    view,
    contestants,
    rounds,
    seed,
    looks,
    decides,
    level,
    warnings: warningsBeyondVotes(warnings),
    excluded,
    computedAt,
    version,
  }
}

/**
 * A board again, with the settings that it states, from votes that were read again.
 * @param votesInView  the votes of its view, or of its view without some judges
 * @throws {RangeError} as `computeBoardWithMethod`
 */
export function recomputeBoard(
  board: Board,
  votesInView: (view: View) => VoteTable,
  onProgress?: (share: number) => void,
): Board {
  const { view, cluster, ties, intervals, weights, anchor, baseline, orders } = board
  return computeBoardWithMethod(board.method as Method, votesInView(view), {
    ...statedOptions(board),
    cluster,
    ties,
    intervals: intervals === 'classic' ? 'classic' : 'bootstrap',
    weights,
    anchor,
    ...(baseline !== undefined && { baseline }),
    ...(orders !== undefined && { orders }),
    ...(onProgress && { onProgress }),
  })
}

export const METHODS = ['bradley-terry', 'elo'] as const
export type Method = (typeof METHODS)[number]

/**
 * The board of a view by either method. Only Bradley-Terry declares winners. Online Elo gives ratings without places,
 * dead heat or intervals, and the board says so. It depends on the order of the votes: by their times if each has one, else as they
 * are given. Counts, hash and unit are the same for both.
 * @throws {RangeError} when anchor or baseline is no contestant
 */
export function computeBoardWithMethod(method: Method, table: VoteTable, options: BoardOptions): Board {
  if (method === 'bradley-terry') return computeBoard(table, options)
  const { anchor: wantedAnchor = null, ties = 'half' } = options
  const plain = computeBoard(table, { ...options, anchor: null, baseline: null, ties, rounds: 0 })
  const names = plain.contestants.map(({ name }) => name).sort(byCodeUnits)
  if (wantedAnchor && !names.includes(wantedAnchor.name))
    throw new RangeError(`There is no contestant "${wantedAnchor.name}".`)
  const inTime = table.time ? picked(table, inOrderOfTime(table.time)) : table
  const ratings = onlineElo(countedVotes(numberVotes(inTime, names, false), ties))
  const ratingByName = new Map(names.map((name, i) => [name, ratings[i]]))
  const ofAnchor = wantedAnchor && (ratingByName.get(wantedAnchor.name) ?? null)
  const shift = wantedAnchor && ofAnchor !== null ? wantedAnchor.value - ofAnchor : 0
  return Board.parse({
    ...plain,
    method,
    anchor: ofAnchor === null ? null : wantedAnchor,
    converged: true,
    iterations: 0,
    intervals: null,
    ...NOT_COMPARED,
    state: ratings.every((rating) => rating === null) ? 'first_votes' : NOT_COMPARED.state,
    contestants: plain.contestants
      .map((row) => withElo(row, ratingByName.get(row.name) ?? null, shift))
      .sort(byStanding),
    warnings: [
      ...plain.warnings.filter(({ code }) => code !== 'not_converged' && code !== 'few_units'),
      ...(table.votes > 0 ? [warning(msg('elo_declares_nothing'), { kind: 'method_declares_nothing' })] : []),
      ...(wantedAnchor && ofAnchor === null && table.votes > 0
        ? [warning(msg('anchor_not_rated', { name: wantedAnchor.name }))]
        : []),
    ],
  })
}

/** The rows by time, equal times in the order of the rows. Shape (votes,). */
const inOrderOfTime = (time: Float64Array): Int32Array =>
  Int32Array.from(time, (_, row) => row).sort((a, b) => time[a] - time[b] || a - b)

/** What online Elo says of first place: nothing. */
const NOT_COMPARED = {
  state: 'dead_heat',
  deadHeat: [],
  leader: null,
  clearBy: null,
  finishLine: null,
  settle: null,
} as const
const unplaced = { interval: null, place: null }

/** A row with a rating by online Elo, which rates everybody with a vote that counts and has no interval. */
function withElo(row: BoardContestant, rating: number | null, shift: number): BoardContestant {
  if (rating !== null)
    return {
      ...row,
      ...unplaced,
      status: 'rated',
      reason: null,
      rating: rating + shift,
      theta: fromRating(rating),
    }
  return {
    ...row,
    ...unplaced,
    status: row.votes > 0 ? 'too_few_votes' : 'not_linked',
    reason: row.votes > 0 ? 'too_few_votes' : 'no_votes',
    rating: null,
    theta: null,
  }
}
