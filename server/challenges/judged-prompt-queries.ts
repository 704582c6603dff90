import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { ChallengeJudging } from './challenge-spec.ts'

/** A prompt that both contestants of a challenge have answered. */
export interface AnswerPair {
  promptId: number
  /** Ids of the incumbent's and the challenger's answer. */
  answerIds: [number, number]
  /** Whether both have the same text. */
  identical: boolean
}

/** The prompts that both contestants have answered, by id. A challenge is about their first answers. */
export async function selectAnswerPairs(
  db: Kysely<Database>,
  arenaId: number,
  { contestants: [one, other], promptIds }: Pick<ChallengeJudging, 'contestants' | 'promptIds'>,
): Promise<AnswerPair[]> {
  const { rows } = await sql<AnswerPair>`
    select a.prompt_id as "promptId", array[a.id, z.id] as "answerIds", a.text_sha256 = z.text_sha256 as identical
    from answers a join answers z on z.arena_id = a.arena_id and z.prompt_id = a.prompt_id
    where a.arena_id = ${arenaId} and a.contestant_id = ${one} and z.contestant_id = ${other}
      and a.sample = 1 and z.sample = 1
      and a.prompt_id = any (${promptIds}::integer[])
    order by a.prompt_id`.execute(db)
  return rows
}

/** The cost of all runs of one attempt, in US dollars, and whether every successful call has a cost. */
export async function selectSpent(
  db: Kysely<Database>,
  arenaId: number,
  key: string,
): Promise<{ spentUsd: number; priced: boolean }> {
  const { rows } = await sql<{ spentUsd: number; priced: boolean }>`
    with of_attempt as (
      select arena_id, id, spent_usd from runs
      where arena_id = ${arenaId} and kind = 'challenge' and plan->'challenge'->>'key' = ${key})
    select coalesce(sum(spent_usd), 0)::float8 as "spentUsd", not exists (
      select from calls c join of_attempt o on o.arena_id = c.arena_id and o.id = c.run_id
      where c.status = 'ok' and c.cost_usd is null) as priced
    from of_attempt`.execute(db)
  return rows[0]
}
