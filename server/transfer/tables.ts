/** The table of imported files. */
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { ReadPlan } from '../../shared/contracts/read-plan.ts'

export interface ReadFileTable {
  arena_id: number
  id: GeneratedAlways<number>
  /** Its name, without folders. */
  file: string
  /** Differs for files with different content. */
  content_id: string
  plan: ColumnType<ReadPlan, string, never>
  /** How many of each it had. */
  votes: number
  answers: number
  prompts: number
  read_at: Date
}

declare module '../platform/schema.ts' {
  interface Database {
    read_files: ReadFileTable
  }
}
