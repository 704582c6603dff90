/** The tables of the platform itself: the audit log and the secrets. */
import type { ColumnType, GeneratedAlways } from 'kysely'

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

export interface SecretTable {
  name: string
  value: Buffer
}

export interface PlatformTables {
  audit_entries: AuditTable
  secrets: SecretTable
}
