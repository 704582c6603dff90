import type { Kysely } from 'kysely'
import type { HoldOut } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

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

export const selectSteps = (db: Kysely<Database>, arenaId: number): Promise<Step[]> =>
  db
    .selectFrom('climb_attempts')
    .select(['number', 'epoch', 'kind', 'incumbent_id as incumbentId', 'challenger_id as challengerId'])
    .select('promoted')
    .where('arena_id', '=', arenaId)
    .orderBy('number')
    .execute()

export async function selectEntered(
  db: Kysely<Database>,
  arenaId: number,
  sha256: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('climb_attempts')
    .select('number')
    .where('arena_id', '=', arenaId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.number
}
