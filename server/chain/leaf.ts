/** The leaves of the chain: the SHA-256 of each fact, and the digest of a day over its leaves. */
import { createHash, createHmac } from 'node:crypto'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'

/** A vote as the chain sees it. Times are ISO 8601 in UTC with microseconds. */
export interface VoteFact {
  kind: 'vote'
  id: number
  battle: string
  prompt: string | null
  left: string
  right: string
  criterion: string
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  castAt: string
  recordedAt: string
  /** The commitment to the voter, hexadecimal; null: an imported vote that names no voter. */
  commitment: string | null
  /** Makes the leaf impossible to guess, hexadecimal. */
  nonce: string
}

/** A vote was taken back. */
interface RetractionFact {
  kind: 'retraction'
  /** The vote. */
  id: number
  recordedAt: string
}

/** A vote was put into quarantine, or released. */
interface QuarantineFact {
  kind: 'quarantine'
  id: number
  vote: number
  released: boolean
  recordedAt: string
}

export type Fact = VoteFact | RetractionFact | QuarantineFact

/** The leaf of a fact, 64 hexadecimal digits: the SHA-256 of its fields as a JSON array without spaces, in this order. */
export function leafOf(fact: Fact): string {
  return createHash('sha256')
    .update(JSON.stringify(fieldsOf(fact)))
    .digest('hex')
}

function fieldsOf(fact: Fact): (string | number | boolean | null)[] {
  if (fact.kind === 'retraction') return ['retraction', fact.id, fact.recordedAt]
  if (fact.kind === 'quarantine') return ['quarantine', fact.id, fact.vote, fact.released, fact.recordedAt]
  const { kind, id, battle, prompt, left, right, criterion, outcome, source } = fact
  const { inconsistent, castAt, recordedAt, commitment, nonce } = fact
  return [
    kind,
    id,
    battle,
    prompt,
    left,
    right,
    criterion,
    outcome,
    source,
    inconsistent,
    castAt,
    recordedAt,
    commitment,
    nonce,
  ]
}

/** What leaves hold in place of a voter: without the salt it cannot be guessed, however few voters there are. */
export const commitmentOf = (salt: Buffer, voter: string): Buffer =>
  createHmac('sha256', salt).update(voter).digest()

/** The nonce of a vote, hexadecimal, from the key of its arena. */
export const nonceOf = (key: Buffer, voteId: number): string =>
  createHmac('sha256', key).update(`vote ${voteId}`).digest('hex').slice(0, 32)

/**
 * The digest of a day: the SHA-256 of its head, then of a line for each leaf. The head has a line each for the format,
 * the arena, the day and the previous digest (`-` before the first day). Leaves are votes by id, retractions by vote,
 * then quarantines and releases by id.
 */
export class DayDigest {
  readonly #hash = createHash('sha256')

  constructor(arena: string, day: string, previous: string | null) {
    this.#hash.update(`deadheat chain 1\n${arena}\n${day}\n${previous ?? '-'}\n`)
  }

  add(leaf: string): void {
    this.#hash.update(`${leaf}\n`)
  }

  /** 64 hexadecimal digits; once. */
  digest(): string {
    return this.#hash.digest('hex')
  }
}
