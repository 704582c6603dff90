/** Estimates what a run will do and cost before it starts. */
import type { Arena } from '../../arenas/index.ts'
import { answeringContestants, missingAnswers, withoutLeak } from '../../answers/index.ts'
import { runsWebAnswers } from '../../battles/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Db } from '../../platform/schema.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  answersInUse,
  chooseJudges,
  isInPart,
  runPlanTask,
  selectExistingJudgements,
  resolveDrawSpec,
  planLive,
  stageOfRepeats,
  type PlanSpec,
} from './plan-judgements.ts'
import type { PlannedJudgement } from './planned.ts'
import { listJudgeCalls, usableJudges } from '../judges.ts'
import { failingByRule, selectGatingState } from '../checks/gating.ts'
import { estimateRun, type RunAnswer, type RunCheck, ORDERS, type RunPrompt } from './estimate-run.ts'
import type { JudgingPlan, JudgingRequest, JudgingWay, RunEstimate } from '../../../shared/contracts/index.ts'
import { VOTES_A_CONTESTANT } from '../../../shared/contracts/limits.ts'
import { queryRows, requireValue } from '../../platform/postgres/query.ts'

/** What of the settings decides on the cost. */
export type Estimating = Pick<Deps['settings'], 'prices' | 'chromium'>

/**
 * Estimates the remaining work of an arena and its cost.
 * @param anew  ignores existing judgements
 * @throws {ProblemError} if the arena has no such judge or baseline, or an outdated answer has votes
 */
export async function estimateArena(
  db: Db,
  { id }: Pick<Arena, 'id'>,
  spec: PlanSpec,
  { prices, chromium }: Estimating,
  anew = false,
): Promise<RunEstimate> {
  const judges = chooseJudges(await usableJudges(db, id), spec.judges)
  const versions = judges.map(({ versionId }) => versionId)
  const [isWeb, prompts, answers, checks, existing, contestants, draw, gating] = await Promise.all([
    requireValue<boolean>(db)`select ${runsWebAnswers} from arenas where id = ${id}`,
    selectRunPrompts(db, id),
    answersWithMissing(db, id),
    selectChecks(db, id),
    selectExistingJudgements(db, id, versions, 'ended'),
    answeringContestants(db, id),
    resolveDrawSpec(db, id, spec),
    selectGatingState(db, id),
  ])
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  // answers without results are checked here, as far as rules can
  const ruled = await failingByRule(
    checks.map(({ spec }) => spec),
    answers.filter((answer) => gating.open.has(answer.id)),
    (prompt) => byId.get(prompt)!,
  )
  for (const answer of answers) {
    const failing = [...(gating.failing.get(answer.id) ?? []), ...(ruled.get(answer.id) ?? [])]
    if (failing.length > 0) answer.failing = failing
  }
  const live = await planLive(db, id, judges, spec, 'ended')
  const run = {
    live: { judgements: live, ...(await selectJudgedTexts(db, id, live)) },
    prompts,
    answeringContestants: contestants,
    answers: answers.filter((answer) => isInPart(spec.only, answer)),
    judges,
    criteria: spec.only?.criteria,
    checks: checks.filter((check) => !spec.only || check.spec.required),
    existing: anew ? [] : existing,
    draw: { ...draw, stage: stageOfRepeats(spec, answers, listJudgeCalls(judges, spec.only), existing) },
    seed: spec.seed,
    drawsPages: isWeb && chromium !== '',
  }
  return runPlanTask({ estimate: [run, prices] }, run, () => estimateRun(run, prices))
}

/** The active checks, each with the ids of the answers that have a result in any run. */
async function selectChecks(db: Db, arenaId: number): Promise<RunCheck[]> {
  const rows = await queryRows<{ spec: RunCheck['spec']; callUsd: number | null; checked: number[] }>(db)`
    select k.spec, (select coalesce((p.options->>'costUsd')::float8, 0) from providers p where p.arena_id = k.arena_id
      and p.name = k.spec->>'provider' and k.spec->>'kind' = 'exec') as "callUsd", array(select distinct r.answer_id from check_results r where r.arena_id = k.arena_id
      and r.name = k.name and r.sha256 = k.sha256 and r.passed is not null) as checked
    from checks k where k.arena_id = ${arenaId} and k.active order by k.name`
  return rows.map(({ checked, ...rest }) => ({ ...rest, checked: new Set(checked) }))
}

/** What a number of votes on each pair takes if the arena's judges give them. */
export interface VotesCost {
  /** Calls for one pair of contestants, under all criteria, in both orders. */
  callsPerPair: number
  /**
   * Cost in US dollars, at the average cost of the arena's judgements. Null if a model has no price, or if no
   * judgement can be estimated.
   */
  costUsdPerPair: number | null
  /** Pairs of contestants in the plan. */
  pairs: number
  /** The most votes that the judges can give on a pair: one on each prompt. */
  mostVotes: number
}

/** Estimates what `votes` votes on each pair take; null if the arena has no judges. */
export async function costOfVotes(
  db: Db,
  arena: Pick<Arena, 'id'>,
  spec: PlanSpec,
  votes: number,
  settings: Estimating,
): Promise<VotesCost | null> {
  const judges = chooseJudges(await usableJudges(db, arena.id), spec.judges)
  if (judges.length === 0) return null
  const everything = { ...spec, plan: spec.plan.baseline ? { baseline: spec.plan.baseline } : {} }
  const all = await estimateArena(db, arena, everything, settings, true)
  const { baseline } = await resolveDrawSpec(db, arena.id, spec)
  const contestants = new Set((await selectRunAnswers(db, arena.id)).map(({ contestantId }) => contestantId))
  const prompts = await selectRunPrompts(db, arena.id)
  const size = contestants.size
  const judgements = Math.ceil((votes / judges.length) * listJudgeCalls(judges).length)
  const judgementUsd =
    all.judgements > 0 && all.judgementsUsd !== null ? all.judgementsUsd / all.judgements : null
  return {
    callsPerPair: judgements * ORDERS,
    costUsdPerPair: judgementUsd === null ? null : judgementUsd * judgements,
    pairs: baseline === null ? (size * (size - 1)) / 2 : Math.max(0, size - 1),
    mostVotes: prompts.length * judges.length,
  }
}

const selectPrompts = (db: Db, arenaId: number, isWanted: RawBuilder<unknown>): Promise<RunPrompt[]> =>
  queryRows<RunPrompt>(db)`
    select id, messages, category, reference, variables, context from prompts
    where arena_id = ${arenaId} and messages is not null and ${isWanted} order by id`

export const selectRunPrompts = (db: Db, arenaId: number): Promise<RunPrompt[]> =>
  selectPrompts(db, arenaId, sql`retired_at is null`)

/** The texts of judgements that are outside the set. */
async function selectJudgedTexts(
  db: Db,
  arenaId: number,
  judgements: readonly PlannedJudgement[],
): Promise<{ prompts: RunPrompt[]; answers: RunAnswer[] }> {
  if (judgements.length === 0) return { prompts: [], answers: [] }
  const answerIds = judgements.flatMap((judgement) => judgement.answerIds)
  const [prompts, answers] = await Promise.all([
    selectPrompts(db, arenaId, sql`id = any (${judgements.map(({ promptId }) => promptId)}::integer[])`),
    selectAnswers(db, sql`answers a where a.arena_id = ${arenaId} and a.id = any (${answerIds}::integer[])`),
  ])
  return { prompts, answers }
}

/** The answers that a run works with: those that exist, and those still to be made, which have negative ids. */
export async function answersWithMissing(db: Db, arenaId: number): Promise<RunAnswer[]> {
  const [existing, missing] = await Promise.all([selectRunAnswers(db, arenaId), missingAnswers(db, arenaId)])
  const outdated = new Set(missing.map(({ answerId }) => answerId))
  const toBeMade = missing.map(({ promptId, contestantId }, i) => ({
    id: -1 - i,
    promptId,
    contestantId,
    text: `to be made ${i}`,
    turns: null,
    context: null,
  }))
  return [...existing.filter(({ id }) => !outdated.has(id)), ...toBeMade]
}

const selectRunAnswers = (db: Db, arenaId: number): Promise<RunAnswer[]> =>
  selectAnswers(db, sql`${answersInUse(arenaId)} order by a.id`)

/** @param answers  SQL: tables with answers `a`, and which of these */
const selectAnswers = (db: Db, answers: RawBuilder<unknown>): Promise<RunAnswer[]> =>
  queryRows<RunAnswer>(db)`
    select a.id, a.prompt_id as "promptId", a.contestant_id as "contestantId", a.text_sha256 as text,
      coalesce(a.turns, jsonb_build_array(a.text)) as turns, a.context, a.transcript, not (${withoutLeak('a')}) as "isLeaked"
    from ${answers}`

// The ways to judge many contestants, each with its calls and its cost.

/** With so many contestants, everything is seldom too dear. */
const FEW = 8

/** The arena's plan, with what a request asks for in place of its own. */
export function overridePlan(
  plan: JudgingPlan,
  { votesPerPair, plan: requestedPlan }: Pick<JudgingRequest, 'votesPerPair' | 'plan'>,
): JudgingPlan {
  const { baseline, live } = plan
  const judgesLive = live !== undefined && { live }
  const against = baseline !== undefined && { baseline }
  if (requestedPlan === 'tournament') return { tournament: true, ...judgesLive }
  if (votesPerPair !== undefined) return { votesPerPair, ...against, ...judgesLive }
  return requestedPlan === 'everything' ? { everything: true, ...against, ...judgesLive } : plan
}

/**
 * Everything, some votes a pair, and a tournament, for an arena of more than eight contestants; else none.
 * @param plan  of the arena
 * @param estimate  what a run by a plan would take
 */
export async function waysToJudge(
  contestants: number,
  plan: JudgingPlan,
  estimate: (plan: JudgingPlan) => Promise<RunEstimate | null>,
): Promise<JudgingWay[]> {
  if (contestants <= FEW) return []
  const votesPerPair = Math.max(1, Math.round(VOTES_A_CONTESTANT / (contestants - 1)))
  const ways: JudgingWay[] = []
  for (const request of [{ plan: 'everything' }, { votesPerPair }, { plan: 'tournament' }] as const) {
    const way = overridePlan(plan, request)
    const estimated = await estimate(way)
    if (estimated) ways.push({ plan: way, calls: estimated.calls, costUsd: estimated.costUsd })
  }
  return ways
}
