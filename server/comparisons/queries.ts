import { type Kysely, sql } from 'kysely'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import { countedVotes, type VoteSelection } from '../votes/index.ts'

/** Ids of the two contestants; scores are those of the challenger. */
export interface Pair {
  challenger: number
  incumbent: number
}

export const selectNames = (
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ id: number; name: string; slug: string }[]> =>
  db
    .selectFrom('contestants')
    .select(['id', 'name', 'slug'])
    .where('arena_id', '=', arenaId)
    .orderBy('name')
    .execute()

/** A vote on the two contestants, from the side of the challenger, or the result of a skipped pair. */
export interface SharedVote {
  /** Null for a skipped pair. */
  id: number | null
  criterion: string
  promptId: number | null
  category: string | null
  outcome: Outcome
  /** Whether the challenger was on the left. */
  isLeft: boolean
  inconsistent: boolean
  source: VoteSource
  /** The name of the judge; null if the vote is not a judge's. */
  judge: string | null
  /** Null for a judge, and for an imported vote whose voter nobody named. */
  voter: string | null
  recordedAt: Date
  /** The gating checks that an answer failed, for a skipped pair; null for a vote. */
  failedChecks: string[] | null
  /** Of a skipped pair: the ids of the challenger's and the incumbent's answer. */
  skippedAnswers?: [number, number]
}

const EVERYTHING = { criterion: null, category: null, since: null, before: null }

/** The counted votes of one source on the two contestants, in the order in which they were recorded. */
export const selectSharedVotes = (
  db: Kysely<Database>,
  arenaId: number,
  pair: Pair,
  of: Pick<VoteSelection, 'source' | 'judges' | 'publication'>,
): Promise<SharedVote[]> =>
  countedVotesOnPair(db, arenaId, pair, { ...EVERYTHING, ...of })
    .select(['v.id', 'b.criterion', 'b.prompt_id as promptId', 'p.category', 'v.outcome'])
    .select(sql<boolean>`b.left_contestant_id = ${pair.challenger}`.as('isLeft'))
    .select(['v.inconsistent', 'v.source'])
    .select(sql<string | null>`case when v.source = 'judge' then v.voter end`.as('judge'))
    .select(
      sql<string | null>`case when v.source <> 'judge' then nullif(v.voter, v.import_key) end`.as('voter'),
    )
    .select(['v.recorded_at as recordedAt', sql<null>`null`.as('failedChecks')])
    .orderBy('v.recorded_at')
    .orderBy('v.id')
    .execute()

/**
 * Finds the battles of the two first, as one list that is quick to search. Just after an import, Postgres has no
 * statistics, and would check the quarantine of every vote once for each contestant.
 */
function countedVotesOnPair(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  selection: VoteSelection,
) {
  return countedVotes(db, arenaId, selection).where(
    sql<boolean>`v.battle_id = any (array(
      select id from battles where arena_id = ${arenaId}
        and ((left_contestant_id = ${challenger} and right_contestant_id = ${incumbent})
          or (left_contestant_id = ${incumbent} and right_contestant_id = ${challenger}))))`,
  )
}
