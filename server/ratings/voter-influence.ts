import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import type { Db } from '../platform/schema.ts'
import { VERSION } from '../platform/config/installation.ts'
import type { RatedVote } from '../../shared/votes/vote-table.ts'
import { countedVotes, type VoteSelection } from '../votes/index.ts'
import { computeBoard } from './compute-board.ts'
import { ratedVote } from './recount-board.ts'
import type { ArenaView } from './view.ts'
import { isSlowToCompute } from './vote-store/view-votes.ts'

/**
 * How far the votes of one voter moved the ratings of a board: the rating with them less the rating without them, in points.
 * Both boards are on the common scale, whose mean is that of all rated contestants.
 * @returns the largest change first; null if the board is slow to compute, or rates fewer than two contestants without them
 */
export async function voterInfluence(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView,
  voter: string,
): Promise<{ name: string; points: number }[] | null> {
  const publication = await currentPublication(deps)
  const votes = await selectVotes(deps.db, arena.id, { ...view, publication })
  const names = new Set(votes.flatMap(({ contestantA, contestantB }) => [contestantA, contestantB]))
  if (votes.length === MOST || isSlowToCompute(votes.length, names.size)) return null
  const contestants = [...names].map((name) => ({ name }))
  const ratings = (counted: readonly RatedVote[]) => {
    const options = {
      arena: arena.slug,
      view: { ...view, from: null, to: null },
      contestants,
      rounds: 0,
      seed: 1,
    }
    const board = computeBoard(counted, {
      ...options,
      computedAt: deps.clock().toISOString(),
      version: VERSION,
    })
    return new Map(board.contestants.flatMap(({ name, rating }) => (rating === null ? [] : [[name, rating]])))
  }
  const [all, withoutVoter] = [ratings(votes), ratings(votes.filter((vote) => vote.voter !== voter))]
  if (withoutVoter.size < 2) return null
  return [...all]
    .flatMap(([name, rating]) => {
      const before = withoutVoter.get(name)
      return before === undefined ? [] : [{ name, points: rating - before }]
    })
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

/** More votes are not read for this. */
const MOST = 50_000

const selectVotes = (db: Db, arenaId: number, selection: VoteSelection): Promise<RatedVote[]> =>
  countedVotes(db, arenaId, selection).select(ratedVote(selection.source)).limit(MOST).execute()
