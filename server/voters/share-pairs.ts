import type { SharedPairsRequest } from '../../shared/contracts/index.ts'
import { RandomStream } from '../../shared/stats/internal.ts'
import { mustNotBeArchived } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { putOnRecord } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { drawPairs } from '../sampling/index.ts'
import { insertSharedPairs, lockSharing, selectSharedKeys } from './shared-pair-queries.ts'
import { msg } from '../../shared/messages/index.ts'

const SEEDS = 2 ** 31

/**
 * Draws pairs that everybody in a group is shown, or as many of its people as each needs votes: uniformly over pairs of contestants, then over prompts, by a seed on
 * record. Pairs that the group shares already are not drawn again.
 * @returns how many were drawn: fewer if the arena has no more
 * @throws {ProblemError} invalid_request if the arena is archived or does not have the criterion
 */
export async function sharePairs(
  deps: Pick<Deps, 'db' | 'clock' | 'actor' | 'random'>,
  arena: Arena,
  { group, pairs, votes, criterion = arena.criteria[0], seed }: SharedPairsRequest,
): Promise<{ group: string; criterion: string; seed: number; drawn: number }> {
  mustNotBeArchived(arena)
  const { slug, criteria } = arena
  if (!criteria.includes(criterion))
    throw new ProblemError(
      'invalid_request',
      msg('criterion_unknown', { arena: slug, criterion, there: criteria }),
    )
  const usedSeed = seed ?? Math.floor(deps.random() * SEEDS)
  const stream = new RandomStream(usedSeed, 0)
  return deps.db.transaction().execute(async (trx) => {
    await lockSharing(trx, arena.id)
    const seen = await selectSharedKeys(trx, arena.id, group)
    const draws = await drawPairs(deps, arena, pairs, seen, () => stream.uniform())
    await insertSharedPairs(
      trx,
      draws.map(({ promptId, left, right }) => ({
        arena_id: arena.id,
        group_name: group,
        criterion,
        seed: usedSeed,
        prompt_id: promptId,
        one_contestant_id: left.contestantId,
        one_answer_id: left.answerId,
        other_contestant_id: right.contestantId,
        other_answer_id: right.answerId,
        drawn_at: deps.clock(),
        votes_wanted: votes ?? null,
      })),
    )
    const drawn = draws.length
    await putOnRecord(trx, deps, arena.id, 'pairs_shared', {
      group,
      pairs: drawn,
      ...(votes !== undefined && { votesEach: votes }),
      seed: usedSeed,
    })
    return { group, criterion, seed: usedSeed, drawn }
  })
}
