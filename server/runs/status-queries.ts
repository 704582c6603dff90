/** The only SQL that writes a run's status. */
import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { RunTable } from './tables.ts'
import type { RunStatus } from './run-machine.ts'
import type { Run } from './run-queries.ts'

export const insertRun = (trx: Transaction<Database>, run: Insertable<RunTable>): Promise<Run> =>
  trx.insertInto('runs').values(run).returningAll().executeTakeFirstOrThrow()

/** What may change together with a status. */
export type RunChange = Partial<
  Pick<Insertable<RunTable>, 'ended_at' | 'cause' | 'finding' | 'plan' | 'budget_usd' | 'planned_at'>
>

/** Changes the status of a run that has the status `from`. Undefined if its status has changed meanwhile. */
export const updateStatus = (
  trx: Transaction<Database>,
  { arena_id, id }: Pick<Run, 'arena_id' | 'id'>,
  from: RunStatus,
  to: RunStatus,
  change: RunChange,
): Promise<Run | undefined> =>
  trx
    .updateTable('runs')
    .set({ ...change, status: to })
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst()
