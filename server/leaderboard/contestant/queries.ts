import { type Kysely, sql } from 'kysely'
import type { Outcome, VoteSource } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'

export interface VoteOnOne {
  vote: number
  battle: string
  criterion: string
  prompt: string | null
  isLeft: boolean
  opponent: { slug: string; name: string }
  outcome: Outcome
  inconsistent: boolean
  source: VoteSource
  judge: string | null
  castAt: Date
}

/** The votes with these ids from the side of the contestant, in the order of the ids. */
export async function selectVotesOn(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  votes: readonly number[],
): Promise<VoteOnOne[]> {
  const { rows } = await sql<VoteOnOne>`
    select v.id as vote, b.id as battle, b.criterion, p.key as prompt, b.left_contestant_id = ${contestantId} as "isLeft",
      jsonb_build_object('slug', o.slug, 'name', o.name) as opponent, v.outcome, v.inconsistent, v.source,
      case when v.source = 'judge' then v.voter end as judge, v.cast_at as "castAt"
    from votes v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    join contestants o on o.arena_id = b.arena_id and o.id = case b.left_contestant_id
      when ${contestantId} then b.right_contestant_id else b.left_contestant_id end
    left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
    where v.arena_id = ${arenaId} and v.id = any (${votes}::bigint[])
    order by array_position(${votes}::bigint[], v.id)`.execute(db)
  return rows
}
