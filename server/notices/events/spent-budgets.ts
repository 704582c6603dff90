import { msg } from '../../../shared/messages/index.ts'
import type { FindEvents } from '../event.ts'
import { selectSpentBudgets } from './queries.ts'

/** Runs that stopped at their budget, each once for each budget. */
export const spentBudgets: FindEvents = async ({ db }, since) => {
  const runs = await selectSpentBudgets(db, since)
  return runs.map(({ arena_id: arenaId, run, title, budget, spent, ended_at: happenedAt }) => ({
    arenaId,
    kind: 'budget_spent',
    subject: `run ${run} at ${budget}`,
    finding: msg('notice_budget_spent', { title, spent, budget }),
    happenedAt,
  }))
}
