/** The answers that a run still lacks, and the jobs that are queued. */
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { providerFlag } from '../calls/index.ts'
import type { Scope } from './run-kind.ts'
import type { JobRequest } from '../platform/jobs/jobs.ts'
import { queryRows, requireValue } from '../platform/postgres/query.ts'
import type { ArenaProvider } from '../arenas/index.ts'

/** How many jobs of runs are queued or running, by flag. */
export async function countQueued(db: Db): Promise<Map<string, number>> {
  const rows = await queryRows<{ flag: string; jobs: number }>(db)`
    select flag, count(*)::int as jobs from graphile_worker.jobs, jsonb_object_keys(flags) as flag
    where flag like 'provider:%' and key is not null group by flag`
  return new Map(rows.map(({ flag, jobs }) => [flag, jobs]))
}

/** The contestants that answers are made for, with their provider. */
export const selectAnswerers = (
  db: Db,
  arenaId: number,
): Promise<{ contestantId: number; provider: ArenaProvider }[]> =>
  queryRows<{ contestantId: number; provider: ArenaProvider }>(db)`
    select c.id as "contestantId", to_jsonb(p) as provider
    from contestants c join providers p on p.arena_id = c.arena_id and p.name = c.provider
    where c.arena_id = ${arenaId} and c.retired_at is null order by c.id`

/** SQL: the numbers of the answers that a run makes for each contestant and prompt. */
const wantedSamples = (arenaId: number, scope: Scope | null) => sql`
  generate_series(1, coalesce(${scope?.samples ?? null}::integer,
    (select (settings->>'samples')::integer from arenas where id = ${arenaId}), 1)) as s (sample)`

/** SQL: a prompt without the contestant's answer `s` that this run has not given up on. */
const missingAnswer = (arenaId: number, runId: number, scope: Scope | null) => sql`
  p.arena_id = ${arenaId} and p.messages is not null and p.retired_at is null
  and (${scope?.promptIds ?? null}::integer[] is null or p.id = any (${scope?.promptIds ?? null}::integer[]))
  and (${scope?.contestants ?? null}::integer[] is null or c.id = any (${scope?.contestants ?? null}::integer[]))
  and not exists (select from answers a
    where a.arena_id = p.arena_id and a.prompt_id = p.id and a.contestant_id = c.id and a.sample = s.sample)
  and not exists (select from calls k
    where k.arena_id = p.arena_id and k.prompt_id = p.id and k.contestant_id = c.id and k.sample = s.sample and k.run_id = ${runId}
      and k.purpose = 'answer' and k.gave_up)`

/** Prompts that lack an answer of the contestant and have no job for it, each with the number of the answer. */
export const selectMissingAnswers = (
  db: Db,
  arenaId: number,
  runId: number,
  contestantId: number,
  scope: Scope | null,
  limit: number,
): Promise<{ promptId: number; sample: number }[]> =>
  queryRows<{ promptId: number; sample: number }>(db)`
    select p.id as "promptId", s.sample from prompts p, (select ${contestantId}::integer as id) c, ${wantedSamples(arenaId, scope)}
    where ${missingAnswer(arenaId, runId, scope)} and not exists (select from graphile_worker._private_jobs q
      where q.key = ${`${ANSWER_TASK} ${arenaId} `} || p.id || ${` ${contestantId}`}
        || case when s.sample > 1 then ' ' || s.sample else '' end)
    order by p.id, s.sample limit ${limit}`

/** How many answers this run still has to make. */
export const countMissingAnswers = (
  db: Db,
  arenaId: number,
  runId: number,
  scope: Scope | null,
): Promise<number> =>
  requireValue<number>(db)`
    select count(*)::int as count from prompts p
    join contestants c on c.arena_id = p.arena_id and c.provider is not null and c.retired_at is null
    cross join ${wantedSamples(arenaId, scope)}
    where ${missingAnswer(arenaId, runId, scope)}`

/** The end of the last call for an answer in this run; null if there was none. */
export const lastAnswerCallEndedAt = (db: Db, arenaId: number, runId: number): Promise<Date | null> =>
  requireValue<Date | null>(db)`
    select max(finished_at) as at from calls
    where arena_id = ${arenaId} and run_id = ${runId} and purpose = 'answer'`

// The jobs of all runs: their names, keys and payloads.

export const ADVANCE_TASK = 'advance-run'
export const ANSWER_TASK = 'make-answer'

export interface AnswerJob {
  arenaId: number
  runId: number
  promptId: number
  contestantId: number
  /** The number of the answer among those of the contestant to the prompt. Missing in jobs of earlier versions: 1. */
  sample?: number
}

/** Drives the run: queues what can be done next, and ends the run when nothing is left. */
export const advanceJob = (arenaId: number, runId: number): JobRequest => ({
  task: ADVANCE_TASK,
  payload: { arenaId, runId },
  queue: `judging-${arenaId}`,
  key: `${ADVANCE_TASK} ${arenaId} ${runId}`,
})

/** The key of an answer's job: no answer has two jobs. */
const answerJobKey = ({ arenaId, promptId, contestantId, sample = 1 }: AnswerJob): string =>
  `${ANSWER_TASK} ${arenaId} ${promptId} ${contestantId}${sample > 1 ? ` ${sample}` : ''}`

export const answerJob = (job: AnswerJob, provider: ArenaProvider, delayMs = 0): JobRequest => ({
  task: ANSWER_TASK,
  payload: { ...job },
  key: answerJobKey(job),
  flags: [providerFlag(provider)],
  delayMs,
})
