import { sql } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import type { Db } from '../../platform/schema.ts'
import { drawJudgements } from './draw-judgements.ts'
import { listJudgeCalls, type CurrentJudge } from '../judges.ts'
import { selectExistingJudgements, type PlanPart } from './plan-judgements.ts'
import type { SkippedPair, PlanAnswer } from './planned.ts'
import { selectGatingState, selectCountedSkips } from '../checks/gating.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { ORDERS } from './estimate-run.ts'
import { answersWithMissing, selectRunPrompts } from './estimate-arena.ts'
import { requireValue } from '../../platform/postgres/query.ts'

/** The place of a prompt in the order drawn from the seed, 0 to 1. It does not depend on any result. */
export const drawnRank = (seed: number, prompt: number): number => new RandomStream(seed, prompt).uniform()

/** What judges are asked about two contestants, and on how many prompts at most. */
interface PairRequest {
  /** Ids, the smaller one first. */
  contestants: NonNullable<PlanPart['contestants']>
  judges: readonly CurrentJudge[]
  criteria: string[]
  /** Null for all prompts. */
  votesPerPair: number | null
  seed: number
}

interface RemainingForPair {
  /**
   * Prompts with work left, in the order drawn from the seed. If `votesPerPair` limits them, begun ones come first.
   */
  prompts: { id: number; calls: number }[]
  /** Calls to these judges about both contestants so far, failed ones included. */
  callsMade: number
}

/**
 * The remaining work of judging two contestants, whether or not their answers are made yet.
 * @throws {ProblemError} if an outdated answer has votes
 */
export async function remainingForPair(
  db: Db,
  { id }: Pick<Arena, 'id'>,
  { contestants, judges, criteria, votesPerPair, seed }: PairRequest,
): Promise<RemainingForPair> {
  const versions = judges.map(({ versionId }) => versionId)
  const [prompts, all, existing, callsMade, { failing }, counted] = await Promise.all([
    selectRunPrompts(db, id),
    answersWithMissing(db, id),
    selectExistingJudgements(db, id, versions, 'ended'),
    countCallsOnPair(db, id, versions, contestants),
    selectGatingState(db, id),
    selectCountedSkips(
      db,
      id,
      judges.map(({ name }) => name),
    ),
  ])
  const categories = new Map(prompts.map((prompt) => [prompt.id, prompt.category]))
  const answers: PlanAnswer[] = all
    .filter(({ contestantId, isLeaked }) => !isLeaked && contestants.includes(contestantId))
    .map((answer) => ({
      ...answer,
      category: categories.get(answer.promptId) ?? null,
      failing: failing.get(answer.id) ?? [],
    }))
  const judgeCalls = listJudgeCalls(judges, { criteria })
  const draw = { votesPerPair: null, baseline: null, repeats: 1 }
  const { judgements, skipped } = drawJudgements(answers, judgeCalls, existing, draw, seed)
  const names = new Map(judges.map(({ versionId, name }) => [versionId, name]))
  const isCounted = ({ versionId, answerIds, criteria: pairCriteria }: SkippedPair) =>
    pairCriteria.every((criterion) =>
      counted.has(JSON.stringify([names.get(versionId), criterion, ...answerIds])),
    )
  // a skipped pair needs no call, but the plan has to reach it
  const uncounted = skipped.filter((pair) => !isCounted(pair))
  const calls = new Map(uncounted.map(({ promptId }) => [promptId, 0]))
  for (const { promptId } of judgements) calls.set(promptId, (calls.get(promptId) ?? 0) + ORDERS)
  const promptOfAnswer = new Map(answers.map((answer) => [answer.id, answer.promptId]))
  const begun = new Set(
    existing
      .filter(({ failed }) => !failed)
      .flatMap(({ answerIds }) => sharedPrompt(answerIds, promptOfAnswer)),
  )
  const ended = new Set([...begun, ...skipped.filter(isCounted).map(({ promptId }) => promptId)])
  const complete = [...ended].filter((prompt) => !calls.has(prompt)).length
  const most = votesPerPair === null ? undefined : Math.max(0, votesPerPair - complete)
  const inDrawnOrder = [...calls]
    .map(([id, ofPrompt]) => ({ id, calls: ofPrompt, rank: drawnRank(seed, id) }))
    .sort((a, b) => a.rank - b.rank || a.id - b.id)
  const chosen = new Set(
    inDrawnOrder.toSorted((a, b) => Number(begun.has(b.id)) - Number(begun.has(a.id))).slice(0, most),
  )
  const promptsToJudge = inDrawnOrder.filter((prompt) => chosen.has(prompt))
  return { prompts: promptsToJudge.map(({ rank: _, ...prompt }) => prompt), callsMade }
}

/** The prompt of a judgement of both contestants; empty for a judgement of others. */
function sharedPrompt(answerIds: readonly number[], prompts: ReadonlyMap<number, number>): number[] {
  const promptIds = answerIds.flatMap((id) => prompts.get(id) ?? [])
  return promptIds.length === 2 ? [promptIds[0]] : []
}

/** How many ended calls these judge versions made about both contestants. */
async function countCallsOnPair(
  db: Db,
  arenaId: number,
  versionIds: number[],
  [first, second]: readonly [number, number],
): Promise<number> {
  const shows = (contestant: number) => sql`exists (select from answers a
    where a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.contestant_id = ${contestant})`
  return requireValue<number>(db)`
    select count(*)::int as calls from calls k
    join judgements j on j.arena_id = k.arena_id and j.id = k.judgement_id
    where k.arena_id = ${arenaId} and k.purpose = 'judgement' and k.status <> 'under_way' and j.repeat = 0
      and j.climb_epoch is null and not j.live and j.judge_version_id = any (${versionIds}::integer[]) and ${shows(first)} and ${shows(second)}`
}
