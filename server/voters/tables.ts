/** The tables of invitations and invited voters. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { InvitationKind } from '../../shared/contracts/index.ts'

export interface InvitationTable {
  arena_id: number
  id: GeneratedAlways<number>
  /** Which pairs its voters are shown: as the arena draws them, or those that judges have judged. */
  kind: Generated<InvitationKind>
  /** Empty: anybody. So it is for judged pairs, and only for these. */
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

/** A pair of answers that everybody in a group is shown. */
export interface SharedPairTable {
  arena_id: number
  id: GeneratedAlways<number>
  group_name: string
  criterion: string
  seed: number
  prompt_id: number
  one_contestant_id: number
  one_answer_id: number
  other_contestant_id: number
  other_answer_id: number
  drawn_at: Date
  /** How many people of the group vote on it. Null: all of them. */
  votes_wanted: number | null
}

declare module '../platform/schema.ts' {
  interface Database {
    shared_pairs: SharedPairTable
    invitations: InvitationTable
    invited_voters: InvitedVoterTable
  }
}
