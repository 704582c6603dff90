import type { VoteSource } from '../../shared/contracts/index.ts'

export interface SourceCount {
  arenaId: number
  source: VoteSource
  /** The judge's name; null for other voters. */
  name: string | null
  votes: number
}
