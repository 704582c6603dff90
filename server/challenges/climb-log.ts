/** The log of the climb: its attempts, the incumbent that follows from them, and what is erased in it. */
import { sql } from 'kysely'
import type { HoldOut } from '../../shared/contracts/index.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { ERASED } from '../platform/audit.ts'
import { queryRows } from '../platform/postgres/query.ts'

export interface EpochRow {
  number: number
  judgeVersionId: number
  sha256: string
  judge: string
  criterion: string
  holdOut: HoldOut | null
}

/** The part of an attempt that determines incumbents. */
export interface Step {
  number: number
  epoch: number
  kind: 'challenge' | 'again'
  incumbentId: number
  challengerId: number
  promoted: boolean
}

export const selectSteps = (db: Db, arenaId: number): Promise<Step[]> =>
  queryRows<Step>(db)`
    select number, epoch, kind, incumbent_id as "incumbentId", challenger_id as "challengerId", promoted
    from climb_attempts where arena_id = ${arenaId} order by number`

/** The number of the attempt with this key in the log; undefined if it is not there. */
export async function selectEntered(db: Db, arenaId: number, key: string): Promise<number | undefined> {
  const rows = await queryRows<{ number: number }>(db)`
    select number from climb_attempts where arena_id = ${arenaId} and sha256 = ${key}`
  return rows[0]?.number
}

// The incumbent of each epoch, derived from the log of attempts.

interface Incumbents {
  /** Null before the first attempt. */
  incumbentId: number | null
  /** The incumbent before this one; null if there was none. */
  predecessorId: number | null
}

/** Computes the incumbent from the log: the last one that was challenged, or that won against it. */
export function incumbentsAfter(steps: readonly Step[]): Incumbents {
  let state: Incumbents = { incumbentId: null, predecessorId: null }
  const become = (id: number) => {
    if (id !== state.incumbentId) state = { incumbentId: id, predecessorId: state.incumbentId }
  }
  for (const { kind, incumbentId, challengerId, promoted } of steps) {
    if (kind === 'again') continue
    become(incumbentId)
    if (promoted) become(challengerId)
  }
  return state
}

/** Erases the references of an erased prompt, and the judges' reasons that are about erased answers. */
export async function eraseInLog(
  trx: Trx,
  {
    arenaId,
    promptId,
    answerIds,
  }: { arenaId: number; promptId: number | null; answerIds: readonly number[] },
): Promise<void> {
  await sql`
    update climb_references set reference = ${ERASED}
    where arena_id = ${arenaId} and prompt_id = ${promptId} and reference <> ${ERASED}`.execute(trx)
  await sql`
    update climb_results set reason = null
    where arena_id = ${arenaId} and reason is not null and judgement_id in (
      select id from judgements where arena_id = ${arenaId} and answer_ids && ${answerIds}::integer[])`.execute(
    trx,
  )
}
