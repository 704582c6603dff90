import type { Kysely } from 'kysely'
import type { Arena } from '../../../arenas/index.ts'
import type { PriceTable } from '../../../platform/providers/index.ts'
import type { Database } from '../../../platform/schema.ts'
import { chooseJudges, judgeCallsOf, drawSpecOf } from '../index.ts'
import type { PlanSpec } from '../index.ts'
import { currentJudges } from '../../judges/index.ts'
import { estimateArena } from './estimate-arena.ts'
import { ORDERS } from './expect-judgements.ts'
import { selectRunAnswers, selectRunPrompts } from './queries.ts'

/** What so many votes on a pair take, if the arena's judges are to give them. */
export interface VotesCost {
  /** For one pair of contestants, under each criterion, in both orders. */
  callsPerPair: number
  /** At what its judgements cost on average; null where a model has no price, or nothing there is to go by. */
  costUsdPerPair: number | null
  /** Pairs that the plan has meet. */
  pairs: number
  /** The judges give so many votes on a pair at most, one on each prompt. */
  mostVotes: number
}

/** Null where the arena has no judges. */
export async function costOfVotes(
  db: Kysely<Database>,
  arena: Pick<Arena, 'id'>,
  wish: PlanSpec,
  votes: number,
  prices: PriceTable,
): Promise<VotesCost | null> {
  const judges = chooseJudges(await currentJudges(db, arena.id), wish.judges)
  if (judges.length === 0) return null
  const everything = { ...wish, plan: wish.plan.baseline ? { baseline: wish.plan.baseline } : {} }
  const all = await estimateArena(db, arena, everything, prices, true)
  const { baseline } = await drawSpecOf(db, arena.id, wish)
  const contestants = new Set((await selectRunAnswers(db, arena.id)).map(({ contestantId }) => contestantId))
  const prompts = await selectRunPrompts(db, arena.id)
  const size = contestants.size
  const judgements = Math.ceil((votes / judges.length) * judgeCallsOf(judges).length)
  const each = all.judgements > 0 && all.judgementsUsd !== null ? all.judgementsUsd / all.judgements : null
  return {
    callsPerPair: judgements * ORDERS,
    costUsdPerPair: each === null ? null : each * judgements,
    pairs: baseline === null ? (size * (size - 1)) / 2 : Math.max(0, size - 1),
    mostVotes: prompts.length * judges.length,
  }
}
