import type { Kysely } from 'kysely'
import { signTest } from '../../../shared/stats/index.ts'
import type { Database } from '../../platform/schema.ts'
import { selectControlVotes } from './queries.ts'

/** How a judge decided between a contestant and its control, under one criterion. */
export interface ControlFinding {
  judge: string
  criterion: string
  contestant: string
  control: string
  /** Of the contestant over its control. */
  wins: number
  losses: number
  ties: number
  /** Two-sided exact sign test on the decisive votes; 1 without any. */
  p: number
  /** Whether the two are told apart at `alpha`, which must not be: the judge, or the arena, finds what is not there. */
  isToldApart: boolean
}

/**
 * The A/A findings of an arena: a contestant against itself under another name, by judge and criterion.
 * @param alpha for all findings together, divided among them (Bonferroni)
 */
export async function controlsOf(
  db: Kysely<Database>,
  arenaId: number,
  alpha = 0.05,
): Promise<ControlFinding[]> {
  const rows = await selectControlVotes(db, arenaId)
  return rows.map((row) => {
    const p = signTest(row.wins, row.losses)
    return { ...row, p, isToldApart: p <= alpha / rows.length }
  })
}
