/** The table of ledgers. */
import type { ColumnType, Generated } from 'kysely'
import type { CodedMessage } from '../../shared/messages/index.ts'

/** By contestant, since when and why it answers no visitor. */
export type Closed = Record<string, { at: string; finding: CodedMessage }>

interface LedgerTable {
  arena_id: number
  spent_usd: Generated<number>
  reserved_usd: Generated<number>
  /** The latest day (UTC) in which a call began or ended. */
  day: string
  day_spent_usd: Generated<number>
  closed: ColumnType<Closed, string | undefined, string>
}

declare module '../platform/schema.ts' {
  interface Database {
    ledgers: LedgerTable
  }
}
