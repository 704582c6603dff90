import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Verdicts } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Run } from '../runs/index.ts'
import type { AskedBy, ChallengeJudging } from './challenge-spec.ts'

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

/** A prompt that at least one contestant has not answered, with the known causes. */
export interface Unanswered {
  promptId: number
  challenger: boolean
  causes: string[]
  /** Ids of contestants without an ended call for this answer: they did not fail to answer. */
  unasked: number[]
}

/**
 * Prompts that at least one contestant has not answered. If only an incumbent that can still be asked lacks its
 * answer too, the challenger counts as the one that failed.
 */
export async function selectUnanswered(
  db: Kysely<Database>,
  arenaId: number,
  { contestants: [one, other], promptIds }: Pick<ChallengeJudging, 'contestants' | 'promptIds'>,
): Promise<Unanswered[]> {
  const gaveUp = (id: number) => sql`
    select k.cause, k.id from calls k where k.arena_id = p.arena_id and k.prompt_id = p.id and k.contestant_id = ${id}
      and k.purpose = 'answer' and k.gave_up order by k.id desc limit 1`
  const { rows } = await sql<Unanswered>`
    select p.id as "promptId", z.id is null and (a.id is not null or (
        c.provider is not null and c.retired_at is null and not exists (${gaveUp(one)}))) as challenger,
      array(select k.cause from (${gaveUp(one)}) k where a.id is null) || array(
        select k.cause from (${gaveUp(other)}) k where z.id is null) as causes,
      array_remove(array[case when a.id is null and not exists (${gaveUp(one)}) then ${one}::integer end,
        case when z.id is null and not exists (${gaveUp(other)}) then ${other}::integer end], null) as unasked
    from prompts p
    join contestants c on c.arena_id = p.arena_id and c.id = ${one}
    left join answers a on a.arena_id = p.arena_id and a.prompt_id = p.id and a.contestant_id = ${one} and a.sample = 1
    left join answers z on z.arena_id = p.arena_id and z.prompt_id = p.id and z.contestant_id = ${other} and z.sample = 1
    where p.arena_id = ${arenaId} and p.id = any (${promptIds}::integer[]) and (a.id is null or z.id is null)
    order by p.id`.execute(db)
  return rows
}

const ofPair = (
  arenaId: number,
  { epoch, versionId, criterion, promptIds }: ChallengeJudging,
  ids: number[],
) =>
  sql`j.arena_id = ${arenaId} and j.climb_epoch = ${epoch} and j.judge_version_id = ${versionId}
    and j.criteria = array[${criterion}::text] and j.prompt_id = any (${promptIds}::integer[])
    and j.answer_ids <@ ${ids}::integer[]`

/** The judgement of one prompt, with the verdicts of both orders if it is done. */
export interface JudgedPromptRow {
  id: string
  promptId: number
  status: 'planned' | 'done' | 'failed'
  cause: string | null
  /** The contestant whose answer the judge saw first in the first order. */
  firstContestantId: number
  first: Verdicts | null
  second: Verdicts | null
}

/** The judgements of the two contestants in an epoch, by prompt. */
export async function selectJudgedPrompts(
  db: Kysely<Database>,
  arenaId: number,
  judging: ChallengeJudging,
  pairs: readonly AnswerPair[],
): Promise<JudgedPromptRow[]> {
  const ids = pairs.flatMap(({ answerIds }) => answerIds)
  const verdicts = (shown: 'first' | 'second') => sql`(
    select c.verdicts from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id and c.shown = ${shown}
      and c.status = 'ok' and c.verdicts is not null order by c.id limit 1)`
  const { rows } = await sql<JudgedPromptRow>`
    select j.id, j.prompt_id as "promptId", j.status, j.cause, a.contestant_id as "firstContestantId",
      ${verdicts('first')} as first, ${verdicts('second')} as second
    from judgements j join answers a on a.arena_id = j.arena_id and a.id = j.answer_ids[1]
    where ${ofPair(arenaId, judging, ids)} order by j.prompt_id`.execute(db)
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

/** How many finished runs judged these prompts for the attempt. */
export async function countRunsDone(
  db: Kysely<Database>,
  arenaId: number,
  { key, promptIds }: Pick<ChallengeJudging, 'key' | 'promptIds'>,
): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from runs
    where arena_id = ${arenaId} and kind = 'challenge' and status = 'done' and plan->'challenge'->>'key' = ${key}
      and plan->'challenge'->'promptIds' = ${JSON.stringify(promptIds)}::jsonb`.execute(db)
  return rows[0].runs
}

/** The latest run that judges these prompts for the attempt and was started for this request of the challenge. */
export async function selectRunFor(
  db: Kysely<Database>,
  arenaId: number,
  { key, promptIds }: Pick<ChallengeJudging, 'key' | 'promptIds'>,
  request: AskedBy,
): Promise<Run | undefined> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('kind', '=', 'challenge')
    .where(sql<boolean>`plan @> ${JSON.stringify({ challenge: { key }, by: request })}::jsonb`)
    .where(sql<boolean>`plan->'challenge'->'promptIds' = ${JSON.stringify(promptIds)}::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
