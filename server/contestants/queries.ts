import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { Contestant, NewContestant } from './contestant.ts'

export const selectContestants = (db: Kysely<Database>, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()

export const insertContestants = (
  trx: Transaction<Database>,
  arenaId: number,
  contestants: Required<NewContestant>[],
): Promise<Contestant[]> =>
  trx
    .insertInto('contestants')
    .values(contestants.map((one) => ({ arena_id: arenaId, ...one, retired_at: null })))
    .returningAll()
    .execute()

export async function updateDescription(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  { params, ...rest }: Omit<Contestant, 'arena_id' | 'id' | 'slug' | 'name' | 'retired_at'>,
): Promise<Contestant> {
  return trx
    .updateTable('contestants')
    .set({ ...rest, params: JSON.stringify(params) })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Retires or restores a contestant; undefined if the arena does not have it. */
export const updateRetired = (
  trx: Transaction<Database>,
  arenaId: number,
  slug: string,
  retiredAt: Date | null,
): Promise<Contestant | undefined> =>
  trx
    .updateTable('contestants')
    .set((eb) => ({ retired_at: retiredAt && eb.fn.coalesce('retired_at', eb.val(retiredAt)) }))
    .where('arena_id', '=', arenaId)
    .where('slug', '=', slug)
    .returningAll()
    .executeTakeFirst()

/** A contestant with its answers, the prompts in use that it did not answer, and its answers that name a model. */
export interface AnsweringContestant extends Contestant {
  answers: number
  unanswered: number
  leaks: number
}

/** The contestants by name. */
export async function selectWithAnswers(
  db: Kysely<Database>,
  arenaId: number,
): Promise<AnsweringContestant[]> {
  const { rows } = await sql<AnsweringContestant>`
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
    where c.arena_id = ${arenaId} order by c.name`.execute(db)
  return rows
}
