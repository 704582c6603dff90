import { type Kysely, type RawBuilder, sql } from 'kysely'
import { judgeIn, type Warning } from '../../shared/contracts/index.ts'
import { MAJORITY, POWERED } from '../../shared/votes/majority.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import type { Database } from '../platform/schema.ts'

/** Whether any pair of the arena was drawn with focus. */
export async function hasFocusedDraws(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const { people, judges } = await selectFocused(db, arenaId)
  return people || judges
}

/** The warning that pairs of a board were drawn with focus, if any were. */
export async function focusWarnings(
  db: Kysely<Database>,
  arenaId: number,
  source: string,
): Promise<Warning[]> {
  const { people, judges } = await selectFocused(db, arenaId)
  const countsPeople = source === 'humans' || source === 'all' || source === POWERED
  const countsJudges =
    source === 'judges' ||
    source === MAJORITY ||
    source === 'all' ||
    source === POWERED ||
    judgeIn(source) !== null
  return (people && countsPeople) || (judges && countsJudges) ? [warning(msg('focused_draws'))] : []
}

/** Whether people's pairs and judges' pairs were drawn with focus. */
async function selectFocused(
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ people: boolean; judges: boolean }> {
  const { rows } = await sql<{ people: boolean; judges: boolean }>`select
    exists (select from battles b where b.arena_id = ${arenaId} and b.pair_probability is not null
      and b.origin in ('page', 'calibration')) or ${hasImported(sql`<>`, arenaId)} as people,
    exists (select from judgements where arena_id = ${arenaId} and pair_probability is not null)
      or ${hasImported(sql`=`, arenaId)} as judges`.execute(db)
  return rows[0]
}

/** Whether imported votes of judges, or of others, say how their pairs were drawn. */
const hasImported = (isJudge: RawBuilder<unknown>, arenaId: number) => sql`exists (
  select from battles b join votes v on v.arena_id = b.arena_id and v.battle_id = b.id
  where b.arena_id = ${arenaId} and b.pair_probability is not null and b.origin = 'import'
    and v.source ${isJudge} 'judge')`
