/** The tables of judge evaluations. */
import type { JudgeTrust, JudgesReport } from '../../shared/contracts/index.ts'
import type { Json } from '../platform/column-types.ts'

interface JudgeEvaluationTable {
  arena_id: number
  trust: Json<JudgeTrust[]>
  report: Json<JudgesReport>
  evaluated_at: Date
}

declare module '../platform/schema.ts' {
  interface Database {
    judge_evaluations: JudgeEvaluationTable
  }
}
