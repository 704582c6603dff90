/** A/A controls: whether judges prefer a contestant to a copy of itself. */
import { sql } from 'kysely'
import { signTest } from '../../shared/stats/index.ts'
import type { Db } from '../platform/schema.ts'

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
export async function aaControlsOf(db: Db, arenaId: number, alpha = 0.05): Promise<AaControl[]> {
  const rows = await selectControlVotes(db, arenaId)
  return rows.map((row) => {
    const p = signTest(row.wins, row.losses)
    return { ...row, p, isToldApart: p <= alpha / rows.length }
  })
}

/** How one judge voted between a contestant and its A/A control, under one criterion. */
interface ControlVotes {
  judge: string
  criterion: string
  contestant: string
  control: string
  /** The contestant's wins over its control. */
  wins: number
  losses: number
  ties: number
}

/** Counted votes of judges between contestants and their controls. */
async function selectControlVotes(db: Db, arenaId: number): Promise<ControlVotes[]> {
  const { rows } = await sql<ControlVotes>`
    select v.voter as judge, b.criterion, o.name as contestant, c.name as control,
      count(*) filter (where v.outcome = case when b.left_contestant_id = o.id then 'left' else 'right' end)::int
        as wins,
      count(*) filter (where v.outcome = case when b.left_contestant_id = c.id then 'left' else 'right' end)::int
        as losses,
      count(*) filter (where v.outcome in ('tie', 'both_bad'))::int as ties
    from contestants c
    join contestants o on o.arena_id = c.arena_id and o.name = c.control_of
    join battles b on b.arena_id = c.arena_id
      and ((b.left_contestant_id = c.id and b.right_contestant_id = o.id)
        or (b.left_contestant_id = o.id and b.right_contestant_id = c.id))
    join counted_votes_in(${arenaId}, null) v on v.arena_id = b.arena_id and v.battle_id = b.id and v.source = 'judge'
    where c.arena_id = ${arenaId}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}
