import type { CommandVerdict } from '../../platform/providers/index.ts'
import { toStorable } from '../../platform/storable.ts'
import {
  composeCheck,
  isCalled,
  runCheck,
  type CheckResult,
  type CommandCheck,
  type LlmCheck,
  type RuleCheck,
} from '../checks/checks.ts'
import { drawMarker } from '../judge-request.ts'
import { readCheckReply } from '../read-reply.ts'
import { whyIncomplete } from '../read-verdicts.ts'
import { pauseForCause, callModels, runCallJob, type JobContext, type ModelCall } from '../../runs/index.ts'
import { INTERNAL, isAttempt, MAX_REPLIES, logUnlessDisconnected } from '../../calls/index.ts'
import { checkJob, type CheckJob } from '../judging-jobs.ts'
import { uncheckedAnswers } from './queue-work.ts'
import { sql } from 'kysely'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import type { Db } from '../../platform/schema.ts'
import type { PromptContent } from '../../prompts/index.ts'
import { queryRow, queryRows } from '../../platform/postgres/query.ts'
import type { ArenaProvider } from '../../arenas/index.ts'
import type { AnswerContent } from '../../answers/index.ts'

/** An answer with its prompt, as a check needs it, and the results of earlier calls. */
interface CheckedAnswer extends AnswerContent {
  id: number
  promptId: number
  contestantId: number
  sample: number
  prompt: PromptContent & { key: string }
  calls: { runId: number; status: string; cause: string | null; inputsSha256: string | null }[]
}

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
      logUnlessDisconnected(context, error, { ...job, job: 'check' })
      return pauseForCause(context, job.arenaId, job.runId, INTERNAL)
    })
  } else if (provider) await askProvider(context, job, spec, provider)
}

async function applyRuleToAnswers(context: JobContext, job: CheckJob, spec: RuleCheck): Promise<void> {
  while (!context.closing.aborted) {
    const answers = await selectToCheck(context.db, job, AT_ONCE)
    if (answers.length === 0) return
    const results: [CheckedAnswer, CheckResult][] = []
    for (const answer of answers) {
      const result = await runCheck(spec, checkedTurns(answer), answer.prompt).catch((error: unknown) => {
        logUnlessDisconnected(context, error, { ...job, answerId: answer.id, job: 'check' })
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
  provider: ArenaProvider,
): Promise<void> {
  const { db, clock } = context
  const { arenaId, runId, sha256 } = job
  const [answer] = await selectToCheck(db, job, 1)
  if (!answer || (await repeatResult(db, job, answer.id, clock()))) return
  const { promptId, contestantId, sample } = answer
  const about = { arenaId, runId, purpose: 'check', promptId, contestantId, sample } as const
  // a command has no model
  const model = spec.kind === 'llm' ? spec.model : ''
  const call = { ...about, inputsSha256: sha256, provider: spec.provider, model }
  const earlier = answer.calls.filter((earlierCall) => earlierCall.inputsSha256 === sha256)
  const attempts =
    earlier.filter((earlierCall) => earlierCall.runId === runId && isAttempt(earlierCall.cause)).length + 1
  const giveUp = (cause: string) => record(context, job, [[answer, { passed: null, cause, reason: null }]])
  const retryJob = (waitMs: number) => checkJob(job, provider, waitMs)
  const calling = { call, provider, earlier, retryJob, attempts: () => attempts, giveUp }
  await runCallJob(context, calling, async (endpoint) => {
    const question =
      spec.kind === 'exec' ? questionToCommand(spec, answer) : await questionToModel(context, spec, answer)
    if ('missing' in question) {
      await giveUp(`missing: the prompt has no ${question.missing}`)
      return null
    }
    const [called] = await callModels(context, endpoint, [{ call, ...question }])
    if (called.outcome === 'not_made') return called
    if (called.outcome === 'failed')
      return { ...called, isHopeless: called.failure.kind === 'unusable' && attempts >= MAX_REPLIES }
    await record(context, job, [[answer, { ...called.value, cause: null }]])
    return null
  })
}

type Question = Omit<ModelCall<{ passed: boolean; reason: string | null }>, 'call'>

async function questionToModel(
  { chance: { random } }: JobContext,
  spec: LlmCheck,
  answer: CheckedAnswer,
): Promise<Question | { missing: string }> {
  const marker = drawMarker(random)
  const composed = await composeCheck(spec, checkedTurns(answer), answer.prompt, marker)
  if ('missing' in composed) return composed
  const read: Question['read'] = async ({ text, finishReason }) => {
    const unusable = whyIncomplete(finishReason)
    if (unusable) return { unusable }
    const verdict = await readCheckReply(text, marker)
    return 'unreadable' in verdict ? { unusable: `unreadable: ${verdict.unreadable}` } : { value: verdict }
  }
  return { request: { model: spec.model, params: spec.params, ...composed }, read }
}

function questionToCommand(spec: CommandCheck, answer: CheckedAnswer): Question {
  const { key, messages, reference, variables, context: passages } = answer.prompt
  const { turns } = checkedTurns(answer)
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
  const read: Question['read'] = ({ text }) => {
    const { pass, reason } = JSON.parse(text) as CommandVerdict
    return { value: { passed: pass, reason } }
  }
  return { request: { model: '', params: {}, system: null, messages, toCheck }, read }
}

const checkedTurns = ({ text, turns, context }: CheckedAnswer) => ({ turns: turns ?? [text ?? ''], context })

/** Adds results; one that exists already stays. */
async function record(
  { db, clock }: JobContext,
  { arenaId, runId, name, sha256 }: CheckJob,
  results: [CheckedAnswer, CheckResult][],
): Promise<void> {
  const rows = results.map(([{ id: answer_id }, result]) => {
    const { passed, cause, reason } = toStorable(result)
    const check = { arena_id: arenaId, run_id: runId, name, sha256 }
    return { ...check, answer_id, passed, cause, reason, checked_at: clock() }
  })
  await db
    .insertInto('check_results')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A check with the provider of its model or its command; the provider is null for a rule. */
const selectCheck = (
  db: Db,
  { arenaId, name, sha256 }: CheckJob,
): Promise<{ spec: CheckSpec; provider: ArenaProvider | null } | undefined> =>
  queryRow<{ spec: CheckSpec; provider: ArenaProvider | null }>(db)`
    select k.spec, to_jsonb(p) as provider from checks k
    left join providers p on p.arena_id = k.arena_id and p.name = k.spec->>'provider'
    where k.arena_id = ${arenaId} and k.name = ${name} and k.sha256 = ${sha256}`

/** The next answers without a result of this check in this run, by id; only `answerId` if it is given. */
const selectToCheck = (
  db: Db,
  { arenaId, runId, name, sha256, answerId }: CheckJob,
  limit: number,
): Promise<CheckedAnswer[]> =>
  queryRows<CheckedAnswer>(db)`
    select a.id, a.prompt_id as "promptId", a.contestant_id as "contestantId", a.sample, a.text, a.turns, a.context, a.transcript,
      jsonb_build_object('key', p.key, 'messages', p.messages, 'reference', p.reference, 'variables', p.variables,
        'context', p.context) as prompt,
      case when ${answerId}::integer is null then '[]' else
        coalesce((select jsonb_agg(jsonb_build_object('runId', k.run_id, 'status', k.status, 'cause', k.cause,
            'inputsSha256', k.inputs_sha256) order by k.id)
          from calls k where k.arena_id = a.arena_id and k.purpose = 'check' and k.prompt_id = a.prompt_id
            and k.contestant_id = a.contestant_id and k.sample = a.sample), '[]') end as calls
    from (${uncheckedAnswers(arenaId, runId)}) u
    join answers a on a.arena_id = ${arenaId} and a.id = u.answer_id
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    where u.name = ${name} and u.sha256 = ${sha256} and (${answerId}::integer is null or u.answer_id = ${answerId})
    order by a.id limit ${limit}`

/**
 * Copies the result of an earlier run for the same answer and check into this run: it was paid for.
 * @returns whether there was a result
 */
async function repeatResult(
  db: Db,
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
