import { sealPlan, incrementRevision, type Arena } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { refuseUnknownContestant, type Contestant } from './contestant.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db, Trx } from '../platform/schema.ts'
import type { AdminContestant } from '../../shared/contracts/index.ts'

/** Excludes a contestant, by its name or slug, from sampling from `at` on, or restores it if `at` is null. Its votes and its place on the board stay. */
export async function retireContestant(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  named: string,
  retiredAt: Date | null,
): Promise<Contestant> {
  return deps.db.transaction().execute(async (trx) => {
    const contestant = await updateRetired(trx, arena.id, named, retiredAt)
    if (!contestant) return refuseUnknownContestant(trx, arena, named)
    await incrementRevision(trx, arena.id)
    await sealPlan(trx, deps, arena.id)
    const act = retiredAt ? 'contestant_retired' : 'contestant_restored'
    await recordAct(trx, deps, arena.id, act, { contestant: contestant.name })
    return contestant
  })
}

/** Retires or restores a contestant; undefined if the arena does not have it. */
const updateRetired = (
  trx: Trx,
  arenaId: number,
  named: string,
  retiredAt: Date | null,
): Promise<Contestant | undefined> =>
  trx
    .updateTable('contestants')
    .set((eb) => ({ retired_at: retiredAt && eb.fn.coalesce('retired_at', eb.val(retiredAt)) }))
    .where('arena_id', '=', arenaId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('contestants')
        .select('id')
        .where('arena_id', '=', arenaId)
        .where((where) => where.or([where('name', '=', named), where('slug', '=', named)]))
        .orderBy((order) => order('name', '=', named), 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()

/** All contestants of an arena for its operator, by name, including retired ones. */
export async function listForAdmin(db: Db, { id }: Pick<Arena, 'id'>): Promise<AdminContestant[]> {
  const rows = await selectWithAnswers(db, id)
  return rows.map(({ slug, name, provider, model, answers, unanswered, leaks, retired_at }) => ({
    contestant: slug,
    name,
    provider,
    model,
    answers,
    unanswered,
    leaks,
    retiredAt: retired_at?.toISOString() ?? null,
  }))
}

/** A contestant with its answers, the prompts in use that it did not answer, and its answers that name a model. */
interface GenerationConfig extends Contestant {
  answers: number
  unanswered: number
  leaks: number
}

/** The contestants by name. */
const selectWithAnswers = (db: Db, arenaId: number): Promise<GenerationConfig[]> =>
  queryRows<GenerationConfig>(db)`
    with in_use as (
      select id from prompts where arena_id = ${arenaId} and messages is not null and retired_at is null),
    made as (
      select a.contestant_id, count(*)::int as answers, count(distinct u.id)::int as answered
      from answers a left join in_use u on u.id = a.prompt_id where a.arena_id = ${arenaId} group by 1),
    leaking as (
      select a.contestant_id, count(distinct a.id)::int as leaks
      from leaks l join answers a on a.arena_id = l.arena_id and a.id = l.answer_id
      where l.arena_id = ${arenaId} and l.released_at is null group by 1)
    select c.*, coalesce(m.answers, 0) as answers, coalesce(k.leaks, 0) as leaks,
      (select count(*)::int from in_use) - coalesce(m.answered, 0) as unanswered
    from contestants c left join made m on m.contestant_id = c.id left join leaking k on k.contestant_id = c.id
    where c.arena_id = ${arenaId} order by c.name`
