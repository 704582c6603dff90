import type { Selectable } from 'kysely'
import type { ArenaSettings, Visibility } from '../../shared/contracts/index.ts'
import type { ArenaTable } from './tables.ts'

export type Arena = Selectable<ArenaTable>

export interface NewArena {
  slug: string
  title: string
  description: string
  visibility: Visibility
  criteria: string[]
  settings?: ArenaSettings | undefined
}
