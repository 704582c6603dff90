import { answerToMake, recordAnswer, type MadeTurn } from '../answers/index.ts'
import { callModel, runCallJob, type ReplyReader } from './call-model.ts'
import { isAttempt, MAX_REPLIES, causeCode, type CallFailure } from '../calls/index.ts'
import type { JobContext } from './run-job.ts'
import { answerJob, type AnswerJob } from './run-work.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { queryRow } from '../platform/postgres/query.ts'
import type { ArenaProvider } from '../arenas/index.ts'

/** An answer that is still to be made: its provider and model, and the results of earlier calls. */
interface AnswerToMake {
  provider: ArenaProvider
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

/**
 * The job of one answer: a call for each turn that is not there yet, one after another, and then the answer. Running
 * the job twice sends no call twice.
 */
export async function makeAnswer(context: JobContext, job: AnswerJob): Promise<void> {
  const { db, clock } = context
  const { arenaId, runId, promptId, contestantId, sample = 1 } = job
  const answer = await selectAnswerToMake(db, job)
  if (!answer) return
  const { provider, model, calls } = answer
  const about = { arenaId, runId, purpose: 'answer', promptId, contestantId, sample } as const
  const call = { ...about, provider: provider.name, model }
  const failed = calls.filter((earlierCall) => earlierCall.runId === runId && earlierCall.status === 'failed')
  const calling = {
    call,
    provider,
    earlier: calls,
    retryJob: (waitMs: number) => answerJob(job, provider, waitMs),
    attempts: () => failed.filter(({ cause }) => isAttempt(cause)).length + 1,
    giveUp: (_cause: string, callId: number) =>
      sql`update calls set gave_up = true where arena_id = ${arenaId} and id = ${callId}`.execute(db),
  }
  await runCallJob(context, calling, async (endpoint) => {
    const { prompt, composed } = await answerToMake(db, arenaId, job)
    const { sha256: inputsSha256 } = composed
    const turns = paidTurns(answer, inputsSha256)
    while (turns.length < composed.turns) {
      const turn = turns.length
      const request = {
        ...composed.request(turns.map(({ text }) => text)),
        about: { prompt: prompt.key, sample, turn },
      }
      const called = await callModel(context, endpoint, {
        call: { ...call, turn, inputsSha256 },
        request,
        read,
      })
      if (called.outcome === 'not_made') return called
      if (called.outcome === 'failed') return { ...called, isHopeless: isHopeless(failed, called.failure) }
      turns.push(called.value)
    }
    const { context: passages } = composed
    const made = { promptId, contestantId, sample, inputsSha256, context: passages, turns, madeAt: clock() }
    await db.transaction().execute((trx) => recordAnswer(trx, arenaId, made))
    return null
  })
}

/** A cut answer is an answer, and so is a refusal in words: it is what the contestant replied. */
const read: ReplyReader<MadeTurn> = ({
  text,
  transcript = null,
  finishReason,
  model,
  usage,
  costUsd,
  latencyMs,
}) => {
  if (text.trim() === '') return { unusable: finishReason === 'refusal' ? 'refusal' : 'empty' }
  const { inputTokens, cachedInputTokens, outputTokens } = usage
  const tokens = { inputTokens, cachedInputTokens, outputTokens }
  return { value: { text, transcript, finishReason, model, ...tokens, costUsd, latencyMs } }
}

/** The turns that earlier calls paid for, up to the first gap. */
function paidTurns({ calls }: AnswerToMake, sha256: string): MadeTurn[] {
  const turns: MadeTurn[] = []
  for (;;) {
    const call = calls.find(
      ({ status, turn, inputsSha256 }) => status === 'ok' && turn === turns.length && inputsSha256 === sha256,
    )
    if (!call) return turns
    turns.push(call.reply)
  }
}

const isHopeless = (failed: AnswerToMake['calls'], { kind, cause }: CallFailure): boolean =>
  kind === 'unusable' &&
  failed.filter((call) => causeCode(call.cause ?? '') === causeCode(cause)).length + 1 >= MAX_REPLIES

/** Undefined if the answer exists or its contestant has no provider. */
const selectAnswerToMake = (
  db: Db,
  { arenaId, promptId, contestantId, sample = 1 }: AnswerJob,
): Promise<AnswerToMake | undefined> =>
  queryRow<AnswerToMake>(db)`
    select to_jsonb(o) as provider, coalesce(c.model, '') as model,
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
        and a.sample = ${sample})`
