import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { TranscriptStep } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Pair } from './queries.ts'

export interface SharedVoteText {
  id: number
  /** Null for a skipped pair. */
  battle: string | null
  prompt: string | null
  /** When the prompt was retired. */
  retired_at: Date | null
  messages: { role: string; content: string }[] | null
  challenger: AnswerText | null
  incumbent: AnswerText | null
  reason: string | null
  /** The verdict of the judge in each order, and whose answer was first. `own` is the challenger. */
  orders: { first: 'own' | 'other'; verdict: string | null; reason: string | null }[]
}
export interface AnswerText {
  text: string | null
  turns: string[] | null
  /** What this answer had retrieved; null if it has no passages of its own. */
  context: string[] | null
  transcript: TranscriptStep[] | null
}

/** The texts and reasons behind votes on the two contestants. */
export async function selectTexts(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
  ids: readonly number[],
): Promise<SharedVoteText[]> {
  // the answer that was shown; for a vote imported without answers, the sample that it names, by default the first
  const answerOf = (contestant: number) => sql`(
    select jsonb_build_object('text', a.text, 'turns', a.turns, 'context', a.context, 'transcript', a.transcript) from answers a,
      (select case when b.left_contestant_id = ${contestant} then b.left_answer_id else b.right_answer_id end as id,
        case when b.left_contestant_id = ${contestant} then b.left_sample else b.right_sample end as sample) shown
    where a.arena_id = b.arena_id and a.prompt_id = b.prompt_id and a.contestant_id = ${contestant}
      and case when shown.id is null then a.sample = coalesce(shown.sample, 1) else a.id = shown.id end)`
  const { rows } = await sql<SharedVoteText>`
    select v.id, b.id as battle, p.key as prompt, p.retired_at, p.messages, ${answerOf(challenger)} as challenger, ${answerOf(incumbent)} as incumbent, v.reason,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'first', case when ((array_position(j.answer_ids, b.left_answer_id) < array_position(j.answer_ids, b.right_answer_id))
            = (k.shown = 'first')) = (b.left_contestant_id = ${challenger}) then 'own' else 'other' end,
          'verdict', k.verdicts->b.criterion->>'verdict', 'reason', k.verdicts->b.criterion->>'reason') order by k.shown)
        from (select distinct on (k.shown) k.shown, k.verdicts from calls k
          where k.arena_id = b.arena_id and k.judgement_id = b.judgement_id and k.status = 'ok' and k.verdicts is not null
          order by k.shown, k.id desc) k), '[]') as orders
    from votes v
    join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    left join judgements j on j.arena_id = b.arena_id and j.id = b.judgement_id
    left join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
    where v.arena_id = ${arenaId} and v.id = any (${ids}::bigint[])
    order by array_position(${ids}::bigint[], v.id)`.execute(db)
  return rows
}
