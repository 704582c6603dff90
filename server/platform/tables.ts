/** The tables of the platform itself: the audit log, the tokens of operators, and the secrets. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OperatorRole } from '../../shared/contracts/index.ts'

/** Who acted: an operator with a token, a person at the terminal, or the server itself. */
export type Actor = 'token' | 'terminal' | 'server'

export interface AuditTable {
  id: GeneratedAlways<number>
  arena_id: number | null
  at: Date
  actor: Actor
  /** The name of the token; null: the admin token, or none. */
  token: Generated<string | null>
  act: string
  details: ColumnType<Record<string, unknown>, string, never>
}

export interface OperatorTokenTable {
  id: GeneratedAlways<number>
  name: string
  role: OperatorRole
  token_hash: string
  made_at: Date
  withdrawn_at: Generated<Date | null>
}

interface SecretTable {
  name: string
  value: Buffer
}

/** Settings that a server shares with the other processes of its database. */
interface SettingTable {
  name: string
  value: string
}

declare module './schema.ts' {
  interface Database {
    audit_entries: AuditTable
    operator_tokens: OperatorTokenTable
    secrets: SecretTable
    settings: SettingTable
  }
}
