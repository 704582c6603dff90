/** The tables of the chain of digests. */
import type { ColumnType } from 'kysely'

export type ChainedKind = 'vote' | 'retraction' | 'quarantine'

export interface ChainDigestTable {
  arena_id: number
  /** Selected as text: 2026-11-20. */
  day: ColumnType<Date, string, never>
  previous: string | null
  digest: string
  votes: number
  retractions: number
  quarantines: number
  releases: number
  late: number
  made_at: Date
}

export interface ChainLeafTable {
  arena_id: number
  kind: ChainedKind
  /** The id of the fact; for a retraction, the id of its vote. */
  fact_id: number
  day: ColumnType<Date, string, never>
  leaf: Buffer
}

interface ChainKeyTable {
  arena_id: number
  key: Buffer
}

export interface VoterCommitmentTable {
  arena_id: number
  voter: string
  /** Null: the voter was erased. */
  salt: Buffer | null
  commitment: Buffer
}

declare module '../platform/schema.ts' {
  interface Database {
    chain_digests: ChainDigestTable
    chain_leaves: ChainLeafTable
    chain_keys: ChainKeyTable
    voter_commitments: VoterCommitmentTable
  }
}
