import { sql } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Db } from '../../platform/schema.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { PlanPart } from './plan-judgements.ts'

/**
 * One prompt and two contestants to try judges on, before a run over all: the contestant that judges judged least, the newest of
 * several; beside it one that has most answers; and the first prompt that the two were not judged on.
 * @throws {ProblemError} invalid_request if no such pair is left
 */
export async function pairToTry(
  db: Db,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
): Promise<Required<Pick<PlanPart, 'contestants' | 'prompts'>>> {
  const { rows } = await sql<{ tried: number; other: number; prompt: number }>`
    with figures as (
      select c.id, (select count(*) from answers a where a.arena_id = c.arena_id and a.contestant_id = c.id) as answers,
        (select count(*) from judgements j join answers a on a.arena_id = j.arena_id and a.id = any (j.answer_ids)
          where j.arena_id = c.arena_id and j.status = 'done' and a.contestant_id = c.id) as judged
      from contestants c where c.arena_id = ${id} and c.retired_at is null),
    usable as (select * from figures f where answers > 0 or exists (select from contestants c
      where c.arena_id = ${id} and c.id = f.id and c.provider is not null)),
    tried as (select id from usable order by judged, id desc limit 1),
    other as (select id from usable where id <> (select id from tried) order by answers desc, judged desc, id limit 1)
    select tried.id as tried, other.id as other, p.id as prompt
    from tried, other, prompts p
    where p.arena_id = ${id} and p.messages is not null and p.retired_at is null
      and not exists (select from contestants c where c.arena_id = ${id} and c.id in (tried.id, other.id)
        and c.provider is null and not exists (select from answers a where a.arena_id = ${id} and a.contestant_id = c.id
          and a.prompt_id = p.id))
      and not exists (select from judgements j
        join answers a on a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.contestant_id = tried.id
        join answers b on b.arena_id = j.arena_id and b.id = any (j.answer_ids) and b.contestant_id = other.id
        where j.arena_id = ${id} and j.prompt_id = p.id and j.status = 'done')
    order by p.id limit 1`.execute(db)
  if (rows.length === 0) throw new ProblemError('invalid_request', msg('no_pair_to_try', { arena: slug }))
  const [{ tried, other, prompt }] = rows
  return { contestants: tried < other ? [tried, other] : [other, tried], prompts: [prompt] }
}
