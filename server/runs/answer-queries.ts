import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { MadeTurn } from '../answers/index.ts'
import type { Database } from '../platform/schema.ts'
import type { ProviderOfArena } from './endpoints.ts'
import type { AnswerJob } from './run-jobs.ts'

/** An answer that is still to be made: its provider and model, and the results of earlier calls. */
export interface AnswerToMake {
  provider: ProviderOfArena
  model: string
  calls: {
    runId: number
    status: string
    cause: string | null
    turn: number
    inputsSha256: string
    reply: MadeTurn
  }[]
}

/** Undefined if the answer exists or its contestant has no provider. */
export async function selectAnswerToMake(
  db: Kysely<Database>,
  { arenaId, promptId, contestantId, sample = 1 }: AnswerJob,
): Promise<AnswerToMake | undefined> {
  const { rows } = await sql<AnswerToMake>`
    select to_jsonb(o) as provider, c.model,
      coalesce((select jsonb_agg(jsonb_build_object('runId', k.run_id, 'status', k.status, 'cause', k.cause,
          'turn', k.turn, 'inputsSha256', k.inputs_sha256, 'reply', jsonb_build_object('text', k.reply,
          'finishReason', k.finish_reason, 'model', k.model_reported, 'inputTokens', k.input_tokens,
          'cachedInputTokens', k.cached_input_tokens, 'outputTokens', k.output_tokens, 'costUsd', k.cost_usd,
          'latencyMs', k.latency_ms, 'transcript', k.transcript)) order by k.id)
        from calls k where k.arena_id = c.arena_id and k.purpose = 'answer' and k.prompt_id = ${promptId}
          and k.contestant_id = c.id and k.sample = ${sample}), '[]') as calls
    from contestants c
    join providers o on o.arena_id = c.arena_id and o.name = c.provider
    where c.arena_id = ${arenaId} and c.id = ${contestantId} and not exists (select from answers a
      where a.arena_id = c.arena_id and a.prompt_id = ${promptId} and a.contestant_id = c.id
        and a.sample = ${sample})`.execute(db)
  return rows[0]
}
