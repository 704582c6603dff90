import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { Publication } from '../platform/publication.ts'

/** The groups of which at least `least` invited people have a counted vote under the criterion; null: under any one. */
export async function selectGroupsOf(
  db: Kysely<Database>,
  arenaId: number,
  {
    criterion,
    least,
    publication,
  }: { criterion: string | null; least: number; publication: Publication | null },
): Promise<string[]> {
  const { rows } = await sql<{ group: string }>`
    select distinct w.group_name as "group"
    from invited_voters w
    join counted_votes_in(${arenaId}, ${publication}) v on v.voter = w.voter and v.source = 'human'
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where w.arena_id = ${arenaId} and w.group_name is not null
      and (${criterion}::text is null or b.criterion = ${criterion})
    group by w.group_name, b.criterion
    having count(distinct w.voter) >= ${least}
    order by 1`.execute(db)
  return rows.map(({ group }) => group)
}
