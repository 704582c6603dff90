import type { Kysely } from 'kysely'
import { signTest } from '../../../../shared/stats/index.ts'
import type { Database } from '../../../platform/schema.ts'
import { selectControlVotes } from './queries.ts'
import type { ControlVotes } from './queries.ts'

/** One judge on a contestant and its control, with a test of whether it prefers either. */
export interface AaControl extends ControlVotes {
  /** Two-sided exact sign test on the decisive votes; 1 without any. */
  p: number
  /** Whether the two differ significantly at `alpha`. They are the same contestant, so they should not. */
  isToldApart: boolean
}

/**
 * The A/A controls of an arena: a contestant against a copy of itself under another name, by judge and criterion.
 * @param alpha  error level for all controls together, divided evenly among them (Bonferroni)
 */
export async function aaControlsOf(
  db: Kysely<Database>,
  arenaId: number,
  alpha = 0.05,
): Promise<AaControl[]> {
  const rows = await selectControlVotes(db, arenaId)
  return rows.map((row) => {
    const p = signTest(row.wins, row.losses)
    return { ...row, p, isToldApart: p <= alpha / rows.length }
  })
}
