/** What is left to be done in a run: answers, and how many jobs are there already. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ProviderOfArena } from './endpoints.ts'
import { ANSWER_TASK } from './run-jobs.ts'
import type { Scope } from './run-kind.ts'

/** How many jobs of runs are queued or under way, by flag. */
export async function countQueued(db: Kysely<Database>): Promise<Map<string, number>> {
  const { rows } = await sql<{ flag: string; jobs: number }>`
    select flag, count(*)::int as jobs from graphile_worker.jobs, jsonb_object_keys(flags) as flag
    where flag like 'provider:%' and key is not null group by flag`.execute(db)
  return new Map(rows.map(({ flag, jobs }) => [flag, jobs]))
}

/** Those of whom answers are asked for, with their provider. */
export async function selectAnswerers(
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ contestantId: number; provider: ProviderOfArena }[]> {
  const { rows } = await sql<{ contestantId: number; provider: ProviderOfArena }>`
    select c.id as "contestantId", to_jsonb(p) as provider
    from contestants c join providers p on p.arena_id = c.arena_id and p.name = c.provider
    where c.arena_id = ${arenaId} and c.retired_at is null order by c.id`.execute(db)
  return rows
}

/** A prompt without the contestant's answer that this run has not given up on. */
const missingAnswer = (arenaId: number, runId: number, scope: Scope | null) => sql`
  p.arena_id = ${arenaId} and p.messages is not null and p.retired_at is null
  and (${scope?.promptIds ?? null}::integer[] is null or p.id = any (${scope?.promptIds ?? null}::integer[]))
  and (${scope?.contestants ?? null}::integer[] is null or c.id = any (${scope?.contestants ?? null}::integer[]))
  and not exists (select from answers a
    where a.arena_id = p.arena_id and a.prompt_id = p.id and a.contestant_id = c.id)
  and not exists (select from calls k
    where k.arena_id = p.arena_id and k.prompt_id = p.id and k.contestant_id = c.id and k.run_id = ${runId}
      and k.purpose = 'answer' and k.gave_up)`

/** Prompts to which the contestant is to be asked for an answer and no job does so yet. */
export async function selectMissingAnswers(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  contestantId: number,
  scope: Scope | null,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from prompts p, (select ${contestantId}::integer as id) c
    where ${missingAnswer(arenaId, runId, scope)} and not exists (select from graphile_worker._private_jobs q
      where q.key = ${`${ANSWER_TASK} ${arenaId} `} || p.id || ${` ${contestantId}`})
    order by p.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many answers are still to be made in this run. */
export async function countMissingAnswers(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  scope: Scope | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from prompts p
    join contestants c on c.arena_id = p.arena_id and c.provider is not null and c.retired_at is null
    where ${missingAnswer(arenaId, runId, scope)}`.execute(db)
  return rows[0].count
}

/** When a call for an answer last ended in this run; null where none has. */
export async function lastAnswerCallEnded(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(finished_at) as at from calls
    where arena_id = ${arenaId} and run_id = ${runId} and purpose = 'answer'`.execute(db)
  return rows[0].at
}
