/** The tables of judges on trial. */
import type { ColumnType, Generated } from 'kysely'
import type { JudgesReport, JudgeTrust, Outcome } from '../../shared/contracts/index.ts'

type Json<T> = ColumnType<T, string, string>

export interface SecondLookTable {
  arena_id: number
  battle_id: string
  voter: string
  outcome: Outcome
  cast_at: Date
  withdrawn_at: Generated<Date | null>
}

export interface TrialTable {
  arena_id: number
  trust: Json<JudgeTrust[]>
  report: Json<JudgesReport>
  tried_at: Date
}

export interface TrialTables {
  second_looks: SecondLookTable
  trials: TrialTable
}
