import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Verdict } from '../../../../shared/contracts/index.ts'
import type { Database } from '../../../platform/schema.ts'

export interface RequestRow {
  shown: 'first' | 'second'
  /** As the judge saw them in the first order. */
  answerIds: number[]
  verdict: Verdict | null
  reply: string | null
}

/** The last readable reply in each order of a judgement, with its verdict under one criterion. */
export async function selectRequests(
  db: Kysely<Database>,
  arenaId: number,
  judgementId: string,
  criterion: string,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select distinct on (c.shown) c.shown, j.answer_ids as "answerIds", c.verdicts->${criterion}::text as verdict, c.reply
    from judgements j
    join calls c on c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok' and c.verdicts is not null
    where j.arena_id = ${arenaId} and j.id = ${judgementId}
    order by c.shown, c.id desc`.execute(db)
  return rows
}
