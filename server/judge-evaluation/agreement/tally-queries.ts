import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { Publication } from '../../platform/publication.ts'

/** The number of parts that prompts are divided into. Votes are resampled by part. */
export const PARTS = 32

/** Counted votes on one pair of contestants on one part of the prompts; low < high by id. */
export interface PairCount {
  /** Null for humans. */
  judge: string | null
  criterion: string
  low: number
  high: number
  part: number
  lowWins: number
  highWins: number
  ties: number
}

/**
 * Who beat whom how often, for humans and for each judge: at most `PARTS` rows for each pair, criterion and voter.
 */
export async function selectPairCounts(
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
): Promise<PairCount[]> {
  const { rows } = await sql<PairCount>`
    select case v.source when 'judge' then v.voter end as judge, b.criterion,
      least(b.left_contestant_id, b.right_contestant_id) as low, greatest(b.left_contestant_id, b.right_contestant_id) as high,
      (hashint8(coalesce(b.prompt_id, v.id)) & ${PARTS - 1}) as part,
      (count(*) filter (where v.outcome = case when b.left_contestant_id < b.right_contestant_id then 'left' else 'right' end))::int
        as "lowWins",
      (count(*) filter (where v.outcome = case when b.left_contestant_id < b.right_contestant_id then 'right' else 'left' end))::int
        as "highWins",
      (count(*) filter (where v.outcome in ('tie', 'both_bad')))::int as ties
    from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source in ('human', 'judge')
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

export interface NamedContestant {
  id: number
  name: string
  family: string | null
  model: string | null
}

export const selectContestants = (db: Kysely<Database>, arenaId: number): Promise<NamedContestant[]> =>
  db
    .selectFrom('contestants')
    .select(['id', 'name', 'family', 'model'])
    .where('arena_id', '=', arenaId)
    .orderBy('id')
    .execute()

/** Every judge that has voted, by name. */
export async function selectJudgeNames(db: Kysely<Database>, arenaId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('votes')
    .select('voter')
    .distinct()
    .where('arena_id', '=', arenaId)
    .where('source', '=', 'judge')
    .execute()
  return rows.map(({ voter }) => voter)
}
