/** The tables of votes, their choices before them, retractions, and second looks. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'

export interface VotesTable {
  arena_id: number
  id: GeneratedAlways<number>
  battle_id: string
  voter: string
  outcome: Outcome
  source: VoteSource
  inconsistent: Generated<boolean>
  reason: string | null
  flags: Generated<string[]>
  seconds: Generated<number | null>
  cast_at: Date
  recorded_at: Date
  import_key: string | null
  txid: Generated<string>
}

interface RetractionTable {
  arena_id: number
  vote_id: number
  retracted_at: Date
  txid: Generated<string>
}

/** A battle whose voter has seen who wrote the answers. */
interface RevealTable {
  arena_id: number
  battle_id: string
  revealed_at: Date
}

/** What a voter chose and may still change. */
export interface PendingVoteTable {
  arena_id: number
  battle_id: string
  voter: string
  outcome: Outcome
  reason: string | null
  flags: Generated<string[]>
  seconds: number | null
  chosen_at: Date
}

export interface SecondLookTable {
  arena_id: number
  battle_id: string
  voter: string
  outcome: Outcome
  cast_at: Date
  withdrawn_at: Generated<Date | null>
  txid: Generated<string>
}

declare module '../platform/schema.ts' {
  interface Database {
    votes: VotesTable
    retractions: RetractionTable
    second_looks: SecondLookTable
    pending_votes: PendingVoteTable
    reveals: RevealTable
  }
}
