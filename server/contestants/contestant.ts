import type { Selectable } from 'kysely'
import type { ContestantTable } from '../platform/schema.ts'

export type Contestant = Selectable<ContestantTable>

export interface NewContestant {
  name: string
  slug?: string
  model?: string | null
  system?: string | null
}
