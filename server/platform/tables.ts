/** The tables of the platform itself: the audit log and the secrets. */
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Who acted: an operator with the admin token, a person at the terminal, or the server itself. */
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

/** Settings that a server shares with the other processes of its database. */
export interface SettingTable {
  name: string
  value: string
}

export interface PlatformTables {
  audit_entries: AuditTable
  secrets: SecretTable
  settings: SettingTable
}
