import { sql } from 'kysely'
import type { SharedPairsRequest } from '../../shared/contracts/index.ts'
import { msg, shortList } from '../../shared/messages/index.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import type { Arena } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { queryRows } from '../platform/postgres/query.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { drawPairs, isInPool, pairKey, type Draw } from '../sampling/index.ts'

const SEEDS = 2 ** 31

/**
 * Draws pairs that people of a group are shown: uniformly over pairs of contestants, then over prompts, by a seed on record.
 * So many of them vote on each as `votes` says. Pairs that the group shares already are not drawn again.
 * @returns how many were drawn: fewer if the arena has no more
 * @throws {ProblemError} invalid_request if the arena does not have the criterion
 */
export async function sharePairs(
  deps: Pick<Deps, 'db' | 'clock' | 'actor' | 'chance'>,
  arena: Arena,
  { group, pairs, votes, criterion = arena.criteria[0], seed }: SharedPairsRequest,
): Promise<{ group: string; criterion: string; seed: number; drawn: number }> {
  const { slug, criteria } = arena
  if (!criteria.includes(criterion))
    throw new ProblemError(
      'invalid_request',
      msg('unknown_name', {
        field: 'criterion',
        arena: slug,
        kind: 'criterion',
        name: criterion,
        there: shortList(criteria, criterion),
      }),
    )
  const usedSeed = seed ?? Math.floor(deps.chance.random() * SEEDS)
  const stream = new RandomStream(usedSeed, 0)
  return deps.db.transaction().execute(async (trx) => {
    // one transaction at a time draws pairs of the arena's groups
    await sql`select pg_advisory_xact_lock(47470012, ${arena.id})`.execute(trx)
    const sharedKeys = await selectSharedKeys(trx, arena.id, group)
    const draws = await drawPairs(deps, arena, pairs, sharedKeys, () => stream.uniform())
    const rows = draws.map(({ promptId, left, right }) => ({
      arena_id: arena.id,
      group_name: group,
      criterion,
      seed: usedSeed,
      prompt_id: promptId,
      first_contestant_id: left.contestantId,
      first_answer_id: left.answerId,
      second_contestant_id: right.contestantId,
      second_answer_id: right.answerId,
      drawn_at: deps.clock(),
      votes_wanted: votes,
    }))
    if (rows.length > 0) await trx.insertInto('shared_pairs').values(rows).execute()
    const drawn = draws.length
    await recordAct(trx, deps, arena.id, 'pairs_shared', {
      group,
      pairs: drawn,
      votesEach: votes,
      seed: usedSeed,
    })
    return { group, criterion, seed: usedSeed, drawn }
  })
}

/** The keys of the pairs that a group shares already. */
async function selectSharedKeys(db: Db, arenaId: number, group: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('shared_pairs')
    .select(['prompt_id', 'first_contestant_id', 'second_contestant_id'])
    .where('arena_id', '=', arenaId)
    .where('group_name', '=', group)
    .execute()
  return new Set(rows.map((row) => pairKey(row.prompt_id, row.first_contestant_id, row.second_contestant_id)))
}

/** At most so many pairs are tried for one that can still be shown. */
const MAX_TRIED = 20

/**
 * The next pairs of the voter's group that need votes, in the order of the draw, sides by coin. They come before all
 * other pairs.
 */
export async function drawAssignedPairs(
  deps: Pick<Deps, 'db' | 'chance' | 'clock'>,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<Draw[]> {
  const assignedRequest = { voter, criterion, now: deps.clock(), most: MAX_TRIED }
  const draws: Draw[] = []
  for (const pair of await selectAssigned(deps.db, arena.id, assignedRequest)) {
    const draw = onSides(pair, deps.chance.random)
    if (await isInPool(deps, arena, draw)) draws.push(draw)
  }
  return draws
}

/**
 * The first of these pairs that still needs a vote. Until the transaction ends, nobody else in the arena is given such a
 * pair, so a pair that is recorded in it has no vote too many.
 */
export async function takeAssigned(
  trx: Trx,
  arena: Arena,
  draws: readonly Draw[],
  request: { voter: string; criterion: string; now: Date },
): Promise<Draw | null> {
  await sql`select pg_advisory_xact_lock(47470013, ${arena.id})`.execute(trx)
  const open = await selectAssigned(trx, arena.id, { ...request, most: MAX_TRIED })
  const keys = new Set(open.map(({ promptId, first, second }) => sharedPairKey(promptId, first, second)))
  return draws.find(({ promptId, left, right }) => keys.has(sharedPairKey(promptId, left, right))) ?? null
}

const sharedPairKey = (
  promptId: number,
  first: OpenSharedPair['first'],
  second: OpenSharedPair['first'],
): string => pairKey(promptId, first.contestantId, second.contestantId)

const onSides = ({ promptId, first, second }: OpenSharedPair, random: () => number): Draw =>
  random() >= 0.5 ? { promptId, left: second, right: first } : { promptId, left: first, right: second }

/** Whether battle `b` shows the contestants of shared pair `s` on its prompt. */
const showsPair = sql`b.arena_id = s.arena_id and b.prompt_id = s.prompt_id
  and least(b.left_contestant_id, b.right_contestant_id) = least(s.first_contestant_id, s.second_contestant_id)
  and greatest(b.left_contestant_id, b.right_contestant_id) = greatest(s.first_contestant_id, s.second_contestant_id)`

/** The pairs `s` of the group of voter `w` that this voter was not shown, under a criterion. */
const openPairs = (arenaId: number, voter: string, criterion: string) => sql`
  from invited_voters w
  join shared_pairs s on s.arena_id = w.arena_id and s.group_name = w.group_name and s.criterion = ${criterion}
  where w.arena_id = ${arenaId} and w.voter = ${voter}
    and not exists (select from battles b where b.voter = w.voter and ${showsPair})`

/** The columns of an `OpenSharedPair`. */
const pairColumns = sql`s.prompt_id as "promptId",
  jsonb_build_object('contestantId', s.first_contestant_id, 'answerId', s.first_answer_id) as first,
  jsonb_build_object('contestantId', s.second_contestant_id, 'answerId', s.second_answer_id) as second`

// Shared pairs that a number of people vote on: which one is next, and how far a group has come.

/** Whether battle `b` has a choice of a person, final or not, that was not taken back. */
const isVotedOn = sql`(exists (
  select from votes v where v.arena_id = b.arena_id and v.battle_id = b.id and v.source = 'human' and not exists (
    select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id))
  or exists (select from pending_votes p where p.arena_id = b.arena_id and p.battle_id = b.id))`

/** Whether battle `b` may still get a vote. */
const isOpen = (now: Date) => sql`b.expires_at > ${now} and not exists (
  select from votes v where v.arena_id = b.arena_id and v.battle_id = b.id)`

/** How many people of the group were shown pair `s` in a battle that counts for it. */
const people = (counts: ReturnType<typeof isOpen>) => sql<number>`(
  select count(distinct b.voter)::int from invited_voters o join battles b on b.arena_id = o.arena_id and b.voter = o.voter
  where o.arena_id = s.arena_id and o.group_name = s.group_name and b.criterion = s.criterion
    and ${showsPair} and (${counts}))`

/**
 * The first pairs of the voter's group, in the order in which they were drawn, that still need votes and that this voter
 * was not shown. A pair that somebody has before them now counts as voted on.
 */
const selectAssigned = (
  db: Db,
  arenaId: number,
  { voter, criterion, now, most }: { voter: string; criterion: string; now: Date; most: number },
): Promise<OpenSharedPair[]> =>
  queryRows<OpenSharedPair>(db)`
    select ${pairColumns} ${openPairs(arenaId, voter, criterion)} and ${people(sql`${isVotedOn} or ${isOpen(now)}`)} < s.votes_wanted
    order by s.id limit ${most}`

/** How far a group has come with its pairs that a number of people vote on. */
export interface Assigned {
  pairs: number
  /** Pairs with all their votes. */
  complete: number
  votes: number
  wanted: number
}

/** By group; groups without such pairs are missing. @param group only this one */
export async function assignedPairProgress(
  db: Db,
  arenaId: number,
  group: string | null = null,
): Promise<Map<string, Assigned>> {
  const rows = await queryRows<Assigned & { name: string }>(db)`
    with counted as (
      select s.group_name, s.votes_wanted as wanted, least(${people(isVotedOn)}, s.votes_wanted) as votes
      from shared_pairs s where s.arena_id = ${arenaId}
        and (${group}::text is null or s.group_name = ${group}::text))
    select group_name as name, count(*)::int as pairs, count(*) filter (where votes = wanted)::int as complete,
      sum(votes)::int as votes, sum(wanted)::int as wanted
    from counted group by 1`
  return new Map(rows.map(({ name, ...rest }) => [name, rest]))
}

interface OpenSharedPair {
  promptId: number
  first: { contestantId: number; answerId: number }
  second: { contestantId: number; answerId: number }
}
