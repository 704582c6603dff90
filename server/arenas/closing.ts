import { requireValue } from '../platform/postgres/query.ts'
import type {
  ArenaDetail,
  Decides,
  DecidesRequest,
  DecidesSetting,
  DecisionDay,
  Visibility,
} from '../../shared/contracts/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { type Arena, arenaById, updateWords } from './arena.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import {
  DECIDE_TASK,
  decisionDay,
  selectDecides,
  isPending,
  lockVoting,
  sealPlan,
  selectDecision,
} from './plan.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'

/** What has closed voting in an arena: its moment, or the votes of its decision. */
async function readClosings(
  db: Db,
  arena: Pick<Arena, 'id' | 'settings'>,
  now: Date,
): Promise<{ closedAt: Date; why: CodedMessage }[]> {
  const day = decisionDay(arena)
  const closes = day?.afterwards === 'close'
  const end = closes && day.at !== undefined && now >= new Date(day.at) ? new Date(day.at) : null
  const decision = closes ? await selectDecision(db, arena.id, null) : null
  return [
    ...(end ? [{ closedAt: end, why: msg('voting_closed_at', { at: inMinutes(end) }) }] : []),
    ...(decision
      ? [{ closedAt: new Date(decision.at), why: msg('voting_closed_votes', { votes: decision.votes }) }]
      : []),
  ]
}

/**
 * Refuses pairs and votes of people once voting in the arena is closed.
 * @throws {ProblemError} voting_closed
 */
export async function requireOpen(db: Db, arena: Arena, now: Date): Promise<void> {
  const [closing] = await readClosings(db, arena, now)
  if (closing) throw new ProblemError('voting_closed', closing.why)
}

/** 2026-12-01 18:00 UTC */
const inMinutes = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Since when people can no longer vote. Null: voting is open. */
export async function votingClosedAt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Pick<Arena, 'id' | 'settings'>,
): Promise<Date | null> {
  const ends = (await readClosings(db, arena, clock())).map(({ closedAt }) => Number(closedAt))
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

/**
 * Until an arena has decided, its votes are recorded one after another, so that there is never one too many and the decision
 * is made once.
 */
export async function lockPendingDecision(trx: Trx, arena: Arena): Promise<void> {
  if (await isPending(trx, arena)) await lockVoting(trx, arena.id)
}

const withoutNames = ({ plan, ...decides }: Decides): Decides => ({
  ...decides,
  plan: { ...plan, contestants: { ...plan.contestants, names: [] } },
})

/** When the arena decides, how far it is, and since when voting is closed. */
export async function describeDecides(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  publication: Publication | null,
): Promise<Pick<ArenaDetail, 'decides' | 'closedAt'>> {
  const decides = await selectDecides(deps.db, arena, publication)
  const closedAt = await votingClosedAt(deps, arena)
  return {
    ...(decides && {
      // pages where people vote blind have an arena's description
      decides: {
        ...withoutNames(decides),
        soFar: await countSealedVotes(deps.db, arena.id, decides, publication),
      },
    }),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
  }
}

/** The counted votes of the sealed view. */
export async function countSealedVotes(
  db: Db,
  arenaId: number,
  { plan: { view } }: Pick<Decides, 'plan'>,
  publication: Publication | null,
): Promise<number> {
  const source = view.source === 'humans' ? 'human' : 'judge'
  return requireValue<number>(db)`
    select count(*)::int as votes from counted_votes_in(${arenaId}, ${publication}) v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.source = ${source} and (${view.criterion}::text is null or b.criterion = ${view.criterion})`
}

/**
 * Sets when the arena decides, or that it never does. The log says whether voting closed or opened by that. A decision that was
 * made stays: only what follows it can be set.
 * @throws {ProblemError} invalid_request for another day once the arena has decided
 */
export async function setDecides(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  request: DecidesRequest,
): Promise<{ decides: DecidesSetting; closedAt: string | null }> {
  const wasClosed = (await votingClosedAt(deps, arena)) !== null
  return deps.db.transaction().execute(async (trx) => {
    // the arena before its votes, as an import locks both; in another order the two would wait for each other
    await trx.selectFrom('arenas').select('id').where('id', '=', arena.id).forNoKeyUpdate().execute()
    await lockVoting(trx, arena.id)
    const { title, description, visibility, settings } = (await arenaById(trx, arena.id))!
    const decides = mergeSetting(request, settings.decides ?? 'never', deps.clock())
    await requireUndecided(trx, arena, settings.decides, decides)
    const changed = await updateWords(trx, arena.id, {
      title,
      description,
      visibility,
      settings: { ...settings, decides },
    })
    await sealPlan(trx, deps, arena.id)
    const closedAt = await votingClosedAt({ ...deps, db: trx }, changed)
    const isClosed = closedAt !== null
    const act = wasClosed === isClosed ? 'decides_changed' : isClosed ? 'voting_closed' : 'voting_opened'
    await recordAct(trx, deps, arena.id, act, { decides })
    // the day may have come already
    await addJob(trx, { task: DECIDE_TASK, payload: {}, queue: DECIDE_TASK, key: DECIDE_TASK })
    return { decides, closedAt: closedAt?.toISOString() ?? null }
  })
}

function mergeSetting(request: DecidesRequest, before: DecidesSetting, now: Date): DecidesSetting {
  if (request === 'never') return request
  const day = before === 'never' ? {} : before
  if ('now' in request) return { ...day, at: now.toISOString(), afterwards: 'close' }
  const { source } = day as DecisionDay
  return 'votes' in request || 'at' in request
    ? { ...(source && { source }), ...request }
    : { ...day, ...request }
}

/**
 * Refuses another day for an arena that has decided.
 * @throws {ProblemError} invalid_request
 */
export async function requireUndecided(
  db: Db,
  arena: Pick<Arena, 'id' | 'slug'>,
  before: DecidesSetting | undefined,
  after: DecidesSetting | undefined,
): Promise<void> {
  const decidingFields = (setting: DecidesSetting = 'never') =>
    setting === 'never' ? [] : [setting.votes, setting.at && Date.parse(setting.at), setting.source]
  if (decidingFields(before).join() === decidingFields(after).join()) return
  const decision = await selectDecision(db, arena.id, null)
  if (decision)
    throw new ProblemError(
      'invalid_request',
      `Arena "${arena.slug}" decided on ${decision.at.slice(0, 10)}, and that stays. Leave the day as it was; only \`afterwards\` can be changed. For another decision, make another arena.`,
    )
}

/** The votes that people cast on the page of this server and did not take back. Imported votes are not counted. */
export const countPeopleVotes = (db: Db, arenaId: number): Promise<number> =>
  requireValue<number>(db)`
    select (select count(*) from votes v where v.arena_id = ${arenaId} and v.source = 'human' and v.import_key is null)::int
      - (select count(*) from retractions t join votes v on v.arena_id = t.arena_id and v.id = t.vote_id
          where t.arena_id = ${arenaId} and v.source = 'human' and v.import_key is null)::int as votes`

/** Changes the visibility: listed for everybody, open to everybody with the address, or only with the admin token. */
export async function changeVisibility(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  visibility: Visibility,
): Promise<Arena> {
  if (arena.visibility === visibility) return arena
  return deps.db.transaction().execute(async (trx) => {
    const changed = await updateVisibility(trx, arena.id, visibility)
    await recordAct(trx, deps, arena.id, 'visibility_changed', { visibility, before: arena.visibility })
    return changed
  })
}

const updateVisibility = (trx: Trx, arenaId: number, visibility: Visibility): Promise<Arena> =>
  trx
    .updateTable('arenas')
    .set({ visibility })
    .where('id', '=', arenaId)
    .returningAll()
    .executeTakeFirstOrThrow()
