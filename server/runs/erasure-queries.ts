import { sql, type Transaction } from 'kysely'
import { ERASED } from '../platform/audit.ts'
import type { Database } from '../platform/schema.ts'

/**
 * Replaces what providers replied in the calls that made, checked or judged these answers, and the reasons in verdicts.
 * Verdicts, tokens and costs stay.
 */
export async function eraseReplies(
  trx: Transaction<Database>,
  arenaId: number,
  answerIds: readonly number[],
): Promise<void> {
  await sql`
    update calls k set
      reply = case when k.reply is null then null else ${ERASED} end,
      cause = case when k.cause is null then null else ${ERASED} end,
      inputs_sha256 = null,
      transcript = null,
      verdicts = (select jsonb_object_agg(criterion, verdict || jsonb_build_object('reason', null))
        from jsonb_each(k.verdicts) as one (criterion, verdict))
    where k.arena_id = ${arenaId} and k.status <> 'under_way' and (
      k.judgement_id in (select id from judgements where arena_id = ${arenaId} and answer_ids && ${answerIds}::integer[])
      or exists (select from answers a where a.arena_id = k.arena_id and a.id = any (${answerIds}::integer[])
        and a.prompt_id = k.prompt_id and a.contestant_id = k.contestant_id and a.sample = k.sample))`.execute(
    trx,
  )
}
