import { type Transaction, sql } from 'kysely'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

const IMPORTING = 4747_0002

/** Lets one import into an arena of this slug run at a time, until the transaction ends. */
export async function lockImport(trx: Transaction<Database>, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORTING}::integer, hashtext(${slug}))`.execute(trx)
}

/** SQL: which of a contestant's answers battle `b` shows. */
export const sampleOf = (side: 'left' | 'right') => sql<number>`coalesce(
  (select x.sample from answers x where x.arena_id = b.arena_id and x.id = ${sql.ref(`b.${side}_answer_id`)}),
  ${sql.ref(`b.${side}_sample`)}, 1)`

/** SQL: with which probability the pair of battle `b` was drawn. */
export const pairProbability = sql<number | null>`coalesce(b.pair_probability,
  (select j.pair_probability from judgements j where j.arena_id = b.arena_id and j.id = b.judgement_id))`

export interface ExportedVote {
  id: number
  left: string
  right: string
  /** Which answers were shown, from 1. */
  leftSample: number
  rightSample: number
  /** Null: the pair was drawn uniformly, or it is unknown how. */
  pairProbability: number | null
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  voter: string | null
  prompt: string | null
  criterion: string
  category: string | null
  castAt: Date
}
