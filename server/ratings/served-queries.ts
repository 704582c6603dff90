import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { VoteSelection } from '../votes/index.ts'
import { countedVotes } from '../votes/index.ts'

/** Whether replies named several models for any judge version; if not, no votes need to be read. */
export async function hasSeveralServed(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  // the index answers both ends without reading all judgements
  const end = (which: 'min' | 'max') => sql`(
    select ${sql.raw(which)}(j.served_model) from judgements j
    where j.arena_id = v.arena_id and j.judge_version_id = v.id)`
  const { rows } = await sql`
    select from judge_versions v where v.arena_id = ${arenaId} and ${end('min')} <> ${end('max')} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The judges of which a view counts votes by several models of one version. */
export async function selectMixedServed(
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
): Promise<string[]> {
  const rows = await countedVotes(db, arenaId, selection)
    .innerJoin('judgements as j', (join) =>
      join.onRef('j.arena_id', '=', 'b.arena_id').onRef('j.id', '=', 'b.judgement_id'),
    )
    .select('v.voter')
    .groupBy(['v.voter', 'j.judge_version_id'])
    .having((eb) => eb.fn.count('j.served_model').distinct(), '>', 1)
    .orderBy('v.voter')
    .distinct()
    .execute()
  return rows.map(({ voter }) => voter)
}
