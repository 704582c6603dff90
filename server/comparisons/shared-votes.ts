import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { Arena } from '../arenas/index.ts'
import { resolveView, type ArenaView } from '../ratings/index.ts'
import type { Named } from './contestant-named.ts'
import { selectSkippedAsVotes } from './skipped-pair-queries.ts'
import { selectSharedVotes, type SharedVote, type Pair } from './queries.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

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

/** How many prompts both have answered. */
async function countShared(
  db: Kysely<Database>,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<number> {
  const { rows } = await sql<{ prompts: number }>`
    select count(distinct a.prompt_id)::int as prompts from answers a
    join answers z on z.arena_id = a.arena_id and z.prompt_id = a.prompt_id and z.contestant_id = ${incumbent}
    where a.arena_id = ${arenaId} and a.contestant_id = ${challenger}`.execute(db)
  return rows[0].prompts
}

const OF = {
  human: 'votes_of_humans',
  judge: 'votes_of_judges',
  result: 'votes_recorded',
  simulated: 'votes_simulated',
} as const

/**
 * The criteria to compare under: the requested ones, or all with votes on the two.
 * @param promptsShared  whether both have answered a prompt
 * @param elsewhere  votes on the two from any source, for the error message
 * @throws {ProblemError} invalid_request if the arena lacks a criterion, or the two share no votes
 */
function criteriaToCompare(
  arena: Arena,
  names: readonly [string, string],
  requestedCriteria: readonly string[],
  votes: readonly SharedVote[],
  {
    source,
    elsewhere,
    promptsShared,
  }: { source: string; elsewhere: readonly SharedVote[]; promptsShared: boolean },
): string[] {
  const unknownCriterion = requestedCriteria.find((criterion) => !arena.criteria.includes(criterion))
  if (unknownCriterion !== undefined)
    throw new ProblemError(
      'invalid_request',
      msg('compare_criterion', { arena: arena.slug, criterion: unknownCriterion, there: arena.criteria }),
    )
  const voted = arena.criteria.filter((criterion) => votes.some((one) => one.criterion === criterion))
  const missing = requestedCriteria.filter((criterion) => !voted.includes(criterion))
  if (voted.length > 0 && missing.length === 0)
    return requestedCriteria.length > 0
      ? voted.filter((criterion) => requestedCriteria.includes(criterion))
      : voted
  throw new ProblemError(
    'invalid_request',
    msg('no_votes_on', {
      source,
      own: names[0],
      other: names[1],
      under: missing,
      instead: whatToDo(arena, names, voted, elsewhere, promptsShared),
    }),
  )
}

function whatToDo(
  { slug }: Arena,
  [challenger, incumbent]: readonly [string, string],
  voted: readonly string[],
  elsewhere: readonly SharedVote[],
  promptsShared: boolean,
): CodedMessage {
  if (voted.length > 0) return msg('votes_under', { criteria: voted })
  const others = Object.entries(Object.groupBy(elsewhere, ({ source }) => source))
  if (others.length > 0)
    return msg('votes_elsewhere', {
      sources: others.map(([source, { length }]) => msg(OF[source as keyof typeof OF], { votes: length })),
    })
  return promptsShared
    ? msg('never_met', { arena: slug })
    : msg('no_prompt_in_common', { own: challenger, other: incumbent })
}
