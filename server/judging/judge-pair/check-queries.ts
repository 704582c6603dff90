import type { Insertable, Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CheckSpec, Message, TranscriptStep } from '../../../shared/contracts/index.ts'
import type { CheckResultTable } from '../tables.ts'
import type { Database } from '../../platform/schema.ts'
import type { ProviderOfArena } from '../../runs/index.ts'
import { isInRunPart } from './run-part-queries.ts'
import type { CheckJob } from './work-jobs.ts'

/** A check with the provider of its model or its command; the provider is null for a rule. */
export async function selectCheck(
  db: Kysely<Database>,
  { arenaId, name, sha256 }: CheckJob,
): Promise<{ spec: CheckSpec; provider: ProviderOfArena | null } | undefined> {
  const { rows } = await sql<{ spec: CheckSpec; provider: ProviderOfArena | null }>`
    select k.spec, to_jsonb(p) as provider from checks k
    left join providers p on p.arena_id = k.arena_id and p.name = k.spec->>'provider'
    where k.arena_id = ${arenaId} and k.name = ${name} and k.sha256 = ${sha256}`.execute(db)
  return rows[0]
}

/** An answer with its prompt, as a check needs it, and the results of earlier calls. */
export interface CheckedAnswer {
  id: number
  promptId: number
  contestantId: number
  sample: number
  text: string | null
  turns: string[] | null
  context: string[] | null
  transcript: TranscriptStep[] | null
  prompt: {
    key: string
    messages: Message[]
    reference: string | null
    variables: Record<string, unknown> | null
    context: string[] | null
  }
  calls: { runId: number; status: string; cause: string | null; inputsSha256: string | null }[]
}

/** The next answers without a result of this check in this run, by id; only `answerId` if it is given. */
export async function selectToCheck(
  db: Kysely<Database>,
  { arenaId, runId, name, sha256, answerId }: CheckJob,
  categories: string[] | null,
  limit: number,
): Promise<CheckedAnswer[]> {
  const { rows } = await sql<CheckedAnswer>`
    select a.id, a.prompt_id as "promptId", a.contestant_id as "contestantId", a.sample, a.text, a.turns, a.context, a.transcript,
      jsonb_build_object('key', p.key, 'messages', p.messages, 'reference', p.reference, 'variables', p.variables,
        'context', p.context) as prompt,
      case when ${answerId}::integer is null then '[]' else
        coalesce((select jsonb_agg(jsonb_build_object('runId', k.run_id, 'status', k.status, 'cause', k.cause,
            'inputsSha256', k.inputs_sha256) order by k.id)
          from calls k where k.arena_id = a.arena_id and k.purpose = 'check' and k.prompt_id = a.prompt_id
            and k.contestant_id = a.contestant_id and k.sample = a.sample), '[]') end as calls
    from answers a
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where a.arena_id = ${arenaId} and a.erased_at is null and c.retired_at is null and p.messages is not null and p.retired_at is null
      and (${answerId}::integer is null or a.id = ${answerId}) and ${isInRunPart(arenaId, runId)}
      and (${categories}::text[] is null or p.category = any (${categories}::text[]))
      and not exists (select from check_results r where r.arena_id = a.arena_id and r.run_id = ${runId}
        and r.name = ${name} and r.sha256 = ${sha256} and r.answer_id = a.id)
    order by a.id limit ${limit}`.execute(db)
  return rows
}

/** Adds results; one that exists already stays. */
export async function insertResults(
  db: Kysely<Database>,
  rows: Insertable<CheckResultTable>[],
): Promise<void> {
  await db
    .insertInto('check_results')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Copies the result of an earlier run for the same answer and check into this run: it was paid for.
 * @returns whether there was a result
 */
export async function repeatResult(
  db: Kysely<Database>,
  { arenaId, runId, name, sha256 }: CheckJob,
  answerId: number,
  recordedAt: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into check_results (arena_id, run_id, name, sha256, answer_id, passed, reason, checked_at)
    select arena_id, ${runId}, name, sha256, answer_id, passed, reason, ${recordedAt}::timestamptz from check_results
    where arena_id = ${arenaId} and name = ${name} and sha256 = ${sha256} and answer_id = ${answerId} and passed is not null
    order by run_id desc limit 1 on conflict do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
