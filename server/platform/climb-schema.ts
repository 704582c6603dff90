/** The tables of climbs. */
import type { ColumnType } from 'kysely'
import type { ClimbGate, HoldOut } from '../../shared/contracts/index.ts'

export interface ClimbEpochTable {
  arena_id: number
  number: number
  judge_version_id: number
  criterion: string
  sha256: string
  references_sha256: string
  hold_out: ColumnType<HoldOut | null, string | null, never>
  started_at: Date
}

export interface ClimbReferenceTable {
  arena_id: number
  epoch: number
  prompt_id: number
  reference: string
  held_out: boolean
}

export interface ClimbAttemptTable {
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

export interface ClimbResultTable {
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

export interface ClimbTables {
  climb_epochs: ClimbEpochTable
  climb_references: ClimbReferenceTable
  climb_attempts: ClimbAttemptTable
  climb_results: ClimbResultTable
}
