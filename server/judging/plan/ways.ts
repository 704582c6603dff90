/** The ways to judge many contestants, each with its calls and its cost. */
import type { JudgingPlan, JudgingWay } from '../../../shared/contracts/index.ts'
import { VOTES_A_CONTESTANT } from '../../../shared/contracts/limits.ts'
import type { RunEstimate } from './estimate-run.ts'

/** With so many contestants, everything is seldom too dear. */
const FEW = 8

/**
 * Everything, some votes a pair, and a tournament, for an arena of more than eight contestants; else none.
 * @param estimate  what a run by a plan would take
 */
export async function waysToJudge(
  contestants: number,
  estimate: (plan: JudgingPlan) => Promise<RunEstimate | null>,
): Promise<JudgingWay[]> {
  if (contestants <= FEW) return []
  const votesPerPair = Math.max(1, Math.round(VOTES_A_CONTESTANT / (contestants - 1)))
  const plans: JudgingPlan[] = [{ everything: true }, { votesPerPair }, { tournament: true }]
  const ways: JudgingWay[] = []
  for (const plan of plans) {
    const estimated = await estimate(plan)
    if (estimated) ways.push({ plan, calls: estimated.calls, costUsd: estimated.costUsd })
  }
  return ways
}
