/** Decisions between two contestants: what judging came to is stored, and every surface shows it until votes change. */
import { storedSource } from '../../shared/contracts/source.ts'
import { createHash } from 'node:crypto'
import { Comparison } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { canonicalJson } from '../platform/json.ts'
import type { Db } from '../platform/schema.ts'
import type { NamedGate, SpendingBounds } from './gate.ts'
import type { SharedVote, VotesRequest } from './shared-votes.ts'

/** What is asked: requests of the same question differ in their looks alone. */
interface Question {
  request: Pick<VotesRequest, 'challenger' | 'incumbent'> & { gate: NamedGate; bounds: SpendingBounds }
  source: string
  criteria: readonly string[]
}

const questionText = ({
  request: { challenger, incumbent, gate, bounds },
  source,
  criteria,
}: Question): string =>
  canonicalJson({
    contestants: [challenger.id, incumbent.id],
    source: storedSource(source),
    criteria: criteria.toSorted(),
    preset: gate.preset,
    minWinRate: gate.minWinRate,
    alpha: gate.alpha,
    // a preset asks for as many votes as there can be, and judging in batches for one
    minVotes: gate.hasPresetVotes || gate.minVotes === 1 ? null : gate.minVotes,
    ...bounds,
  })

/** The same for the same votes in any order. */
const hashVotes = (votes: readonly SharedVote[]): string => {
  const lines = votes.map(({ criterion, promptKey, outcome, isLeft, source, judge, voter }) =>
    JSON.stringify([criterion, promptKey, outcome, isLeft, source, judge ?? voter]),
  )
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

export interface Decided {
  comparison: Comparison
  decidedAt: Date
  /** Whether it was made on these votes. */
  isCurrent: boolean
}

/** The latest decision on a question; null if there is none. */
export async function latestDecision(
  db: Db,
  arena: Arena,
  question: Question,
  votes: readonly SharedVote[],
): Promise<Decided | null> {
  const stored = await db
    .selectFrom('pair_decisions')
    .select(['votes_sha256', 'comparison', 'decided_at'])
    .where('arena_id', '=', arena.id)
    .where('question', '=', questionText(question))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!stored) return null
  const isCurrent = stored.votes_sha256 === hashVotes(votes)
  return { comparison: Comparison.parse(stored.comparison), decidedAt: stored.decided_at, isCurrent }
}

/** Stores a decision. The same votes make none anew. */
export async function storeDecision(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  question: Question,
  votes: readonly SharedVote[],
  comparison: Comparison,
): Promise<void> {
  await db
    .insertInto('pair_decisions')
    .values({
      arena_id: arena.id,
      question: questionText(question),
      votes_sha256: hashVotes(votes),
      comparison: JSON.stringify(comparison),
      decided_at: clock(),
    })
    .onConflict((conflict) => conflict.columns(['arena_id', 'question', 'votes_sha256']).doNothing())
    .execute()
}
