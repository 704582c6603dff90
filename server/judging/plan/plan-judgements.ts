/** Plans judgements: drawn evenly from a seed, and none twice, whichever samples they show. */
import { queryRows, queryValue, requireValue } from '../../platform/postgres/query.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { JudgingPlan, type Outcome } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Db } from '../../platform/schema.ts'
import { selectGatingState } from '../checks/gating.ts'
import { usableJudges, listJudgeCalls, type CurrentJudge } from '../judges.ts'
import {
  type PackedPlan,
  type DrawSpec,
  type PlanAnswer,
  type AnswersToJudge,
  type ExistingJudgement,
  type JudgeCall,
  type PlannedJudgement,
  answersKey,
  judgeCallKey,
  packPlan,
  allPairs,
} from './planned.ts'
import { listContestants } from '../../contestants/index.ts'
import { shortList, msg } from '../../../shared/messages/index.ts'
import { withoutLeak } from '../../answers/index.ts'
import { matchesCategories } from '../../prompts/index.ts'
import { IDLE_TIMEOUT, Thread } from '../../platform/jobs/thread.ts'
import { drawJudgements, drawSampleEach } from './draw-judgements.ts'
import { drawStage, mostInTournament, tournamentStanding, type StageInput } from './tournament.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE, type Votes } from '../../../shared/stats/fit/votes.ts'

const id = z.number().int()

/** Two contestants, or all, on some prompts. A run of a part makes only their answers, judgements and gating checks. */
const PlanPart = z.strictObject({
  /** Ids, the smaller one first; missing for all. */
  contestants: z.tuple([id, id]).optional(),
  prompts: z.array(id),
  /** Only calls about one of these criteria are made; missing for all. */
  criteria: z.array(z.string()).optional(),
})
export type PlanPart = z.infer<typeof PlanPart>

export const PlanSpec = z.strictObject({
  plan: JudgingPlan,
  seed: z.number().int(),
  /** Names of the judges to ask; all active ones by default. */
  judges: z.array(z.string()).optional(),
  /** How often each judge version judges the same answers; 1 by default. */
  repeats: z.number().int().min(1).optional(),
  /** How many prompts of each pair of contestants are judged more than once; all by default. */
  sample: z.number().int().min(1).optional(),
  /** Limits the plan to a part of the arena. */
  only: PlanPart.optional(),
})
export type PlanSpec = z.infer<typeof PlanSpec>

interface ArenaJudgements extends PackedPlan {
  /** Names of the asked judges, by version. */
  judges: ReadonlyMap<number, string>
  /** Ids of answers that fail a gating check. */
  failing: number[]
  /** Those of live battles, which come after all others. */
  live: PlannedJudgement[]
}

/**
 * Plans the judgements that an arena lacks, over its existing answers that have results of all gating checks. Of a tournament it
 * plans the next stage.
 * @param runId  the run whose stage it is; null: one that is still to start
 * @throws {ProblemError} if the arena has no such judge or baseline
 */
export async function planJudgements(
  db: Db,
  arenaId: number,
  spec: PlanSpec,
  runId: number | null = null,
): Promise<ArenaJudgements> {
  const { requestedJudges, draw: ofPlan } = await checkPlan(db, arenaId, spec)
  const versions = requestedJudges.map(({ versionId }) => versionId)
  const [all, existing, { failing, open }, live] = await Promise.all([
    selectPlanAnswers(db, arenaId),
    selectExistingJudgements(db, arenaId, versions),
    selectGatingState(db, arenaId),
    planLive(db, arenaId, requestedJudges, spec),
  ])
  const answers = all
    .filter((answer) => !open.has(answer.id) && isInPart(spec.only, answer))
    .map((answer) => ({ ...answer, failing: failing.get(answer.id) ?? [] }))
  // not the judges as they are: a rubric is no part of a draw
  const calls = listJudgeCalls(requestedJudges, spec.only).map(
    ({ versionId, criteria, form, listSize, categories }) => ({
      versionId,
      criteria,
      form,
      listSize,
      categories,
    }),
  )
  const draw = { ...ofPlan, stage: stageOfRepeats(spec, answers, calls, existing) }
  if (isInStages(spec))
    draw.stage = await nextStage(db, arenaId, { answers, calls, existing, seed: spec.seed, runId })
  return {
    ...(await drawPlan(answers, calls, existing, draw, spec.seed)),
    judges: new Map(requestedJudges.map(({ versionId, name }) => [versionId, name])),
    failing: [...failing.keys()],
    live,
  }
}

/** Whether a run goes stage by stage. Repeats and judging again are of what is judged already. */
export const isInStages = ({ plan, repeats = 1 }: PlanSpec): boolean =>
  plan.tournament === true && repeats === 1

/** What the repeats of a tournament show again: the groups that judges were shown. Undefined: the plan says what is repeated. */
export function stageOfRepeats(
  { plan, repeats = 1 }: PlanSpec,
  answers: readonly Pick<PlanAnswer, 'id' | 'promptId'>[],
  calls: readonly Pick<JudgeCall, 'versionId' | 'criteria' | 'form'>[],
  existing: readonly ExistingJudgement[],
): AnswersToJudge[] | undefined {
  if (!plan.tournament || repeats === 1) return undefined
  const promptByAnswer = new Map(answers.map(({ id, promptId }) => [id, promptId]))
  const formByCall = new Map(calls.map((call) => [judgeCallKey(call), call.form]))
  const groups = existing
    .filter(({ repeat, failed }) => repeat === 0 && !failed)
    .flatMap((judgement) => {
      const { answerIds } = judgement
      const form = formByCall.get(judgeCallKey(judgement))
      const promptId = promptByAnswer.get(answerIds[0])
      const isThere =
        form !== undefined && promptId !== undefined && answerIds.every((id) => promptByAnswer.has(id))
      return isThere ? [{ form, promptId, answerIds }] : []
    })
  return [...new Map(groups.map((group) => [answersKey(group.answerIds), group])).values()]
}

interface StagePlan {
  answers: readonly PlanAnswer[]
  calls: readonly JudgeCall[]
  existing: readonly ExistingJudgement[]
  seed: number
  runId: number | null
}

/** The next stage of a tournament, by the votes of judges under the first of the arena's criteria that is asked for; none: it is over. */
async function nextStage(
  db: Db,
  arenaId: number,
  { answers, calls: all, existing, seed, runId }: StagePlan,
): Promise<AnswersToJudge[]> {
  const criterion = await firstCriterion(db, arenaId, all)
  if (criterion === undefined) return []
  const calls = all.filter(({ criteria }) => criteria.includes(criterion))
  const passing = answers.filter(({ failing }) => !failing || failing.length === 0)
  const contestants = [...new Set(answers.map(({ contestantId }) => contestantId))].sort((a, b) => a - b)
  const prompts = new Set(answers.map(({ promptId }) => promptId)).size
  const categoryByPrompt = new Map(answers.map(({ promptId, category }) => [promptId, category]))
  const standing = tournamentStanding(await selectJudgesVotes(db, arenaId, criterion, contestants))
  const contestantIds = (places: readonly number[]) => places.map((place) => contestants[place])
  const made = await countByCall(db, arenaId, runId)
  const callsRemaining = (call: JudgeCall) =>
    mostInTournament(contestants.length, prompts, call) - (made.get(judgeCallKey(call)) ?? 0)
  return drawStage({
    answers: drawSampleEach(passing, seed),
    calls,
    isJudged: judgedPairs(
      answers,
      calls,
      existing.filter(({ repeat }) => repeat === 0),
    ),
    isAsked: (form, promptId) =>
      calls.some(
        (call) =>
          call.form === form && matchesCategories(categoryByPrompt.get(promptId) ?? null, call.categories),
      ),
    standing: {
      ...standing,
      byRating: contestantIds(standing.byRating),
      deadHeat: contestantIds(standing.deadHeat),
      contenders: contestantIds(standing.contenders),
    },
    left: (form) => Math.max(...calls.filter((call) => call.form === form).map(callsRemaining)),
    seed: seed + existing.length,
  })
}

/** How many judgements a run has of each call, by `judgeCallKey`. */
async function countByCall(db: Db, arenaId: number, runId: number | null): Promise<Map<string, number>> {
  const rows = await queryRows<{ versionId: number; criteria: string[]; count: number }>(db)`
    select judge_version_id as "versionId", criteria, count(*)::int as count from judgements
    where arena_id = ${arenaId} and run_id = ${runId} and repeat = 0 and not live and climb_epoch is null
    group by 1, 2`
  return new Map(rows.map((row) => [judgeCallKey(row), row.count]))
}

/** The first of an arena's criteria that these calls ask for. */
async function firstCriterion(
  db: Db,
  arenaId: number,
  calls: readonly JudgeCall[],
): Promise<string | undefined> {
  const criteria = await requireValue<string[]>(db)`select criteria from arenas where id = ${arenaId}`
  return criteria.find((name) => calls.some((call) => call.criteria.includes(name)))
}

/** Whether each call of a form has judged two contestants on a prompt, or has failed to. */
function judgedPairs(
  answers: readonly PlanAnswer[],
  calls: readonly JudgeCall[],
  existing: readonly ExistingJudgement[],
): StageInput['isJudged'] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const categories = new Map(answers.map(({ promptId, category }) => [promptId, category]))
  const pairKey = (promptId: number, a: number, b: number) =>
    `${promptId} ${Math.min(a, b)} ${Math.max(a, b)}`
  const byCall = Map.groupBy(existing, judgeCallKey)
  const judged = calls.map((call) => {
    const pairs = new Set<string>()
    for (const { answerIds } of byCall.get(judgeCallKey(call)) ?? [])
      for (const [first, second] of allPairs(answerIds.map((id) => byId.get(id))))
        if (first && second) pairs.add(pairKey(first.promptId, first.contestantId, second.contestantId))
    return { call, pairs }
  })
  return (form, promptId, a, b) =>
    judged.every(
      ({ call, pairs }) =>
        call.form !== form ||
        !matchesCategories(categories.get(promptId) ?? null, call.categories) ||
        pairs.has(pairKey(promptId, a, b)),
    )
}

/**
 * The counted votes of judges under a criterion among these contestants, who are numbered by their places. Prompts are numbered in
 * ascending order of their ids; -1: not known.
 */
async function selectJudgesVotes(
  db: Db,
  arenaId: number,
  criterion: string,
  contestants: readonly number[],
): Promise<Votes> {
  const rows = await queryRows<{ left: number; right: number; outcome: Outcome; prompt: number }>(db)`
    select array_position(c.ids, b.left_contestant_id) - 1 as left, array_position(c.ids, b.right_contestant_id) - 1 as right,
      v.outcome, case when b.prompt_id is null then 0 else dense_rank() over (order by b.prompt_id) end::int - 1 as prompt
    from (select ${contestants}::integer[] as ids) c, counted_votes_in(${arenaId}, null) v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source = 'judge' and b.criterion = ${criterion}
      and b.left_contestant_id = any (c.ids) and b.right_contestant_id = any (c.ids)
    order by b.prompt_id, b.left_contestant_id, b.right_contestant_id, v.id`
  return {
    contestants: contestants.length,
    left: Int32Array.from(rows, ({ left }) => left),
    right: Int32Array.from(rows, ({ right }) => right),
    outcome: Uint8Array.from(rows, ({ outcome }) => OUTCOME_CODES[outcome]),
    prompt: Int32Array.from(rows, ({ prompt }) => prompt),
    person: null,
  }
}

const OUTCOME_CODES: Record<Outcome, number> = { left: LEFT, right: RIGHT, tie: TIE, both_bad: BOTH_BAD }

/**
 * The judgements that the spec asks for of live battles: each of contestants in use that has a counted vote and both texts is judged once by each
 * version of a judge of pairs that is asked for its criterion. Checks are of the set, and do not keep an answer from them.
 * @param statuses  `ended` plans again what is planned
 */
export async function planLive(
  db: Db,
  arenaId: number,
  judges: readonly CurrentJudge[],
  { plan, repeats = 1, only }: PlanSpec,
  statuses: 'all' | 'ended' = 'all',
): Promise<PlannedJudgement[]> {
  // a visitor gives no reference
  const fit = judges.filter(({ form, rubric }) => form === 'pairwise' && !rubric.shows.includes('reference'))
  if (!plan.live || repeats > 1 || only || fit.length === 0) return []
  const battles = await queryRows<LiveBattleToJudge>(db)`
    select distinct on (b.prompt_id, b.criterion, least(x.id, y.id), greatest(x.id, y.id))
      b.prompt_id as "promptId", b.criterion, array[x.id, y.id] as "answerIds", p.category
    from counted_votes_in(${arenaId}, null) v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
      and p.messages is not null and p.erased_at is null
    join answers x on x.arena_id = b.arena_id and x.id = b.left_answer_id and x.erased_at is null
    join answers y on y.arena_id = b.arena_id and y.id = b.right_answer_id and y.erased_at is null
    join contestants c on c.arena_id = b.arena_id and c.id = b.left_contestant_id and c.retired_at is null
    join contestants d on d.arena_id = b.arena_id and d.id = b.right_contestant_id and d.retired_at is null
    where v.source = 'live' and x.text_sha256 <> y.text_sha256 and ${withoutLeak('x')} and ${withoutLeak('y')}
    order by 1, 2, least(x.id, y.id), greatest(x.id, y.id), v.id`
  const versions = fit.map(({ versionId }) => versionId)
  const judgementKey = (call: { versionId: number; criteria: string[] }, answerIds: readonly number[]) =>
    `${judgeCallKey(call)} ${answersKey(answerIds)}`
  const known = new Set(
    (await selectExistingJudgements(db, arenaId, versions, statuses, true)).map((judgement) =>
      judgementKey(judgement, judgement.answerIds),
    ),
  )
  return battles.flatMap(({ promptId, criterion, answerIds, category }) =>
    listJudgeCalls(fit, { criteria: [criterion] }).flatMap((call) => {
      const key = judgementKey(call, answerIds)
      if (known.has(key) || !matchesCategories(category, call.categories)) return []
      known.add(key)
      const { versionId, criteria, form } = call
      return [{ versionId, criteria, form, promptId, answerIds, repeat: 0, place: 0, isLive: true }]
    }),
  )
}

interface LiveBattleToJudge {
  promptId: number
  criterion: string
  /** Left and right. */
  answerIds: [number, number]
  category: string | null
}

/**
 * The judges that a plan asks, and the settings of its draw.
 * @throws {ProblemError} if the arena has no such judge or baseline
 */
export async function checkPlan(
  db: Db,
  arenaId: number,
  spec: PlanSpec,
): Promise<{ requestedJudges: CurrentJudge[]; draw: DrawSpec }> {
  const requestedJudges = chooseJudges(await usableJudges(db, arenaId), spec.judges)
  const draw = await resolveDrawSpec(db, arenaId, spec)
  return { requestedJudges, draw }
}

/** The settings of the draw. @throws {ProblemError} if no contestant has the baseline's name */
export async function resolveDrawSpec(db: Db, arenaId: number, spec: PlanSpec): Promise<DrawSpec> {
  const { plan, repeats = 1, sample } = spec
  const baseline = plan.baseline === undefined ? null : await requireContestant(db, arenaId, plan.baseline)
  return {
    votesPerPair: plan.votesPerPair ?? null,
    baseline,
    repeats,
    sample: sample ?? null,
    isTournament: isInStages(spec),
  }
}

/**
 * The judges with these names; all if no names are given.
 * @throws {ProblemError} if a name belongs to no judge
 */
export function chooseJudges<J extends { name: string }>(
  all: readonly J[],
  names: readonly string[] | undefined,
): J[] {
  const unknown = names?.find((name) => !all.some((judge) => judge.name === name))
  if (unknown !== undefined)
    throw new ProblemError(
      'invalid_request',
      msg('judge_not_there', { judge: unknown, there: all.map(({ name }) => name) }),
    )
  return all.filter(({ name }) => names === undefined || names.includes(name))
}

/** SQL: answers `a` of active contestants to prompts `p` that are in use and have a text. */
export const answersInUse = (arenaId: number) => sql`
  answers a
  join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
  join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
  where a.arena_id = ${arenaId} and a.erased_at is null and p.messages is not null and p.retired_at is null
    and c.retired_at is null`

const selectPlanAnswers = (db: Db, arenaId: number): Promise<PlanAnswer[]> =>
  queryRows<PlanAnswer>(db)`
    select a.id, a.prompt_id as "promptId", a.contestant_id as "contestantId", p.category, a.text_sha256 as text
    from ${answersInUse(arenaId)} and ${withoutLeak('a')} order by a.id`

async function requireContestant(db: Db, arenaId: number, name: string): Promise<number> {
  const id = await queryValue<number | undefined>(db)`
    select id from contestants where arena_id = ${arenaId} and name = ${name}`
  if (id !== undefined) return id
  const there = (await listContestants(db, { id: arenaId })).map((contestant) => contestant.name)
  throw new ProblemError(
    'invalid_request',
    msg('not_there', { field: 'plan.baseline', kind: 'contestant', name, there: shortList(there, name) }),
  )
}

/** Whether an answer belongs to the part. */
export const isInPart = (
  part: PlanPart | undefined,
  { contestantId, promptId }: { contestantId: number; promptId: number },
): boolean => !part || ((part.contestants?.includes(contestantId) ?? true) && part.prompts.includes(promptId))

/**
 * The judgements of these judge versions that are no part of a climb.
 * @param statuses  `ended` leaves out planned ones
 * @param live  those of live battles alone; default: the others
 */
export const selectExistingJudgements = (
  db: Db,
  arenaId: number,
  versionIds: number[],
  statuses: 'all' | 'ended' = 'all',
  live = false,
): Promise<ExistingJudgement[]> =>
  queryRows<ExistingJudgement>(db)`
    select judge_version_id as "versionId", criteria, answer_ids as "answerIds", repeat, status = 'failed' as failed
    from judgements
    where arena_id = ${arenaId} and climb_epoch is null and live = ${live}
      and judge_version_id = any (${versionIds}::integer[]) and (${statuses === 'all'} or status <> 'planned')
    order by id`

/** Arguments of `drawJudgements` or of `estimateRun`. */
export type PlanTask = { draw: Parameters<typeof drawJudgements> } | { estimate: readonly unknown[] }

const thread = new Thread(new URL('./plan-thread.ts', import.meta.url), IDLE_TIMEOUT)

/** As many pairs of answers as are drawn and estimated in some 50 ms. A thread takes longer to start. */
const MAX_PAIRS_HERE = 2000

/** Runs a task here if its plan is small, else in the thread of large plans. */
export const runPlanTask = async <Answer>(
  task: PlanTask,
  { answers, existing }: PlanSize,
  compute: () => Answer,
): Promise<Answer> => (isSmall(answers, existing) ? compute() : thread.ask<Answer>(task))

/** `drawJudgements`, in a thread if the plan is large. */
export const drawPlan = (...draw: Parameters<typeof drawJudgements>): Promise<PackedPlan> =>
  runPlanTask({ draw }, { answers: draw[0], existing: draw[2] }, () => packPlan(drawJudgements(...draw)))

interface PlanSize {
  answers: readonly Pick<PlanAnswer, 'promptId'>[]
  existing: readonly ExistingJudgement[]
}

function isSmall(answers: PlanSize['answers'], existing: PlanSize['existing']): boolean {
  const onPrompt = new Map<number, number>()
  let pairs = existing.length
  for (const { promptId } of answers) {
    const earlier = onPrompt.get(promptId) ?? 0
    pairs += earlier
    onPrompt.set(promptId, earlier + 1)
  }
  return pairs <= MAX_PAIRS_HERE
}
