import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { InjectedAnswer } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

/** Answers with words that speak to a judge, newest first; one more than requested, to see whether there are more. */
export async function selectInjectedAnswers(
  db: Kysely<Database>,
  arenaId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<InjectedAnswer[]> {
  const { rows } = await sql<InjectedAnswer>`
    select a.id, c.name as contestant, p.key as prompt, a.sample, a.injection as found,
      (select count(*)::int from judgements j
        where j.arena_id = a.arena_id and j.status = 'done' and a.id = any (j.answer_ids)) as judgements
    from answers a
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    where a.arena_id = ${arenaId} and a.injection is not null and (${before ?? null}::bigint is null or a.id < ${before ?? null})
    order by a.id desc limit ${limit + 1}`.execute(db)
  return rows
}
