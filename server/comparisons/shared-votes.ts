import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Publication } from '../platform/publication.ts'
import type { Arena } from '../arenas/index.ts'
import { resolveView } from '../ratings/index.ts'
import type { ArenaView } from '../ratings/index.ts'
import type { Named } from './contestant-named.ts'
import { countShared, selectSkippedAsVotes } from './skipped-pair-queries.ts'
import { selectSharedVotes } from './queries.ts'
import type { SharedVote, Pair } from './queries.ts'
import { criteriaToCompare } from './criteria-to-compare.ts'
import { msg } from '../../shared/messages/index.ts'

/** Which votes to compare two contestants on. */
export interface VotesRequest {
  challenger: Named
  incumbent: Named
  /** `humans`, `judges`, `judge:NAME`, `all`, `simulated`; undefined for the source of the arena's board. */
  source?: string | undefined
  /** Empty for all criteria under which the two share votes. */
  criteria: readonly string[]
  /** Ignores later votes, retractions and quarantines, which are not published yet; null for everything. */
  publication?: Publication | null | undefined
}

export interface SharedVotes {
  names: [string, string]
  pair: Pair
  view: ArenaView
  criteria: string[]
  /** Votes and skipped pairs under these criteria, in the order in which they were recorded. */
  votes: SharedVote[]
}

/**
 * The counted votes that two contestants share, and the results of skipped pairs.
 * @throws {ProblemError} invalid_request for a contestant compared with itself, an unknown criterion or judge, or no
 *   shared votes
 */
export async function sharedVotes(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  {
    challenger,
    incumbent,
    source: requestedSource,
    criteria: requestedCriteria,
    publication = null,
  }: VotesRequest,
): Promise<SharedVotes> {
  if (challenger.id === incumbent.id)
    throw new ProblemError('invalid_request', msg('compared_with_itself', { name: challenger.name }))
  const pair = { challenger: challenger.id, incumbent: incumbent.id }
  const names: [string, string] = [challenger.name, incumbent.name]
  const sharedIn = async ({ source, judges }: ArenaView) =>
    inOrder([
      ...(await selectSharedVotes(deps.db, arena.id, pair, { source, judges, publication })),
      ...(await selectSkippedAsVotes(deps.db, arena.id, pair, { source, judges, publication })),
    ])
  let view = await resolveView(deps, arena, { source: requestedSource })
  let shared = await sharedIn(view)
  if (shared.length === 0 && requestedSource === undefined) {
    // if no answer passes its gating checks, judges have no votes, only skipped pairs
    const ofJudges = await resolveView(deps, arena, { source: 'judges' })
    const skippedPairs = await sharedIn(ofJudges)
    if (skippedPairs.length > 0) [view, shared] = [ofJudges, skippedPairs]
  }
  const { source } = view
  const elsewhere =
    shared.length > 0 ? [] : await selectSharedVotes(deps.db, arena.id, pair, { source: null, publication })
  const promptsShared = shared.length > 0 || (await countShared(deps.db, arena.id, pair)) > 0
  const criteria = criteriaToCompare(arena, names, requestedCriteria, shared, {
    source,
    elsewhere,
    promptsShared,
  })
  return {
    names,
    pair,
    view,
    criteria,
    votes: shared.filter(({ criterion }) => criteria.includes(criterion)),
  }
}

const inOrder = (votes: readonly SharedVote[]): SharedVote[] =>
  votes.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime())
