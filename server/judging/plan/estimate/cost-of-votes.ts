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

/** What a number of votes on each pair takes if the arena's judges give them. */
export interface VotesCost {
  /** Calls for one pair of contestants, under all criteria, in both orders. */
  callsPerPair: number
  /**
   * Cost in US dollars, at the average cost of the arena's judgements. Null if a model has no price, or if no
   * judgement can be estimated.
   */
  costUsdPerPair: number | null
  /** Pairs of contestants in the plan. */
  pairs: number
  /** The most votes that the judges can give on a pair: one on each prompt. */
  mostVotes: number
}

/** Estimates what `votes` votes on each pair take; null if the arena has no judges. */
export async function costOfVotes(
  db: Kysely<Database>,
  arena: Pick<Arena, 'id'>,
  spec: PlanSpec,
  votes: number,
  prices: PriceTable,
): Promise<VotesCost | null> {
  const judges = chooseJudges(await currentJudges(db, arena.id), spec.judges)
  if (judges.length === 0) return null
  const everything = { ...spec, plan: spec.plan.baseline ? { baseline: spec.plan.baseline } : {} }
  const all = await estimateArena(db, arena, everything, prices, true)
  const { baseline } = await drawSpecOf(db, arena.id, spec)
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
