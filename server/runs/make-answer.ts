import { answerToMake, recordAnswer } from '../answers/index.ts'
import type { MadeTurn } from '../answers/index.ts'
import { callModel } from './call-model.ts'
import type { CallResult, ReplyReader } from './call-model.ts'
import { selectAnswerToMake } from './answer-queries.ts'
import type { AnswerToMake } from './answer-queries.ts'
import { insertFailedCall, markGivenUp, settleAbandoned } from './call-queries.ts'
import { block, endIfExhausted, orRethrow, requeue } from './follow-up.ts'
import type { JobContext } from './job-context.ts'
import { answerJob } from './run-jobs.ts'
import type { AnswerJob } from './run-jobs.ts'
import {
  INTERNAL,
  isAttempt,
  MOST_ATTEMPTS,
  MOST_REPLIES,
  unusable,
  waitAfter,
  causeCode,
} from './call-failure.ts'
import type { CallFailure } from './call-failure.ts'

/**
 * The job of one answer: a call for each turn that is not there yet, one after another, and the answer once all are.
 * Doing it twice asks for nothing twice.
 */
export async function makeAnswer(context: JobContext, wanted: AnswerJob): Promise<void> {
  const { db, clock } = context
  const { arenaId, promptId, contestantId } = wanted
  const answer = await selectAnswerToMake(db, wanted)
  if (!answer) return
  const endpoint = context.endpoints.acquire(answer.provider)
  if (!endpoint) return requeue(context, answerJob(wanted, answer.provider))
  try {
    if (answer.calls.some(({ status }) => status === 'under_way'))
      await settleAbandoned(db, arenaId, { promptId, contestantId, inputsSha256: null }, clock())
    const { maker, composed } = await answerToMake(db, arenaId, wanted)
    const turns = paidTurns(answer, composed.sha256)
    while (turns.length < composed.turns) {
      const request = composed.request(turns.map(({ text }) => text))
      const call = {
        ...({ arenaId, runId: wanted.runId, purpose: 'answer', promptId, contestantId } as const),
        turn: turns.length,
        inputsSha256: composed.sha256,
        provider: answer.provider.name,
        model: maker.model,
      }
      const called = await callModel(context, endpoint, call, request, read)
      if (called.is !== 'ok') return await followUp(context, wanted, answer, called)
      turns.push(called.value)
    }
    await recordAnswer(db, arenaId, {
      promptId,
      contestantId,
      inputsSha256: composed.sha256,
      context: composed.context,
      turns,
      madeAt: clock(),
    })
  } catch (error) {
    orRethrow(context, error, { ...wanted, job: 'answer' })
    await recordInternalFailure(context, wanted, answer)
  } finally {
    endpoint.release()
  }
}

/** Makes what was thrown one of the attempts, so that there are never more of them than of any other trouble. */
async function recordInternalFailure(
  context: JobContext,
  wanted: AnswerJob,
  answer: AnswerToMake,
): Promise<void> {
  const { db, clock } = context
  const { arenaId, runId, promptId, contestantId } = wanted
  await settleAbandoned(db, arenaId, { promptId, contestantId, inputsSha256: null }, clock())
  const call = { arenaId, runId, promptId, contestantId, purpose: 'answer', model: answer.model } as const
  const callId = await insertFailedCall(
    db,
    { ...call, provider: answer.provider.name },
    INTERNAL.cause,
    clock(),
  )
  await followUp(context, wanted, answer, { is: 'trouble', callId, trouble: INTERNAL })
}

/** A cut answer is an answer, and so is a refusal that is put in words: that is what the contestant gives. */
const read: ReplyReader<MadeTurn> = ({ text, finishReason, model, usage, costUsd, latencyMs }) => {
  if (text.trim() === '') return { unusable: unusable(finishReason === 'refusal' ? 'refusal' : 'empty') }
  const { inputTokens, cachedInputTokens, outputTokens } = usage
  const tokens = { inputTokens, cachedInputTokens, outputTokens }
  return { value: { text, finishReason, model, ...tokens, costUsd, latencyMs } }
}

/** The turns that earlier attempts paid for, as far as they go without a gap. */
function paidTurns({ calls }: AnswerToMake, sha256: string): MadeTurn[] {
  const turns: MadeTurn[] = []
  for (;;) {
    const call = calls.find(
      ({ status, turn, inputsSha256 }) => status === 'ok' && turn === turns.length && inputsSha256 === sha256,
    )
    if (!call) return turns
    turns.push(call.said)
  }
}

async function followUp(
  context: JobContext,
  wanted: AnswerJob,
  answer: AnswerToMake,
  called: Exclude<CallResult<MadeTurn>, { is: 'ok' }>,
): Promise<void> {
  const { db } = context
  const { arenaId, runId } = wanted
  if (called.is === 'not_made') return endIfExhausted(context, arenaId, runId, called.mostUsd)
  const { trouble, callId } = called
  const again = (waitMs: number) => requeue(context, answerJob(wanted, answer.provider, waitMs))
  if (trouble.kind === 'closed') return block(context, arenaId, runId, trouble)
  if (trouble.kind === 'given_up') return again(0)
  if (trouble.kind === 'away') return again(waitAfter(1, trouble.retryAfterMs, context))
  const failed = answer.calls.filter((call) => call.runId === runId && call.status === 'failed')
  const attempts = failed.filter(({ cause }) => isAttempt(cause)).length + 1
  if (trouble.kind === 'wrong' || attempts >= MOST_ATTEMPTS || isHopeless(failed, trouble))
    return markGivenUp(db, arenaId, callId)
  return again(waitAfter(attempts, trouble.retryAfterMs, context))
}

const isHopeless = (failed: AnswerToMake['calls'], { kind, cause }: CallFailure): boolean =>
  kind === 'unusable' &&
  failed.filter((call) => causeCode(call.cause ?? '') === causeCode(cause)).length + 1 >= MOST_REPLIES
