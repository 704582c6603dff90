/** The plan of an arena with a decision day: sealed before the first vote, and every change after it on record. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  PlanPart,
  SealedPlan,
  type Decides,
  type Decision,
  type DecisionDay,
} from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { canonicalJson } from '../platform/json.ts'
import { planSeal } from '../platform/seal.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { type Arena, arenaById } from './arena.ts'

/** The job that makes the decisions whose day has come. */
export const DECIDE_TASK = 'decide'

/** The level of boards. */
const LEVEL = 0.95

/** The decision day in the settings of an arena; null: never. */
export const decisionDay = ({ settings: { decides } }: Pick<Arena, 'settings'>): DecisionDay | null =>
  decides === undefined || decides === 'never' ? null : decides

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Seals the plan of an arena as it is now, unless the last seal is the same. An arena that never had a day has no seal. Call it
 * in the transaction of whatever may have changed the plan.
 * @returns whether a changed plan was sealed after votes, which boards say from then on
 */
export async function sealPlan(trx: Trx, { clock }: Pick<Deps, 'clock'>, arenaId: number): Promise<boolean> {
  const arena = await arenaById(trx, arenaId)
  if (!arena) return false
  if (decisionDay(arena) === null && (await selectSeals(trx, arenaId)).length === 0) return false
  await lockVoting(trx, arenaId)
  const [last] = (await selectSeals(trx, arenaId)).slice(-1)
  const plan = await currentPlan(trx, arena, last?.plan ?? null)
  const seal = planSeal(plan)
  if (seal === last?.seal) return false
  const isLate = await hasVotes(trx, arenaId, plan.view.source)
  await trx
    .insertInto('seals')
    .values({
      arena_id: arenaId,
      sealed_at: clock(),
      seal,
      plan: canonicalJson(plan),
      is_late: isLate,
    })
    .execute()
  return isLate && last !== undefined
}

/** The plan as it is now. What decides stays what it was once such votes are there. */
async function currentPlan(trx: Trx, arena: Arena, last: SealedPlan | null): Promise<SealedPlan> {
  const day = decisionDay(arena)
  const { title, description, criteria, settings } = arena
  const isKept = last !== null && (await hasVotes(trx, arena.id, last.view.source))
  const source =
    day?.source === undefined
      ? isKept
        ? last.view.source
        : (await hasJudges(trx, arena.id))
          ? 'judges'
          : 'humans'
      : day.source === 'people'
        ? 'humans'
        : 'judges'
  return SealedPlan.parse({
    question: { title, description },
    contestants: await planContestants(trx, arena.id),
    prompts: await planPrompts(trx, arena.id),
    view: { source, criterion: criteria.length > 1 ? criteria[0] : null },
    criteria,
    units: source === 'humans' ? ['prompt', 'voter'] : ['prompt'],
    level: LEVEL,
    gate: settings.gate ?? null,
    decides: {
      votes: day?.votes ?? null,
      at: day?.at === undefined ? null : new Date(day.at).toISOString(),
    },
  })
}

/** The contestants in use. */
async function planContestants(trx: Trx, arenaId: number): Promise<SealedPlan['contestants']> {
  const rows = await trx
    .selectFrom('contestants')
    .select(['name', 'provider', 'model', 'system', 'template', 'params'])
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is', null)
    .orderBy(sql`name collate "C"`)
    .execute()
  return { names: rows.map(({ name }) => name), sha256: sha256(canonicalJson(rows)) }
}

/** The prompts in use: not those that visitors wrote. A prompt that only votes name has no text. */
async function planPrompts(trx: Trx, arenaId: number): Promise<SealedPlan['prompts']> {
  const rows = await trx
    .selectFrom('prompts')
    .select(['key', 'messages', 'category', 'unit_group', 'reference', 'variables', 'context'])
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is', null)
    .orderBy(sql`key collate "C"`)
    .execute()
  return { count: rows.length, sha256: sha256(canonicalJson(rows)) }
}

async function hasJudges(trx: Trx, arenaId: number): Promise<boolean> {
  const judge = trx.selectFrom('judges').select('name').where('arena_id', '=', arenaId)
  return (await judge.where('active', '=', true).limit(1).executeTakeFirst()) !== undefined
}

/** Whether somebody of these has voted, be the votes counted or not. */
async function hasVotes(trx: Trx, arenaId: number, source: 'humans' | 'judges'): Promise<boolean> {
  const vote = trx.selectFrom('votes').select('id').where('arena_id', '=', arenaId)
  const ofSource = vote.where('source', '=', source === 'humans' ? 'human' : 'judge')
  return (await ofSource.limit(1).executeTakeFirst()) !== undefined
}

const selectSeals = (db: Db, arenaId: number) =>
  db
    .selectFrom('seals')
    .select(['sealed_at', 'seal', 'plan', 'is_late'])
    .where('arena_id', '=', arenaId)
    .orderBy('id')
    .execute()

/**
 * The decision day of an arena with its seals, and the decision once its votes are public. Null: the arena never had a day.
 * @param publication null: everything, also what is not public yet
 */
export async function selectDecides(
  db: Db,
  arena: Pick<Arena, 'id' | 'settings'>,
  publication: Publication | null,
): Promise<Decides | null> {
  const seals = await selectSeals(db, arena.id)
  const last = seals.at(-1)
  if (!last) return null
  // before the first vote each new seal takes the place of the last one
  const first = seals.findLastIndex(({ is_late }) => !is_late)
  const shownSeals = seals.slice(Math.max(0, first))
  const day = decisionDay(arena)
  const decided = await selectDecision(db, arena.id, publication)
  return {
    ...last.plan.decides,
    afterwards: day?.afterwards ?? 'go_on',
    sealedAt: shownSeals[0].sealed_at.toISOString(),
    seal: last.seal,
    plan: last.plan,
    changed: shownSeals.flatMap(({ sealed_at, plan, is_late }, i) =>
      is_late
        ? [{ at: sealed_at.toISOString(), what: changedParts(plan, shownSeals[i - 1]?.plan ?? null) }]
        : [],
    ),
    decided,
  }
}

/** The parts in which a plan differs from the one before; of a first plan, its day. */
const changedParts = (plan: SealedPlan, before: SealedPlan | null): PlanPart[] =>
  before === null
    ? ['decides']
    : PlanPart.options.filter((part) => canonicalJson(plan[part]) !== canonicalJson(before[part]))

/** The decision of an arena as it was written; null: there is none, or its votes are not public. */
export async function selectDecision(
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<Decides['decided']> {
  const row = await db
    .selectFrom('decisions')
    .select('decision')
    .where('arena_id', '=', arenaId)
    .where(
      publication === null
        ? sql<boolean>`true`
        : sql<boolean>`is_in(txid, (${publication}::publication).votes)`,
    )
    .executeTakeFirst()
  return row?.decision ?? null
}

/** Writes a decision down. It is never changed. */
export async function insertDecision(trx: Trx, arenaId: number, decision: Decision): Promise<void> {
  await trx
    .insertInto('decisions')
    .values({ arena_id: arenaId, decided_at: new Date(decision.at), decision: JSON.stringify(decision) })
    .execute()
}

/** Lets one transaction at a time record a vote, seal or decide in the arena. */
export async function lockVoting(trx: Trx, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(47470011, ${arenaId})`.execute(trx)
}

/** Keeps an arena from deciding until the transaction ends. Any number of transactions may. */
export async function holdDecision(trx: Trx, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(47470011, ${arenaId})`.execute(trx)
}

/** Whether an arena waits for its decision. */
export async function isPending(db: Db, arena: Pick<Arena, 'id' | 'settings'>): Promise<boolean> {
  return decisionDay(arena) !== null && (await selectDecision(db, arena.id, null)) === null
}
