import { type Kysely, sql } from 'kysely'
import { addJob, addJobs, type JobRequest } from '../../platform/jobs/jobs.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'

/** The job that counts boards of days before the first stored board. */
export const PAST_TASK = 'count-past-boards'

/** Queues the job of an arena. `resume`: only to count what is planned. */
export const requestPast = (
  db: Kysely<Database>,
  arenaId: number,
  from: 'plan' | 'resume' = 'plan',
): Promise<void> => addJob(db, jobOf(arenaId, from))

/** Queues the job of each arena whose votes are older than its first board and have no past boards yet. */
export async function requestPastOfAll({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenas = await selectArenasToCount(db)
  await addJobs(
    db,
    arenas.map((arenaId) => jobOf(arenaId, 'plan')),
  )
}

const jobOf = (arenaId: number, from: 'plan' | 'resume'): JobRequest => ({
  task: PAST_TASK,
  payload: { arenaId, from },
  queue: `past-${arenaId}`,
  key: `${PAST_TASK}-${from}-${arenaId}`,
})

/** Arenas without past boards that have imported votes cast before the day of their first board. */
async function selectArenasToCount(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from arenas a
    cross join lateral (select min(s.computed_at) as at from snapshots s where s.arena_id = a.id) first
    where first.at is not null and not exists (select from past_boards p where p.arena_id = a.id)
      -- an index finds imported votes
      and exists (select from votes v where v.arena_id = a.id and v.import_key is not null
        and v.cast_at < date_trunc('day', first.at, 'UTC'))
    order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}
