import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { Arena } from '../arenas/index.ts'
import { selectContestants, type Contestant } from '../contestants/index.ts'
import { resolveView, type ArenaView } from '../ratings/index.ts'
import { shortList, msg, type CodedMessage } from '../../shared/messages/index.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { type Outcome, type VoteSource, judgeOfSource } from '../../shared/contracts/index.ts'
import { countedVotes, type VoteSelection } from '../votes/index.ts'
import { countsJudge } from '../../shared/votes/judges-counted.ts'
import { queryRows, requireValue } from '../platform/postgres/query.ts'

/** Which votes to compare two contestants on. */
export interface VotesRequest {
  challenger: Named
  incumbent: Named
  /** `people`, `judges`, `judge:NAME`, `all`, `simulated`; undefined for the source of the arena's board. */
  source?: string | undefined
  /** Empty for all criteria under which the two share votes. */
  criteria: readonly string[]
  /** Ignores later votes, retractions and quarantines, which are not published yet; null for everything. */
  publication?: Publication | null | undefined
}

interface SharedVotes {
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
  const sharedIn = ({ source, judges }: ArenaView) =>
    selectVotesOnPair(deps.db, arena.id, pair, { source, judges, publication })
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

type Selection = Pick<VoteSelection, 'source' | 'judges' | 'publication'>

/** The counted votes of one source on the two contestants, and their skipped pairs, in the order in which they were recorded. */
export async function selectVotesOnPair(
  db: Db,
  arenaId: number,
  pair: Pair,
  selection: Selection,
): Promise<SharedVote[]> {
  const votes = await selectSharedVotes(db, arenaId, pair, selection)
  const skipped = await selectSkippedAsVotes(db, arenaId, pair, selection)
  return [...votes, ...skipped].sort((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime())
}

/** How many prompts both have answered. Those of visitors would tell them whom they were drawn. */
const countShared = (db: Db, arenaId: number, { challenger, incumbent }: Pair): Promise<number> =>
  requireValue<number>(db)`
    select count(distinct a.prompt_id)::int as prompts from answers a
    join answers z on z.arena_id = a.arena_id and z.prompt_id = a.prompt_id and z.contestant_id = ${incumbent}
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id and p.retired_by is distinct from 'live'
    where a.arena_id = ${arenaId} and a.contestant_id = ${challenger}`

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
      msg('unknown_name', {
        field: 'criterion',
        arena: arena.slug,
        kind: 'criterion',
        name: unknownCriterion,
        there: shortList(arena.criteria, unknownCriterion),
      }),
    )
  const voted = arena.criteria.filter((criterion) => votes.some((vote) => vote.criterion === criterion))
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
  const bySource = Object.entries(Object.groupBy(elsewhere, ({ source }) => source))
  if (bySource.length > 0)
    return msg('votes_elsewhere', {
      sources: bySource.map(([source, { length }]) =>
        msg('votes_by', { source: source as VoteSource, votes: length }),
      ),
    })
  return promptsShared
    ? msg('never_met', { arena: slug })
    : msg('no_prompt_in_common', { own: challenger, other: incumbent })
}

/** Ids of the two contestants; scores are those of the challenger. */
export interface Pair {
  challenger: number
  incumbent: number
}

/** A vote on the two contestants, from the side of the challenger, or the result of a skipped pair. */
export interface SharedVote {
  /** Null for a skipped pair. */
  id: number | null
  criterion: string
  promptId: number | null
  promptKey: string | null
  /** What its prompt shares with others. */
  promptGroup?: string | null
  category: string | null
  outcome: Outcome
  /** Whether the challenger was on the left. */
  isLeft: boolean
  inconsistent: boolean
  source: VoteSource
  /** The name of the judge; null if the vote is not a judge's. */
  judge: string | null
  /** Null for a judge, and for an imported vote whose voter nobody named. */
  voter: string | null
  recordedAt: Date
  /** The gating checks that an answer failed, for a skipped pair; null for a vote. */
  failedChecks: string[] | null
  /** Of a skipped pair: the ids of the challenger's and the incumbent's answer. */
  skippedAnswers?: [number, number]
}

const EVERYTHING = { criterion: null, category: null, since: null, before: null }

/** The counted votes of one source on the two contestants, in the order in which they were recorded. */
const selectSharedVotes = (
  db: Db,
  arenaId: number,
  pair: Pair,
  selection: Selection,
): Promise<SharedVote[]> =>
  countedVotesOnPair(db, arenaId, pair, { ...EVERYTHING, ...selection })
    .select([
      'v.id',
      'b.criterion',
      'b.prompt_id as promptId',
      'p.key as promptKey',
      'p.category',
      'v.outcome',
    ])
    .select('p.unit_group as promptGroup')
    .select(sql<boolean>`b.left_contestant_id = ${pair.challenger}`.as('isLeft'))
    .select(['v.inconsistent', 'v.source'])
    .select(sql<string | null>`case when v.source = 'judge' then v.voter end`.as('judge'))
    .select(
      sql<string | null>`case when v.source <> 'judge' then nullif(v.voter, v.import_key) end`.as('voter'),
    )
    .select(['v.recorded_at as recordedAt', sql<null>`null`.as('failedChecks')])
    .orderBy('v.recorded_at')
    .orderBy('v.id')
    .execute()

/**
 * Finds the battles of the two first, as one list that is quick to search. Just after an import, Postgres has no
 * statistics, and would check the quarantine of every vote once for each contestant.
 */
function countedVotesOnPair(
  db: Db,
  arenaId: number,
  { challenger, incumbent }: Pair,
  selection: VoteSelection,
) {
  return countedVotes(db, arenaId, selection).where(
    sql<boolean>`v.battle_id = any (array(
      select id from battles where arena_id = ${arenaId}
        and ((left_contestant_id = ${challenger} and right_contestant_id = ${incumbent})
          or (left_contestant_id = ${incumbent} and right_contestant_id = ${challenger}))))`,
  )
}

/**
 * The skipped pairs of the two contestants, as the votes that follow from them. An answer that failed a gating check
 * loses to one that passed. If both failed, both are bad.
 */
async function selectSkippedAsVotes(
  db: Db,
  arenaId: number,
  { challenger, incumbent }: Pair,
  { source, judges, publication }: Selection,
): Promise<SharedVote[]> {
  const judge = judgeOfSource(source)
  if (judge === null && source !== 'judges' && source !== 'all') return []
  // Skipped pairs first: until Postgres has statistics, it may pair all answers of both before it looks for any, for minutes.
  const rows = await queryRows<SharedVote>(db)`
    with l as materialized (
      select * from skipped_pairs where arena_id = ${arenaId} and counted_at is not null
        and is_in(txid, (${publication ?? null}::publication).votes) and (${judge}::text is null or judge = ${judge}))
    select null as id, l.criterion, l.prompt_id as "promptId", p.key as "promptKey", p.unit_group as "promptGroup", p.category,
      case when l.lesser_passes = l.greater_passes then 'both_bad'
        when l.lesser_passes = (a.contestant_id = ${challenger}) then 'left' else 'right' end as outcome,
      true as "isLeft", false as inconsistent, 'judge' as source, l.judge, null as voter, l.counted_at as "recordedAt",
      l.checks as "failedChecks",
      case when a.contestant_id = ${challenger} then array[a.id, z.id] else array[z.id, a.id] end as "skippedAnswers"
    from l
    join prompts p on p.arena_id = l.arena_id and p.id = l.prompt_id
    join answers a on a.arena_id = l.arena_id and a.id = l.lesser_answer_id
    join answers z on z.arena_id = l.arena_id and z.id = l.greater_answer_id
    where (a.contestant_id = ${challenger} and z.contestant_id = ${incumbent})
      or (a.contestant_id = ${incumbent} and z.contestant_id = ${challenger})
    order by l.counted_at, l.place, l.judge, l.criterion`
  return rows.filter(({ judge: name }) => countsJudge(judges, name!))
}

export type Named = Pick<Contestant, 'id' | 'name' | 'slug'>

/**
 * The contestant with this name, or else with this slug.
 * @throws {ProblemError} contestant_unknown with the nearest names
 */
export async function contestantNamed(db: Db, arena: Arena, nameOrSlug: string): Promise<Named> {
  const all = await selectContestants(db, arena.id)
  return (
    all.find(({ name }) => name === nameOrSlug) ??
    all.find(({ slug }) => slug === nameOrSlug) ??
    unknown(
      arena,
      nameOrSlug,
      all.map(({ name }) => name),
    )
  )
}

function unknown({ slug }: Arena, nameOrSlug: string, names: readonly string[]): never {
  throw new ProblemError(
    'contestant_unknown',
    msg('unknown_name', {
      arena: slug,
      kind: 'contestant',
      name: nameOrSlug,
      there: shortList(names, nameOrSlug),
    }),
  )
}
