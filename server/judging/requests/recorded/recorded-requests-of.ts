import { type Kysely, sql } from 'kysely'
import type { Outcome, Verdict } from '../../../../shared/contracts/index.ts'
import type { Database } from '../../../platform/schema.ts'

/** Two answers of one judgement, by their ids. */
export interface JudgedTwo {
  arenaId: number
  judgementId: string
  criterion: string
  left: number
  right: number
}

export interface RecordedRequest {
  shownFirst: 'left' | 'right'
  said: Outcome | null
  reason: string | null
  /** The model's reply, word for word. */
  reply: string | null
}

/** What the judge said about the two in each order, the first order first. */
export async function recordedRequestsOf(db: Kysely<Database>, two: JudgedTwo): Promise<RecordedRequest[]> {
  const { arenaId, judgementId, criterion, left, right } = two
  const read = await selectRequests(db, arenaId, judgementId, criterion)
  return read.map(({ shown, answerIds, verdict, reply }) => {
    const ids = shown === 'first' ? answerIds : answerIds.toReversed()
    const shownFirst = ids.indexOf(left) < ids.indexOf(right) ? 'left' : 'right'
    const said = verdict && outcomeOf(verdict, ids.indexOf(left), ids.indexOf(right))
    return { shownFirst, said, reason: verdict?.reason ?? null, reply }
  })
}

/** @param left  place of the left answer in the request, from 0; `right` likewise */
function outcomeOf(verdict: Verdict, left: number, right: number): Outcome | null {
  if ('order' in verdict) {
    const rank = (place: number) => verdict.order.findIndex((group) => group.includes(place))
    const [ours, theirs] = [rank(left), rank(right)]
    if (ours < 0 || theirs < 0) return null
    return ours === theirs ? 'tie' : ours < theirs ? 'left' : 'right'
  }
  if (verdict.verdict === 'tie' || verdict.verdict === 'both_bad') return verdict.verdict
  return (verdict.verdict === 'first') === left < right ? 'left' : 'right'
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
