/** The table of battles. */
import type { Generated } from 'kysely'

export interface BattleTable {
  arena_id: number
  id: string
  criterion: string
  prompt_id: number | null
  left_contestant_id: number
  right_contestant_id: number
  left_answer_id: number | null
  right_answer_id: number | null
  voter: string
  origin: 'page' | 'import' | 'simulation' | 'judging' | 'calibration' | 'live'
  shown_at: Date
  expires_at: Date | null
  judgement_id: Generated<string | null>
  repeat_of: Generated<string | null>
  /** Null: the pair was drawn uniformly from the open ones. */
  pair_probability: Generated<number | null>
  /** The numbers of the answers that an imported vote names. Null: the first ones, or those of the linked answers. */
  left_sample: Generated<number | null>
  right_sample: Generated<number | null>
}

declare module '../platform/schema.ts' {
  interface Database {
    battles: BattleTable
  }
}
