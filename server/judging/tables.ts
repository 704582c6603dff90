/** The tables of judges, judgements and checks. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { CheckSpec, JudgeTrial, Outcome, ReplyForm, Rubric } from '../../shared/contracts/index.ts'
import type { Json, JsonObject, JsonOrNull } from '../platform/column-types.ts'

/** By criterion, what both orders say together; left is the answer shown first in the first order. */
export type LiveOutcomes = Record<string, { outcome: Outcome; inconsistent: boolean }>

interface RubricTable {
  arena_id: number
  sha256: string
  name: string
  rubric: Json<Rubric>
}

interface JudgeTable {
  arena_id: number
  name: string
  family: string | null
  criteria: string[] | null
  categories: string[] | null
  form: 'pairwise' | 'listwise'
  list_size: number
  ask: 'together' | 'apart'
  version_sha256: string
  active: Generated<boolean>
}

/** A trial as it is stored. */
export interface StoredTrial extends JudgeTrial {
  /** It decided by position after its votes had begun to count: no later trial lets them count again. */
  isForGood?: boolean
  /** The run in which it ended; missing in those from before it was stored. */
  endedIn?: number
  /** The id of the last call before the trial, and before the form was asked for. */
  afterCall: number
  formAfterCall: number
  /** The forms that were not asked for yet. */
  formsLeft: ReplyForm[]
}

interface JudgeVersionTable {
  arena_id: number
  id: GeneratedAlways<number>
  judge: string
  provider: string
  model: string
  params: JsonObject
  rubric_sha256: string
  sha256: string
  created_at: Date
  trial: JsonOrNull<StoredTrial>
}

interface JudgementTable {
  arena_id: number
  id: string
  run_id: number
  judge_version_id: number
  form: 'pairwise' | 'listwise'
  criteria: string[]
  prompt_id: number
  answer_ids: number[]
  repeat: Generated<number>
  place: number
  status: 'planned' | 'done' | 'failed'
  cause: string | null
  attempts: Generated<number>
  planned_at: Date
  finished_at: Date | null
  climb_epoch: Generated<number | null>
  /** Whether it is of a live battle, as people asked it: it casts no vote. */
  live: Generated<boolean>
  /** Of a live battle, once it is done. */
  outcomes: JsonOrNull<LiveOutcomes>
  /** The probability of the pair when it was drawn, from when runs of judges could draw contenders more often. */
  pair_probability: Generated<number | null>
  /** The model that the provider named in its last reply; null if it named none. */
  served_model: Generated<string | null>
  /** Whether the judge read the source of a page that people see run; null: nothing is known. */
  read_source: Generated<boolean | null>
  /** The transaction that ended it. */
  txid: Generated<string>
}

export interface SkippedPairTable {
  arena_id: number
  judge: string
  criterion: string
  prompt_id: number
  lesser_answer_id: number
  greater_answer_id: number
  lesser_passes: boolean
  greater_passes: boolean
  checks: string[]
  place: number
  counted_at: Date | null
  /** The transaction that counted it. */
  txid: Generated<string>
}

interface CheckTable {
  arena_id: number
  name: string
  sha256: string
  spec: Json<CheckSpec>
  active: Generated<boolean>
}

interface CheckResultTable {
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

declare module '../platform/schema.ts' {
  interface Database {
    rubrics: RubricTable
    judges: JudgeTable
    judge_versions: JudgeVersionTable
    judgements: JudgementTable
    skipped_pairs: SkippedPairTable
    checks: CheckTable
    check_results: CheckResultTable
  }
}
