import type { Kysely } from 'kysely'
import { judgeIn } from '../../shared/contracts/index.ts'
import type { Warning } from '../../shared/contracts/index.ts'
import { MAJORITY } from '../../shared/votes/majority.ts'
import { POWERED } from '../../shared/votes/judges-counted.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectFocused } from './queries.ts'

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
