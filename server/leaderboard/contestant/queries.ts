import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { judgeIn } from '../../../shared/contracts/index.ts'
import type { Message, Outcome, VoteSource } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import { countedVotes } from '../../votes/index.ts'
import type { VoteSelection } from '../../votes/index.ts'

export interface VoteOnOne {
  vote: number
  battle: string
  criterion: string
  prompt: string | null
  isLeft: boolean
  opponent: { slug: string; name: string }
  outcome: Outcome
  inconsistent: boolean
  source: VoteSource
  judge: string | null
  castAt: Date
}

/** The votes with these ids from the side of the contestant, in the order of the ids. */
export async function selectVotesOn(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  votes: readonly number[],
): Promise<VoteOnOne[]> {
  const { rows } = await sql<VoteOnOne>`
    select v.id as vote, b.id as battle, b.criterion, p.key as prompt, b.left_contestant_id = ${contestantId} as "isLeft",
      jsonb_build_object('slug', o.slug, 'name', o.name) as opponent, v.outcome, v.inconsistent, v.source,
      case when v.source = 'judge' then v.voter end as judge, v.cast_at as "castAt"
    from votes v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    join contestants o on o.arena_id = b.arena_id and o.id = case b.left_contestant_id
      when ${contestantId} then b.right_contestant_id else b.left_contestant_id end
    left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
    where v.arena_id = ${arenaId} and v.id = any (${votes}::bigint[])
    order by array_position(${votes}::bigint[], v.id)`.execute(db)
  return rows
}

export interface PromptText {
  key: string
  messages: Message[] | null
  retired_at: Date | null
}

export const selectPromptTexts = (
  db: Kysely<Database>,
  arenaId: number,
  keys: readonly string[],
): Promise<PromptText[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('prompts')
        .select(['key', 'messages', 'retired_at'])
        .where('arena_id', '=', arenaId)
        .where('key', 'in', keys)
        .execute()

/** The number of judges' votes on the contestant whose two orders preferred different answers. */
export async function countInconsistent(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  selection: VoteSelection,
): Promise<number> {
  const { count } = await countedVotes(db, arenaId, selection)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('v.inconsistent', '=', true)
    .where((eb) =>
      eb.or([eb('b.left_contestant_id', '=', contestantId), eb('b.right_contestant_id', '=', contestantId)]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of judgements with an answer of the contestant that failed for good, by the first word of the cause. */
export async function selectFailed(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  { source, criterion, category }: Pick<VoteSelection, 'source' | 'criterion' | 'category'>,
): Promise<{ cause: string; count: number }[]> {
  const judge = judgeIn(source)
  const { rows } = await sql<{ cause: string; count: number }>`
    select split_part(j.cause, ':', 1) as cause, count(*)::int as count
    from judgements j
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.cause <> 'superseded'
      and j.answer_ids && array(select a.id from answers a
        where a.arena_id = ${arenaId} and a.contestant_id = ${contestantId})
      and (${judge}::text is null or v.judge = ${judge})
      and (${criterion}::text is null or ${criterion} = any (j.criteria))
      and (${category}::text is null or p.category = ${category})
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}
