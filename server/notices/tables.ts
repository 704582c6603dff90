/** The table of notices. */
import type { Generated } from 'kysely'
import type { NoticeKind, NoticeState, WireMessage } from '../../shared/contracts/index.ts'
import type { Json, JsonOrNull } from '../platform/column-types.ts'

export interface NoticeTable {
  arena_id: number
  /** The same in every attempt, so that a receiver can recognise a repetition. */
  id: string
  kind: NoticeKind
  /** Which event of this kind. */
  subject: string
  finding: Json<WireMessage>
  happened_at: Date
  found_at: Date
  state: NoticeState
  attempts: Generated<number>
  last_error: JsonOrNull<WireMessage>
  next_at: Date | null
  delivered_at: Date | null
}

declare module '../platform/schema.ts' {
  interface Database {
    notices: NoticeTable
  }
}
