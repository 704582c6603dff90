/** The table of quarantined votes. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { WireMessage } from '../../shared/contracts/index.ts'

interface QuarantineTable {
  arena_id: number
  id: GeneratedAlways<number>
  vote_id: number
  released: boolean
  reason: string
  /** The reason as a message, where the server itself gave it. */
  finding: ColumnType<WireMessage | null, string | null | undefined, never>
  at: Date
  /** The leak for which the server put the vote there. */
  leak_id: Generated<number | null>
  txid: Generated<string>
}

/** A voter, or a kind of group with its aim, that was found suspicious. */
interface SuspicionTable {
  arena_id: number
  subject: string
  finding: ColumnType<WireMessage, string, string>
  found_at: Date
  /** Natural logarithm of the e-value; null: found before it was stored. */
  log_e: ColumnType<number | null, number, number>
}

/** The letters of the keyed hash of a network. */
export const NETWORK_LENGTH = 22

/** The network from which a voter first voted, as a keyed hash; of an IPv6 one, the hash of its /48 follows. */
interface VoterNetworkTable {
  arena_id: number
  voter: string
  network: string
  seen_at: Date
}

declare module '../platform/schema.ts' {
  interface Database {
    suspicions: SuspicionTable
    voter_networks: VoterNetworkTable
    quarantines: QuarantineTable
  }
}
