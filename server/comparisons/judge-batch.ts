import type { BatchBody, BatchLook } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { requireKnownModels, startRun } from '../judging/index.ts'
import type { RunDeps } from '../runs/index.ts'
import type { ComparisonRequest } from './compare-contestants.ts'
import { contestantNamed } from './contestant-named.ts'
import { sequentialGate } from './gate.ts'
import { nextBatch } from './next-batch.ts'

/**
 * Looks at two contestants, and starts judging the next batch if nothing is decided yet. The caller waits until its run
 * has ended, and looks again.
 * @throws {ProblemError} as nextBatch and startRun do
 */
export async function judgeBatch(deps: RunDeps, arena: Arena, body: BatchBody): Promise<BatchLook> {
  const { a, b, source = 'judges', criteria, batch, tried, start } = body
  const { preset, minWinRate, minVotes, alpha, maxCostRatio = null, maxLatencyRatio = null } = body
  const request: ComparisonRequest = {
    challenger: await contestantNamed(deps.db, arena, a),
    incumbent: await contestantNamed(deps.db, arena, b),
    source,
    criteria,
    sequential: true,
    gate: sequentialGate({ preset, minWinRate, minVotes, alpha }, arena.settings.gate),
    bounds: { cost: maxCostRatio, latency: maxLatencyRatio },
  }
  const budgetUsd = body.budgetUsd === undefined ? (arena.settings.budgetUsd ?? null) : body.budgetUsd
  const step = await nextBatch(deps, arena, { ...request, batch, budgetUsd, tried: new Set(tried) })
  const { comparison, calls, next, stopped } = step
  if (next && start) {
    if (tried.length === 0) await requireKnownModels(deps, arena, next.run.spec)
    await startRun(deps, arena, next.run)
  }
  return { arena: arena.slug, comparison, calls, prompts: next?.prompts ?? null, stopped }
}
