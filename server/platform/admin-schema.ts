/** The tables of what operators do. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Who did it: whoever held the admin token, somebody at the terminal, or the server by itself. */
export type Actor = 'token' | 'terminal' | 'server'

export interface AuditTable {
  id: GeneratedAlways<number>
  arena_id: number | null
  at: Date
  actor: Actor
  act: string
  details: ColumnType<Record<string, unknown>, string, never>
}

export interface LabellingLinkTable {
  arena_id: number
  id: GeneratedAlways<number>
  made_at: Date
  expires_at: Date
  withdrawn_at: Generated<Date | null>
}

export interface AdminTables {
  audit_entries: AuditTable
  labelling_links: LabellingLinkTable
}
