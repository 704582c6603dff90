import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { computeBoard, statedOptions } from './compute-board.ts'
import type { ArenaView } from './view.ts'
import { sql } from 'kysely'
import { countedVotes } from '../votes/index.ts'
import { columnsFromRows, type RatedVote, type VoteTable } from '../../shared/votes/vote-table.ts'

/**
 * The second way to a board: from the votes in the database, without the vote store. The result must equal the served
 * board to the last digit. It reads every vote of the view, and takes what votes do not say from `board`.
 */
export async function recountBoard(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView,
  board: Board,
): Promise<Board> {
  const publication = await currentPublication(deps)
  const { withQuarantined } = board
  const votes = countedVotes(deps.db, arena.id, { ...view, publication })
  const recounted = computeBoard(await ratedVotes(votes, view.source), statedOptions(board))
  return {
    ...recounted,
    ...(withQuarantined && { withQuarantined }),
  }
}

/** Counted votes, with names instead of ids. @param source  of the view */
export const ratedVotes = async (
  votes: ReturnType<typeof countedVotes>,
  source: string,
): Promise<VoteTable> => columnsFromRows(await votes.select(ratedVote(source)).execute())

const ratedVote = (source: string) =>
  [
    sql<string>`v.id::text`.as('id'),
    sql<string>`l.name`.as('contestantA'),
    sql<string>`r.name`.as('contestantB'),
    sql<RatedVote['outcome']>`v.outcome`.as('outcome'),
    sql<string | null>`p.key`.as('prompt'),
    sql<string | null>`p.unit_group`.as('promptGroup'),
    // of all votes together only people are voters; an imported vote without a voter has its import key in that column
    sql<string | null>`case when ${source !== 'all'} or v.source = 'human'
        then nullif(v.voter, v.import_key) end`.as('voter'),
  ] as const
