/** The tables of challenges and of the climb log. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ClimbGate, HoldOut, PlannedAttempt } from '../../shared/contracts/index.ts'
import type { AnyMessage } from '../../shared/messages/index.ts'

/** A requested challenge. The results of its attempts are in the log. */
export interface ChallengeTable {
  arena_id: number
  id: GeneratedAlways<number>
  epoch: number
  incumbent_id: number
  challenger_id: number
  standing_id: number | null
  /** Its attempts. */
  trials: ColumnType<PlannedAttempt[], string, never>
  budget_usd: number | null
  asked: Generated<number>
  status: 'open' | 'entered' | 'stopped'
  stopped: Generated<'cancelled' | 'budget_reached' | 'failed' | 'refused' | null>
  cause: ColumnType<AnyMessage | null, string | null | undefined, string | null>
  attempt: number | null
  stood: Generated<boolean>
  started_at: Date
  ended_at: Date | null
}

interface ClimbEpochTable {
  arena_id: number
  number: number
  judge_version_id: number
  criterion: string
  sha256: string
  references_sha256: string
  hold_out: ColumnType<HoldOut | null, string | null, never>
  started_at: Date
}

interface ClimbReferenceTable {
  arena_id: number
  epoch: number
  prompt_id: number
  reference: string
  held_out: boolean
}

interface ClimbAttemptTable {
  arena_id: number
  number: number
  epoch: number
  kind: 'challenge' | 'again'
  incumbent_id: number
  challenger_id: number
  gate: ColumnType<ClimbGate, string, never>
  verdict: 'promote' | 'do_not_promote'
  promoted: boolean
  sha256: string
  cost_usd: number | null
  started_at: Date
  ended_at: Date
}

interface ClimbResultTable {
  arena_id: number
  attempt: number
  prompt_id: number
  held_out: boolean
  winner: 'challenger' | 'incumbent' | 'tie' | null
  absent: 'challenger' | 'incumbent' | null
  cause: string | null
  inconsistent: boolean
  identical: boolean
  reason: string | null
  judgement_id: string | null
}

declare module '../platform/schema.ts' {
  interface Database {
    challenges: ChallengeTable
    climb_epochs: ClimbEpochTable
    climb_references: ClimbReferenceTable
    climb_attempts: ClimbAttemptTable
    climb_results: ClimbResultTable
  }
}
