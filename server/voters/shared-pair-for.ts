import { type Transaction, type Kysely, sql } from 'kysely'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Database } from '../platform/schema.ts'
import { isInPool, pairKey, type Draw } from '../sampling/index.ts'
import { lockAssigned, selectAssigned } from './assigned-pair-queries.ts'
import type { OpenSharedPair } from './shared-pair-queries.ts'

/** The share of shared pairs among the battles of somebody who was asked for no number of votes. */
const SHARE_WITHOUT_GOAL = 0.5

/**
 * A pair for everybody in the voter's group that this voter was not shown, sides by coin; null if the next pair is drawn
 * otherwise. Such pairs are spread over the votes that are asked of the voter: of as many pairs as the voter has left to
 * see, each is equally likely to be shared. Each was drawn uniformly over pairs, as the voter's other pairs are.
 */
export async function sharedPairFor(
  deps: Pick<Deps, 'db' | 'random'>,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<Draw | null> {
  const { pairs, shown, goal } = await selectOpenShared(deps.db, arena.id, voter, criterion)
  if (pairs.length === 0) return null
  const share = goal === null ? SHARE_WITHOUT_GOAL : pairs.length / Math.max(pairs.length, goal - shown)
  if (deps.random() >= share) return null
  const left = [...pairs]
  while (left.length > 0) {
    const [pair] = left.splice(Math.floor(deps.random() * left.length), 1)
    const draw = onSides(pair, deps.random)
    if (await isInPool(deps, arena, draw)) return draw
  }
  return null
}

/** At most so many pairs are tried for one that can still be shown. */
const MOST_TRIED = 20

/**
 * The next pairs of the voter's group that need votes, in the order of the draw, sides by coin. They come before all
 * other pairs.
 */
export async function assignedPairsFor(
  deps: Pick<Deps, 'db' | 'random' | 'clock'>,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<Draw[]> {
  const asked = { voter, criterion, now: deps.clock(), most: MOST_TRIED }
  const draws: Draw[] = []
  for (const pair of await selectAssigned(deps.db, arena.id, asked)) {
    const draw = onSides(pair, deps.random)
    if (await isInPool(deps, arena, draw)) draws.push(draw)
  }
  return draws
}

/**
 * The first of these pairs that still needs a vote. Until the transaction ends, nobody else in the arena is given such a
 * pair, so a pair that is recorded in it has no vote too many.
 */
export async function takeAssigned(
  trx: Transaction<Database>,
  arena: Arena,
  draws: readonly Draw[],
  asked: { voter: string; criterion: string; now: Date },
): Promise<Draw | null> {
  await lockAssigned(trx, arena.id)
  const open = await selectAssigned(trx, arena.id, { ...asked, most: MOST_TRIED })
  const keys = new Set(open.map(({ promptId, one, other }) => keyOf(promptId, one, other)))
  return draws.find(({ promptId, left, right }) => keys.has(keyOf(promptId, left, right))) ?? null
}

const keyOf = (promptId: number, one: OpenSharedPair['one'], other: OpenSharedPair['one']): string =>
  pairKey(promptId, one.contestantId, other.contestantId)

const onSides = ({ promptId, one, other }: OpenSharedPair, random: () => number): Draw =>
  random() >= 0.5 ? { promptId, left: other, right: one } : { promptId, left: one, right: other }

/** The pairs for everybody in the voter's group that the voter was not shown, and the votes still asked of the voter. */
async function selectOpenShared(
  db: Kysely<Database>,
  arenaId: number,
  voter: string,
  criterion: string,
): Promise<{ pairs: OpenSharedPair[]; shown: number; goal: number | null }> {
  const { rows } = await sql<OpenSharedPair & { shown: number; goal: number | null }>`
    select s.prompt_id as "promptId",
      jsonb_build_object('contestantId', s.one_contestant_id, 'answerId', s.one_answer_id) as one,
      jsonb_build_object('contestantId', s.other_contestant_id, 'answerId', s.other_answer_id) as other,
      (select count(*)::int from battles b where b.arena_id = w.arena_id and b.voter = w.voter) as shown,
      (select i.goal from invitations i where i.arena_id = w.arena_id and i.id = w.invitation_id) as goal
    from invited_voters w
    join shared_pairs s on s.arena_id = w.arena_id and s.group_name = w.group_name and s.criterion = ${criterion}
      and s.votes_wanted is null
    where w.arena_id = ${arenaId} and w.voter = ${voter} and not exists (
      select from battles b where b.arena_id = w.arena_id and b.voter = w.voter and b.prompt_id = s.prompt_id
        and least(b.left_contestant_id, b.right_contestant_id) = least(s.one_contestant_id, s.other_contestant_id)
        and greatest(b.left_contestant_id, b.right_contestant_id) = greatest(s.one_contestant_id, s.other_contestant_id))
    order by s.id`.execute(db)
  return { pairs: rows, shown: rows[0]?.shown ?? 0, goal: rows[0]?.goal ?? null }
}
