/** The table of contestants. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { JsonObject } from '../platform/column-types.ts'

export interface ContestantTable {
  arena_id: number
  id: GeneratedAlways<number>
  slug: string
  name: string
  model: string | null
  system: string | null
  retired_at: Date | null
  provider: Generated<string | null>
  template: Generated<string | null>
  params: JsonObject
  owner: Generated<string | null>
  family: Generated<string | null>
  control_of: Generated<string | null>
  factors: ColumnType<Record<string, string>, string | undefined, string>
}

declare module '../platform/schema.ts' {
  interface Database {
    contestants: ContestantTable
  }
}
