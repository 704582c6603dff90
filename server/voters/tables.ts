/** The tables of invitations and invited voters. */
import type { Generated, GeneratedAlways } from 'kysely'

export interface InvitationTable {
  arena_id: number
  id: GeneratedAlways<number>
  name: string
  group_name: string | null
  seats: number | null
  goal: number | null
  token_hash: string
  made_at: Date
  expires_at: Date
  withdrawn_at: Generated<Date | null>
}

export interface InvitedVoterTable {
  arena_id: number
  voter: string
  /** Null: the person was erased. */
  invitation_id: number | null
  group_name: string | null
  opened_at: Date
  browsers: Generated<number>
}

export interface VotersTables {
  invitations: InvitationTable
  invited_voters: InvitedVoterTable
}
