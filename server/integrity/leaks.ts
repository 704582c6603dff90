import { queryRows } from '../platform/postgres/query.ts'
import {
  leakSearchJob,
  searchArena,
  selectUnsearchedArenas,
  settleLeaks,
  insertLeaks,
  releaseOpenLeaks,
  type NewLeak,
} from '../answers/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { addJobs } from '../platform/jobs/jobs.ts'
import { cutPage } from '../platform/postgres/rows.ts'
import type { Db, Trx } from '../platform/schema.ts'
import type { WithDates } from '../platform/column-types.ts'
import { requestRating } from '../votes/index.ts'
import { Hono } from 'hono'
import { loadArena, type Arena, incrementRevision } from '../arenas/index.ts'
import { Leaks, LeakReceipt, LeakRequest, PageRequest, type Leak } from '../../shared/contracts/index.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { lockQuarantine } from './quarantine.ts'
import { msg, shortList } from '../../shared/messages/index.ts'

/** Answers that are searched in one transaction: a few seconds. */
const MAX_AT_ONCE = 20_000

/**
 * The job that searches texts of an arena that no present rules have searched, and brings votes in line that were cast while
 * a leak was recorded. It also searches answers for words that speak to a judge. Doing it twice changes nothing, and what
 * was searched before an error is not searched again.
 * @param most answers in one transaction, so that none is locked for long
 */
export async function searchLeaks(
  deps: Deps,
  { arenaId }: { arenaId: number },
  most: number = MAX_AT_ONCE,
): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const part: { after: number; most: number } = { after, most }
    after = await deps.db.transaction().execute((trx) => searchSome(deps, trx, arenaId, part))
  }
}

/** @returns the answer after which the search goes on; null: everything was searched */
async function searchSome(
  deps: Deps,
  trx: Trx,
  arenaId: number,
  part: { after: number; most: number },
): Promise<number | null> {
  const now = deps.clock()
  const { found, released, votes, next } = await searchArena(trx, arenaId, now, part)
  const changed = votes + (next === null ? await settleLeaks(trx, arenaId, now) : 0)
  if (found + released > 0)
    await recordAct(trx, { actor: 'server', clock: () => now }, arenaId, 'leaks_searched', {
      found,
      released,
      votes: changed,
    })
  if (found + released + changed > 0) await requestRating(trx, arenaId, deps.settings.publishEvery)
  return next
}

/** Queues the search of every arena with texts that rules of this version have not searched. */
export async function requestLeakSearches({ db }: Pick<Deps, 'db'>): Promise<void> {
  await addJobs(db, (await selectUnsearchedArenas(db)).map(leakSearchJob))
}

/**
 * Releases leaks as false alarms: votes on them count again, unless another leak or an operator keeps them out. They are
 * not found again. With `isHeldBack`, released leaks are held again instead. Other leaks do not change.
 * @returns the leaks that changed, and how many votes with them
 * @throws {ProblemError} leak_unknown naming the unknown leaks; nothing changes then
 */
async function changeLeaks(
  deps: Deps,
  arena: Arena,
  { leaks: ids, reason, isHeldBack }: { leaks: readonly number[]; reason: string; isHeldBack: boolean },
): Promise<{ leaks: number[]; votes: number }> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    await lockQuarantine(trx, arena.id)
    const known = await selectLeaksById(trx, arena.id, ids)
    const unknown = ids.filter((id) => !known.some((leak) => leak.id === id))
    if (unknown.length > 0)
      throw new ProblemError(
        'leak_unknown',
        msg('none_with_id', {
          arena: arena.slug,
          kind: 'leak',
          ids: shortList(unknown.map(String)),
          listedBy: `GET /api/admin/arenas/${arena.slug}/leaks`,
        }),
      )
    let changed: number[]
    if (isHeldBack) {
      const again = known.filter((leak) => leak.isReleased && !leak.isOpenAgain)
      await insertLeaks(trx, arena.id, again, now)
      changed = again.map(({ id }) => id)
    } else changed = await releaseOpenLeaks(trx, arena.id, ids, { by: 'operator', because: reason, at: now })
    if (changed.length === 0) return { leaks: [], votes: 0 }
    await incrementRevision(trx, arena.id)
    const votes = await settleLeaks(trx, arena.id, now)
    await recordAct(trx, deps, arena.id, isHeldBack ? 'leaks_held' : 'leaks_released', {
      leaks: changed,
      votes,
      reason,
    })
    await requestRating(trx, arena.id, deps.settings.publishEvery)
    return { leaks: changed, votes }
  })
}

/** A leak with what is needed to hold it again. */
interface KnownLeak extends NewLeak {
  id: number
  isReleased: boolean
  /** The same text has an open leak. */
  isOpenAgain: boolean
}

const selectLeaksById = (trx: Trx, arenaId: number, ids: readonly number[]): Promise<KnownLeak[]> =>
  queryRows<KnownLeak>(trx)`
    select l.id, l.answer_id, l.prompt_id, l.found, l.reason, l.finding, l.released_at is not null as "isReleased",
      exists (select from leaks o where o.arena_id = l.arena_id and o.released_at is null
        and (o.answer_id, o.prompt_id) is not distinct from (l.answer_id, l.prompt_id)) as "isOpenAgain"
    from leaks l where l.arena_id = ${arenaId} and l.id = any (${ids}::bigint[]) order by l.id`

type LeakRow = WithDates<Omit<Leak, 'released'>, 'at'> & {
  releasedAt: Date | null
  releasedBy: 'operator' | 'rules' | null
  releasedBecause: string | null
}

/** The newest leak of each text, newest first; one more than requested, to see whether there are more. */
const selectLeaks = (
  db: Db,
  arenaId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<LeakRow[]> =>
  queryRows<LeakRow>(db)`
    with latest as (
      select distinct on (answer_id, prompt_id) * from leaks where arena_id = ${arenaId}
      order by answer_id, prompt_id, id desc)
    select l.id, c.name as contestant, p.key as prompt, a.sample, l.found, l.reason, l.finding, l.at,
      (select count(distinct q.vote_id)::int from quarantines q where q.arena_id = l.arena_id and q.leak_id = l.id) as votes,
      l.released_at as "releasedAt", l.released_by as "releasedBy", l.released_because as "releasedBecause"
    from latest l
    left join answers a on a.arena_id = l.arena_id and a.id = l.answer_id
    left join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    join prompts p on p.arena_id = l.arena_id and p.id = coalesce(l.prompt_id, a.prompt_id)
    where ${before ?? null}::bigint is null or l.id < ${before ?? null}
    order by l.id desc limit ${limit + 1}`

export const leakRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/leaks',
      describeRoute({
        summary:
          'Answers that name their model or its maker, and prompts that ask for it, newest first. Each has the number of votes that do not count because of it.',
        responses: { 200: jsonBody('A page of leaks, and where the next page begins.', Leaks) },
      }),
      validateRequest('query', PageRequest),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const request = c.req.valid('query')
        const { page, before } = cutPage(await selectLeaks(deps.db, arena.id, request), request.limit)
        return c.json({ leaks: page.map(inJson), before } satisfies Leaks)
      },
    )
    .post(
      '/api/admin/arenas/:arena/leaks/:change{(?:release|hold)}',
      describeRoute({
        summary:
          'Releases leaks as false alarms, or holds released ones again. Votes on released ones count again, and they are not found again.',
        responses: { 200: jsonBody('The leaks that changed.', LeakReceipt) },
        problems: ['leak_unknown'],
      }),
      validateRequest('json', LeakRequest),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const isHeld = c.req.param('change') === 'hold'
        const changed = await changeLeaks(deps, arena, { ...c.req.valid('json'), isHeldBack: isHeld })
        return c.json({ arena: arena.slug, held: isHeld, ...changed } satisfies LeakReceipt)
      },
    )

const inJson = ({ at, releasedAt, releasedBy, releasedBecause, ...leak }: LeakRow) => ({
  ...leak,
  at: at.toISOString(),
  released: releasedAt && { at: releasedAt.toISOString(), by: releasedBy!, because: releasedBecause },
})
