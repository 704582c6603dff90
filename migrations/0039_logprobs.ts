import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Whether a judge asks for log-probabilities, and whether its votes are weighed by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table judges
      add column logprobs text not null default 'off' check (logprobs in ('off', 'measure', 'weigh'))`.execute(
    db,
  )
}
