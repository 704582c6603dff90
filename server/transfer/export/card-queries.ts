import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { VoteSource } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { Publication } from '../../platform/publication.ts'
import { countedVotes } from '../../votes/index.ts'
import { EVERY_VOTE } from './export-votes.ts'

export interface VotesOfSource {
  source: VoteSource
  votes: number
  /** Different voters that are known. */
  voters: number
  first: Date
  last: Date
}

export interface ArenaCounts {
  contestants: number
  prompts: number
  answers: number
  votes: VotesOfSource[]
}

/**
 * What an arena has, and how many votes of each source, with the time of the first and the last.
 * @param until the time up to which votes are published; null for all
 */
export async function countArena(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
): Promise<ArenaCounts> {
  const { rows } = await sql<Omit<ArenaCounts, 'votes'>>`
    select (select count(*)::int from contestants where arena_id = ${arenaId}) as contestants,
      (select count(*)::int from prompts where arena_id = ${arenaId}) as prompts,
      (select count(*)::int from answers where arena_id = ${arenaId}) as answers`.execute(db)
  const votes = await countedVotes(db, arenaId, { ...EVERY_VOTE, publication })
    .select([
      'v.source',
      sql<number>`count(*)::int`.as('votes'),
      sql<number>`count(distinct v.voter)::int`.as('voters'),
      sql<Date>`min(v.cast_at)`.as('first'),
      sql<Date>`max(v.cast_at)`.as('last'),
    ])
    .groupBy('v.source')
    .orderBy('v.source')
    .execute()
  return { ...rows[0], votes }
}
