/** The decision of an arena: made once, on the first votes of its sealed view, and written down for good. */
import { sql } from 'kysely'
import {
  hasDecisionDay,
  PEOPLE,
  presentSource,
  type Board,
  type Decision,
  type Decides,
} from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { VoteTable } from '../../shared/votes/vote-table.ts'
import {
  arenaById,
  decisionDay,
  selectDecides,
  insertDecision,
  isPending,
  lockVoting,
  sealPlan,
  selectDecision,
  type Arena,
} from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import { VERSION } from '../platform/config/installation.ts'
import type { ArenaHooks, Deps } from '../platform/deps.ts'
import { IDLE_TIMEOUT, Thread } from '../platform/jobs/thread.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { countedVotes, requestRating, settleDueVotes } from '../votes/index.ts'
import { hasFocusedDraws, mayEndByResults, selectHasImportedVotes } from './board.ts'
import { BOOTSTRAP, type BoardOptions } from './boards/assemble-board.ts'
import { computeBoard } from './compute-board.ts'
import { resolveView } from './resolve-view.ts'
import { ratedVotes } from './recount-board.ts'
import { isSlowToCompute, type BoardTask, type BoardText } from './vote-store/view-votes.ts'
import { queryRows } from '../platform/postgres/query.ts'

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'chance' | 'settings' | 'services' | 'access'>

/**
 * Makes the decision of an arena if it is due and not made. Any number of processes may call it at any time.
 * @param trx the transaction of the vote that may complete it; by default one of its own
 */
export async function decideIfDue(deps: DecideDeps, arenaId: number, trx?: Trx): Promise<void> {
  const arena = await arenaById(trx ?? deps.db, arenaId)
  if (!arena || !(await mayBeDue(trx ?? deps.db, arena, deps.clock()))) return
  if (trx) return decide(deps, trx, arenaId)
  // whatever the role's default is: a statement after the lock sees what those wrote that held it before
  const transaction = deps.db.transaction().setIsolationLevel('read committed')
  await transaction.execute((newTrx) => decide(deps, newTrx, arenaId))
}

/** Whether the day has come, or there are votes enough if all of them count. */
async function mayBeDue(db: Db, arena: Arena, now: Date): Promise<boolean> {
  const day = decisionDay(arena)
  if (!day || !(await isPending(db, arena))) return false
  if (day.at !== undefined && now >= new Date(day.at)) return true
  if (day.votes === undefined) return false
  // by the index of sources, at least as many as count: `decide` looks up which do
  const rows = await queryRows<{ most: number }>(db)`
    select greatest(count(*) filter (where source = 'human'), count(*) filter (where source = 'judge'))::int as most
    from votes where arena_id = ${arena.id} and source in ('human', 'judge')`
  return rows[0].most >= day.votes
}

async function decide(deps: DecideDeps, trx: Trx, arenaId: number): Promise<void> {
  await lockVoting(trx, arenaId)
  const arena = await arenaById(trx, arenaId)
  if (!arena || (await selectDecision(trx, arenaId, null))) return
  // a change of the plan that nobody has sealed is on record before the decision
  await sealPlan(trx, deps, arenaId)
  const decides = await selectDecides(trx, arena, null)
  if (!decides || !hasDecisionDay(decides)) return
  const now = deps.clock()
  const isDay = decides.at !== null && now >= new Date(decides.at)
  // those become votes within a second, and each of them asks again
  if (isDay && (await hasChoicesBefore(trx, arenaId, new Date(decides.at!)))) return
  const votes = await selectFirstVotes(deps, trx, arena, decides, isDay)
  if (!isDay && (decides.votes === null || votes.votes < decides.votes)) return
  const decision = await makeDecision(trx, arena, decides, votes, now)
  await insertDecision(trx, arenaId, decision)
  await recordAct(trx, { ...deps, actor: 'server' }, arenaId, 'decided', { ...decision })
  const { slug, title } = arena
  const text = msg('notice_decided', {
    title: title || slug,
    state: decision.state,
    leader: decision.leader,
    votes: decision.votes,
  })
  for (const { notify } of deps.services.hooks)
    await notify?.(deps, trx, { event: 'decided', arena, at: now, text })
  deps.services.log.info({ arena: slug, ...decision }, 'decided')
  await requestRating(trx, arenaId, deps.settings.publishEvery)
}

/** Whether people chose something before the day that is no vote yet. */
async function hasChoicesBefore(trx: Trx, arenaId: number, day: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('pending_votes')
    .select('battle_id')
    .where('arena_id', '=', arenaId)
    .where('chosen_at', '<', day)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The first counted votes of the sealed view in order of time, of a day that has come those before it. */
async function selectFirstVotes(
  deps: DecideDeps,
  trx: Trx,
  arena: Arena,
  { plan, votes, at }: Decides,
  isDay: boolean,
): Promise<VoteTable> {
  const source = presentSource(plan.view.source)
  const { criterion } = plan.view
  const view = await resolveView({ db: trx, clock: deps.clock }, arena, {
    source,
    ...(criterion !== null && { criterion }),
  })
  const before = isDay && at !== null ? new Date(at) : null
  const counted = countedVotes(trx, arena.id, { ...view, before, publication: null })
    .orderBy('v.cast_at')
    .orderBy('v.id')
  return ratedVotes(votes === null ? counted : counted.limit(votes), source)
}

async function makeDecision(
  trx: Trx,
  arena: Arena,
  { plan, seal, changed }: Decides,
  table: VoteTable,
  now: Date,
): Promise<Decision> {
  const source = presentSource(plan.view.source)
  const { criterion } = plan.view
  const contestants = await trx
    .selectFrom('contestants')
    .select('name')
    .where('arena_id', '=', arena.id)
    .execute()
  const looks = changed.length === 0 && !(await wasChosenByResults(trx, arena.id, source)) ? 'one' : 'any'
  const options: BoardOptions = {
    arena: arena.slug,
    view: { source, criterion, category: null, from: null, to: null },
    contestants,
    ...BOOTSTRAP,
    looks,
    level: plan.level,
    computedAt: now.toISOString(),
    version: VERSION,
  }
  const { state, leader, deadHeat, method, methodVersion, level, units, rounds, seed, votesSha256 } =
    await decisionBoard({ table, counted: table.votes, options })
  return {
    at: now.toISOString(),
    state,
    leader,
    deadHeat,
    looks,
    rule: { method, methodVersion: methodVersion!, level, units, rounds, seed },
    votes: table.votes,
    votesSha256,
    seal,
  }
}

const thread = new Thread(new URL('./slow-thread.ts', import.meta.url), IDLE_TIMEOUT)

/** The board of these votes: here if it is quick, else by another thread. */
const decisionBoard = async (task: BoardTask): Promise<Board> =>
  isSlowToCompute(task.table.votes, task.options.contestants!.length)
    ? (JSON.parse((await thread.ask<BoardText>(task)).board) as Board)
    : computeBoard(task.table, task.options)

/**
 * Whether something beside the plan may have chosen these votes by what they show: votes of files were seen elsewhere, focus
 * draws by boards, and a run of two contestants ends when it shows enough.
 */
async function wasChosenByResults(db: Db, arenaId: number, source: string): Promise<boolean> {
  if ((await selectHasImportedVotes(db, arenaId)) || (await hasFocusedDraws(db, arenaId, source))) return true
  if (source === PEOPLE) return false
  const { rows } = await sql`
    select from runs where arena_id = ${arenaId} and kind <> 'challenge' and ${mayEndByResults} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * The job of every minute, and of the start: seals plans that have no seal, and makes the decisions that are due, with the votes
 * that people chose before the day. A server that was down on a day decides then, on the votes before it. What fails in one arena
 * keeps no other waiting.
 */
export async function decideAll(deps: DecideDeps): Promise<void> {
  await settleDueVotes(deps)
  const rows = await queryRows<{ id: number; isSealed: boolean }>(deps.db)`
    select a.id, exists (select from seals s where s.arena_id = a.id) as "isSealed" from arenas a
    where jsonb_typeof(a.settings -> 'decides') = 'object'
      and not exists (select from decisions d where d.arena_id = a.id) order by a.id`
  for (const { id, isSealed } of rows) {
    try {
      if (!isSealed) await deps.db.transaction().execute((trx) => sealPlan(trx, deps, id))
      await decideIfDue(deps, id)
    } catch (error) {
      // the arenas after it have their day, too
      deps.services.log.error({ err: error, arenaId: id }, 'no decision could be made; it is tried again')
    }
  }
}

/** Makes the decision in the transaction of the vote that completes it. */
export const afterVote: NonNullable<ArenaHooks['afterVote']> = (deps, trx, { arenaId }) =>
  decideIfDue(deps, arenaId, trx)
