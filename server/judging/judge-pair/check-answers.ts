import { storable } from '../../platform/providers/index.ts'
import type { CommandVerdict } from '../../platform/providers/index.ts'
import { composeCheck, isCalled, readCheck, runCheck } from '../checks/index.ts'
import type { CheckResult, CommandCheck, LlmCheck, RuleCheck } from '../checks/index.ts'
import { drawMarker } from '../requests/index.ts'
import {
  block,
  callModel,
  endIfExhausted,
  insertFailedCall,
  INTERNAL,
  isAttempt,
  MOST_ATTEMPTS,
  MOST_REPLIES,
  orRethrow,
  requeue,
  settleAbandoned,
  unusable,
  waitAfter,
} from '../../runs/index.ts'
import type { CallResult, Endpoint, JobContext, ProviderOfArena, ReplyReader } from '../../runs/index.ts'
import { insertResults, repeatResult, selectCheck, selectToCheck } from './check-queries.ts'
import type { CheckedAnswer } from './check-queries.ts'
import { checkJob } from './work-jobs.ts'
import type { CheckJob } from './work-jobs.ts'

const AT_ONCE = 100

/**
 * The job of a check. A rule is applied to all answers that lack its result in this run; a model or a command is asked
 * about one answer. Running the job twice changes nothing and sends no call twice.
 */
export async function checkAnswers(context: JobContext, job: CheckJob): Promise<void> {
  const check = await selectCheck(context.db, job)
  if (!check) return
  const { spec, provider } = check
  if (!isCalled(spec)) {
    await applyRuleToAnswers(context, job, spec).catch((error: unknown) => {
      orRethrow(context, error, { ...job, job: 'check' })
      return block(context, job.arenaId, job.runId, INTERNAL)
    })
  } else if (provider) await askProvider(context, job, spec, provider)
}

async function applyRuleToAnswers(context: JobContext, job: CheckJob, spec: RuleCheck): Promise<void> {
  while (!context.closing.aborted) {
    const answers = await selectToCheck(context.db, job, spec.categories ?? null, AT_ONCE)
    if (answers.length === 0) return
    const results: [CheckedAnswer, CheckResult][] = []
    for (const answer of answers) {
      const result = await runCheck(spec, turnsOf(answer), answer.prompt).catch((error: unknown) => {
        orRethrow(context, error, { ...job, answerId: answer.id, job: 'check' })
        return { passed: null, cause: INTERNAL.cause, reason: null }
      })
      results.push([answer, result])
    }
    await record(context, job, results)
  }
}

async function askProvider(
  context: JobContext,
  job: CheckJob,
  spec: LlmCheck | CommandCheck,
  provider: ProviderOfArena,
): Promise<void> {
  const { db, clock, random } = context
  const { arenaId, runId, sha256 } = job
  const [answer] = await selectToCheck(db, job, spec.categories ?? null, 1)
  if (!answer || (await repeatResult(db, job, answer.id, clock()))) return
  const endpoint = context.endpoints.acquire(provider)
  if (!endpoint) return requeue(context, checkJob(job, provider))
  const { promptId, contestantId, sample } = answer
  const calls = answer.calls.filter((call) => call.inputsSha256 === sha256)
  const attempts = calls.filter((call) => call.runId === runId && isAttempt(call.cause)).length
  try {
    if (calls.some(({ status }) => status === 'under_way'))
      await settleAbandoned(db, arenaId, { promptId, contestantId, sample, inputsSha256: sha256 }, clock())
    let called: CallResult<CheckReply>
    if (spec.kind === 'exec') called = await askCommand(context, endpoint, job, spec, answer)
    else {
      const marker = drawMarker(random)
      const request = await composeCheck(spec, turnsOf(answer), answer.prompt, marker)
      if ('missing' in request)
        return await fail(context, job, answer, `missing: the prompt has no ${request.missing}`)
      called = await askModel(context, endpoint, job, spec, answer, request, marker)
    }
    if (called.outcome === 'ok')
      return await record(context, job, [[answer, { ...called.value, cause: null }]])
    await followUp(context, job, provider, answer, called, attempts + 1)
  } catch (error) {
    orRethrow(context, error, { ...job, job: 'check' })
    await settleAbandoned(db, arenaId, { promptId, contestantId, sample, inputsSha256: sha256 }, clock())
    const call = callOf(job, spec, answer)
    const callId = await insertFailedCall(db, call, INTERNAL.cause, clock())
    await followUp(
      context,
      job,
      provider,
      answer,
      { outcome: 'failed', callId, failure: INTERNAL },
      attempts + 1,
    )
  } finally {
    endpoint.release()
  }
}

type CheckReply = { passed: boolean; reason: string | null }

function askModel(
  context: JobContext,
  endpoint: Endpoint,
  job: CheckJob,
  spec: LlmCheck,
  answer: CheckedAnswer,
  checkRequest: Exclude<Awaited<ReturnType<typeof composeCheck>>, { missing: string }>,
  marker: string,
): Promise<CallResult<CheckReply>> {
  const { model, params } = spec
  const request = { model, params, ...checkRequest }
  const read: ReplyReader<CheckReply> = ({ text, finishReason }) => {
    if (finishReason === 'refusal') return { unusable: unusable('refusal') }
    if (finishReason === 'length')
      return { unusable: unusable('cut_off: the reply reached its longest length') }
    const verdict = readCheck(text, marker)
    return 'unreadable' in verdict
      ? { unusable: unusable(`unreadable: ${verdict.unreadable}`) }
      : { value: verdict }
  }
  return callModel(context, endpoint, { call: callOf(job, spec, answer), request, read })
}

function askCommand(
  context: JobContext,
  endpoint: Endpoint,
  job: CheckJob,
  spec: CommandCheck,
  answer: CheckedAnswer,
): Promise<CallResult<CheckReply>> {
  const { key, messages, reference, variables, context: passages } = answer.prompt
  const { turns } = turnsOf(answer)
  const toCheck = {
    check: spec.name,
    prompt: key,
    messages,
    answer: turns.at(-1) ?? '',
    turns,
    sample: answer.sample,
    reference,
    variables,
    context: answer.context ?? passages,
    ...(answer.transcript && { transcript: answer.transcript }),
  }
  const request = { model: '', params: {}, system: null, messages, toCheck }
  const read: ReplyReader<CheckReply> = ({ text }) => {
    const { pass, reason } = JSON.parse(text) as CommandVerdict
    return { value: { passed: pass, reason } }
  }
  return callModel(context, endpoint, { call: callOf(job, spec, answer), request, read })
}

/** What a call of a check is about. A command has no model. */
const callOf = (
  { arenaId, runId, sha256 }: CheckJob,
  spec: LlmCheck | CommandCheck,
  { promptId, contestantId, sample }: CheckedAnswer,
) => ({
  arenaId,
  runId,
  purpose: 'check' as const,
  promptId,
  contestantId,
  sample,
  inputsSha256: sha256,
  provider: spec.provider,
  model: spec.kind === 'llm' ? spec.model : '',
})

async function followUp(
  context: JobContext,
  job: CheckJob,
  provider: ProviderOfArena,
  answer: CheckedAnswer,
  called: Exclude<CallResult<CheckReply>, { outcome: 'ok' }>,
  attempts: number,
): Promise<void> {
  const { arenaId, runId } = job
  if (called.outcome === 'not_made') return endIfExhausted(context, arenaId, runId, called.mostUsd)
  const { kind, cause, retryAfterMs } = called.failure
  const again = (waitMs: number) => requeue(context, checkJob(job, provider, waitMs))
  if (kind === 'closed') return block(context, arenaId, runId, called.failure)
  if (kind === 'given_up') return again(0)
  if (kind === 'away') return again(waitAfter(1, retryAfterMs, context))
  const limit = kind === 'unusable' ? MOST_REPLIES : MOST_ATTEMPTS
  if (kind === 'wrong' || attempts >= limit) return fail(context, job, answer, cause)
  return again(waitAfter(attempts, retryAfterMs, context))
}

const turnsOf = ({ text, turns, context }: CheckedAnswer) => ({ turns: turns ?? [text ?? ''], context })

const fail = (context: JobContext, job: CheckJob, answer: CheckedAnswer, cause: string): Promise<void> =>
  record(context, job, [[answer, { passed: null, cause, reason: null }]])

async function record(
  { db, clock }: JobContext,
  { arenaId, runId, name, sha256 }: CheckJob,
  results: [CheckedAnswer, CheckResult][],
): Promise<void> {
  await insertResults(
    db,
    results
      .map(([{ id }, result]) => [id, storable(result)] as const)
      .map(([id, { passed, cause, reason }]) => ({
        arena_id: arenaId,
        run_id: runId,
        name,
        sha256,
        answer_id: id,
        passed,
        cause,
        reason,
        checked_at: clock(),
      })),
  )
}
