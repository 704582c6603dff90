/** The tables of checks. */
import type { ColumnType, Generated } from 'kysely'
import type { CheckSpec } from '../../shared/contracts/index.ts'

type Json<T> = ColumnType<T, string, string>

export interface CheckTable {
  arena_id: number
  name: string
  sha256: string
  spec: Json<CheckSpec>
  active: Generated<boolean>
}

export interface CheckResultTable {
  arena_id: number
  run_id: number
  name: string
  sha256: string
  answer_id: number
  passed: boolean | null
  cause: string | null
  reason: string | null
  checked_at: Date
}

export interface CheckTables {
  checks: CheckTable
  check_results: CheckResultTable
}
