import type { Selectable } from 'kysely'
import type { ContestantTable } from './tables.ts'

export type Contestant = Selectable<ContestantTable>

export interface NewContestant {
  name: string
  slug?: string
  model?: string | null
  system?: string | null
}

/** A contestant as arena.yaml describes it. */
export interface DescribedContestant extends NewContestant {
  /** The name of a provider of the arena; null if its answers were made elsewhere. */
  provider?: string | null
  template?: string | null
  params?: Record<string, unknown>
  owner?: string | null
  /** The family of its model, like `gpt` or `claude`; judges may prefer their own family. */
  family?: string | null
  /** The name of the contestant that this one is a copy of. */
  controlOf?: string | null
}
