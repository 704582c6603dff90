import type { Selectable } from 'kysely'
import type { ContestantTable } from './tables.ts'

export type Contestant = Selectable<ContestantTable>

export interface NewContestant {
  name: string
  slug?: string
  model?: string | null
  system?: string | null
}

/** A contestant as an arena.yaml has it. */
export interface DescribedContestant extends NewContestant {
  /** Name of a provider of the arena; null: its answers were made elsewhere. */
  provider?: string | null
  template?: string | null
  params?: Record<string, unknown>
  owner?: string | null
  /** Of models, like `gpt` or `claude`: a judge may be partial to its own. */
  family?: string | null
  /** Name of the contestant of which this one is the same again. */
  controlOf?: string | null
}
