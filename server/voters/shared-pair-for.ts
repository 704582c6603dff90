import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isInPool } from '../sampling/index.ts'
import type { Draw } from '../sampling/index.ts'
import { selectAssigned } from './assigned-pair-queries.ts'
import { selectOpenShared } from './shared-pair-queries.ts'
import type { OpenSharedPair } from './shared-pair-queries.ts'

/** The share of shared pairs among the battles of somebody who was asked for no number of votes. */
const SHARE_WITHOUT_GOAL = 0.5

/**
 * A pair that the voter's group shares and that this voter was not shown, sides by coin; null if the next pair is drawn
 * as for anybody. Pairs for everybody come among others; pairs that a number of people vote on come first, one after another. Shared pairs are spread over the votes that are asked of the voter: of as many pairs as the voter has
 * left to see, each is equally likely to be shared. Each was drawn uniformly over pairs, as the voter's other pairs are.
 */
export async function sharedPairFor(
  deps: Pick<Deps, 'db' | 'random' | 'clock'>,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<Draw | null> {
  return (await pairForAll(deps, arena, voter, criterion)) ?? assignedPairFor(deps, arena, voter, criterion)
}

/** At most so many pairs are tried for one that can still be shown. */
const MOST_TRIED = 20

/** The next pair that needs votes, in the order of the draw. */
async function assignedPairFor(
  deps: Pick<Deps, 'db' | 'random' | 'clock'>,
  arena: Arena,
  voter: string,
  criterion: string,
): Promise<Draw | null> {
  const asked = { voter, criterion, now: deps.clock(), most: MOST_TRIED }
  for (const pair of await selectAssigned(deps.db, arena.id, asked)) {
    const draw = onSides(pair, deps.random)
    if (await isInPool(deps, arena, draw)) return draw
  }
  return null
}

async function pairForAll(
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

const onSides = ({ promptId, one, other }: OpenSharedPair, random: () => number): Draw =>
  random() >= 0.5 ? { promptId, left: other, right: one } : { promptId, left: one, right: other }
