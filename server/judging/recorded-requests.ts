/** Recorded judge requests about two answers: what the judge said in each order of an ended judgement. */
import { sql } from 'kysely'
import type { Outcome, Verdict } from '../../shared/contracts/index.ts'
import { outcomeOf } from './merge-orders.ts'
import type { Db } from '../platform/schema.ts'

/** Two answers of one judgement, by their ids. */
interface JudgedTwo {
  arenaId: number
  judgementId: string
  criterion: string
  left: number
  right: number
}

interface RecordedRequest {
  shownFirst: 'left' | 'right'
  said: Outcome | null
  reason: string | null
  /** The model's reply, word for word. */
  reply: string | null
}

/** What the judge said about the two in each order, the first order first. */
export async function recordedRequestsOf(db: Db, two: JudgedTwo): Promise<RecordedRequest[]> {
  const { arenaId, judgementId, criterion, left, right } = two
  const read = await selectRequests(db, arenaId, judgementId, criterion)
  return read.map(({ shown, answerIds, verdict, reply }) => {
    const ids = shown === 'first' ? answerIds : answerIds.toReversed()
    const shownFirst = ids.indexOf(left) < ids.indexOf(right) ? 'left' : 'right'
    const said = verdict && outcomeOf(verdict, ids.indexOf(left), ids.indexOf(right))
    return { shownFirst, said, reason: verdict?.reason ?? null, reply }
  })
}

interface RequestRow {
  shown: 'first' | 'second'
  /** As the judge saw them in the first order. */
  answerIds: number[]
  verdict: Verdict | null
  reply: string | null
}

/** The last readable reply in each order of a judgement, with its verdict under one criterion. */
async function selectRequests(
  db: Db,
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
