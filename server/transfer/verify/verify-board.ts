import type { Board, Warning } from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { VoteRow } from '../../../shared/contracts/vote-row.ts'
import { computeBoardBy, METHODS, pairingWasUnknown } from '../../ratings/index.ts'
import type { KnownContestant, Method } from '../../ratings/index.ts'
import { FileError } from '../formats/file-error.ts'
import { countFigures, differencesBetween } from './compare-boards.ts'
import type { Difference } from './compare-boards.ts'
import { castLater, votesOfBoard } from './votes-of-board.ts'

/** Whether a board follows from its votes. */
export interface Verification {
  agrees: boolean
  /** The number of votes of the board's view in the file. */
  votes: number
  votesSha256: string
  /** How many figures and words were compared. */
  compared: number
  differences: Difference[]
  warnings: Warning[]
}

export interface VerifyOptions {
  /** The version of the code that recomputes. */
  version: string
  onProgress?: (share: number) => void
}

/** The most rounds that `rate` offers. */
const MOST_ROUNDS = 100_000

/**
 * Recomputes a board from a file of votes, with the settings that the board states: view, seed, rounds, unit, ties,
 * intervals, anchor, baseline. Facts that votes do not contain (contestants without votes, lengths, costs, counts of
 * excluded votes) are taken from the board. Its warnings are not compared. Takes as long as computing the board.
 * @throws {FileError} when the board is a preview, or has settings that no board can have
 */
export function verifyBoard(
  snapshot: Board,
  rows: readonly VoteRow[],
  { version, onProgress }: VerifyOptions,
): Verification {
  if (snapshot.rounds < 0 || snapshot.rounds > MOST_ROUNDS)
    throw new FileError(msg('snapshot_rounds', { rounds: snapshot.rounds, most: MOST_ROUNDS }))
  if (!(METHODS as readonly string[]).includes(snapshot.method))
    throw new FileError(msg('snapshot_method', { method: snapshot.method, methods: METHODS.join(', ') }))
  if (snapshot.preview) throw new FileError(msg('snapshot_is_preview'))
  const recomputed = recompute(snapshot, rows, onProgress)
  const differences = [...differencesBetween(snapshot, recomputed), ...missingCategories(snapshot, rows)]
  const later = differences.length > 0 ? castLater(rows, snapshot) : 0
  return {
    agrees: differences.length === 0,
    votes: recomputed.votes,
    votesSha256: recomputed.votesSha256,
    compared: countFigures(snapshot),
    differences,
    warnings: [
      ...(snapshot.version === version ? [] : [otherVersion(snapshot.version, version)]),
      ...(later > 0 ? [laterVotes(later)] : []),
    ],
  }
}

/** Whether a board counts exactly these votes, by their number and hash. Much faster than `verifyBoard`. */
export function countsVotes(snapshot: Board, rows: readonly VoteRow[]): boolean {
  const { fragility: _, ...plain } = snapshot
  const { votes, votesSha256 } = recompute({ ...plain, rounds: 0 }, rows, undefined)
  return votes === snapshot.votes && votesSha256 === snapshot.votesSha256
}

function recompute(
  snapshot: Board,
  rows: readonly VoteRow[],
  onProgress: VerifyOptions['onProgress'],
): Board {
  const { arena, view, rounds, seed, cluster, looks, ties, intervals, anchor, baseline, orders } = snapshot
  const { together, categories } = snapshot
  try {
    return computeBoardBy(snapshot.method as Method, votesOfBoard(rows, snapshot), {
      arena,
      view,
      contestants: snapshot.contestants.map(knownOf),
      rounds,
      seed,
      cluster,
      looks,
      together: together?.by,
      categories,
      ties,
      intervals,
      anchor,
      ...(baseline !== undefined && { baseline }),
      ...(orders !== undefined && { orders }),
      fragility: snapshot.fragility !== undefined,
      // votes do not say whether the arena imported them; without a warning, the check found nothing
      hasImportedVotes: pairingWasUnknown(snapshot.warnings),
      pairing: snapshot.pairing,
      warnings: snapshot.warnings.filter(({ code }) => code === 'focused_draws'),
      excluded: snapshot.excluded,
      computedAt: snapshot.computedAt,
      version: snapshot.version,
      ...(onProgress && { onProgress }),
    })
  } catch (error) {
    if (error instanceof RangeError)
      throw new FileError(msg('snapshot_not_recomputed', { why: error.message }))
    throw error
  }
}

/** The file may have votes of some categories only, but never more categories than the board states. */
function missingCategories({ categories }: Board, rows: readonly VoteRow[]): Difference[] {
  const named = new Set(rows.flatMap(({ category }) => category ?? [])).size
  if (categories === undefined || named <= categories) return []
  return [{ what: 'categories', snapshot: categories, recomputed: named }]
}

/** Facts of a board about a contestant that votes do not contain. */
function knownOf(row: Board['contestants'][number]): KnownContestant {
  const { name, slug, retired, averageLength, averageWords, costUsd, latencyMs = null, checks } = row
  return {
    name,
    ...(slug !== undefined && { slug }),
    ...(retired !== undefined && { retired }),
    averageLength,
    averageWords,
    costUsd,
    latencyMs,
    checks,
  }
}

const otherVersion = (made: string, current: string): Warning =>
  warning(msg('other_version', { made, own: current }))

const laterVotes = (count: number): Warning => warning(msg('later_votes', { count }), { count })
