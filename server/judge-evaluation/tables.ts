/** The tables of judge evaluations and labelling links. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { JudgeTrust, JudgesReport } from '../../shared/contracts/index.ts'
import type { Json } from '../platform/column-types.ts'

interface JudgeEvaluationTable {
  arena_id: number
  trust: Json<JudgeTrust[]>
  report: Json<JudgesReport>
  evaluated_at: Date
}

export interface LabellingLinkTable {
  arena_id: number
  id: GeneratedAlways<number>
  made_at: Date
  expires_at: Date
  withdrawn_at: Generated<Date | null>
}

declare module '../platform/schema.ts' {
  interface Database {
    judge_evaluations: JudgeEvaluationTable
    labelling_links: LabellingLinkTable
  }
}
