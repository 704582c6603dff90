import type { Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { countLeftOut } from '../required/index.ts'
import { markEnded } from './judgement-queries.ts'
import type { JudgementEnd } from './judgement-queries.ts'
import { selectRun } from './run-queries.ts'

/** Ends a judgement; false where it has ended already. */
export async function endJudgement(
  trx: Transaction<Database>,
  arenaId: number,
  id: string,
  end: JudgementEnd,
  at: Date,
): Promise<boolean> {
  const runId = await markEnded(trx, arenaId, id, end, at)
  if (runId === null) return false
  // what was under way when its run was left comes to its end after the count
  const run = await selectRun(trx, arenaId, runId)
  if (run?.status !== 'running') await countLeftOut(trx, arenaId, runId, at)
  return true
}
