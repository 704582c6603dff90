import { type Kysely, sql } from 'kysely'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { Database } from '../platform/schema.ts'

/** The groups of which at least `least` invited people have a counted vote under the criterion; null: under any one. */
async function selectGroupsOf(
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

/**
 * A group of invited people has a board once this many of them have counted votes under its criterion. With two, each
 * could subtract the own votes and read those of the other.
 */
export const LEAST_PEOPLE_OF_GROUP = 3

/**
 * The groups of an arena with a board, by name.
 * @param criterion the criterion of the board; null: any
 */
export const groupsWithBoard = (
  db: Kysely<Database>,
  arenaId: number,
  publication: Publication | null,
  criterion: string | null = null,
): Promise<string[]> => selectGroupsOf(db, arenaId, { criterion, least: LEAST_PEOPLE_OF_GROUP, publication })
