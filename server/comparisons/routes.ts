import { Hono } from 'hono'
import { loadArena, loadReaderArena, type Arena } from '../arenas/index.ts'
import { shipVerdict } from '../../shared/votes/ship-verdict.ts'
import {
  ArenaNeeds,
  BatchBody,
  BatchLook,
  Comparison,
  ComparisonQuery,
  NeedsQuery,
} from '../../shared/contracts/index.ts'
import { requireBudgetRole } from '../platform/http/admin.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { requireNoOvercharge, type RunDeps } from '../runs/index.ts'
import { currentPublication } from '../platform/postgres/publishing.ts'
import { withBoard, compareContestants, type ComparisonRequest } from './compare-contestants.ts'
import { contestantNamed } from './shared-votes.ts'
import { resolveGate, sequentialGate } from './gate.ts'
import { arenaNeeds } from './arena-needs.ts'
import { needsText } from './render/needs-text.ts'
import { COMPARISON_TEXTS } from './render/comparison-text.ts'
import { judgeBatch } from './next-batch.ts'

async function batchStep(
  deps: RunDeps,
  arena: Arena,
  body: BatchBody,
  raisesArena: boolean,
): Promise<BatchLook> {
  const { a, b, source = 'judges', criteria, batch, tried, looks, start } = body
  const { preset, minWinRate, minVotes, alpha, maxCostRatio = null, maxLatencyRatio = null } = body
  const request: ComparisonRequest = {
    challenger: await contestantNamed(deps.db, arena, a),
    incumbent: await contestantNamed(deps.db, arena, b),
    source,
    criteria,
    gate: sequentialGate({ preset, minWinRate, minVotes, alpha }, arena.settings.gate),
    bounds: { cost: maxCostRatio, latency: maxLatencyRatio },
  }
  const budgetUsd = body.budgetUsd === undefined ? (arena.settings.budgetUsd ?? null) : body.budgetUsd
  const batched = { ...request, batch, budgetUsd, raisesArena, looks, tried: new Set(tried) }
  const step = await judgeBatch(deps, arena, batched, start)
  return { arena: arena.slug, ...step }
}

export const compareRoutes = (deps: RunDeps) => {
  const requestFor = async (arena: Arena, query: ComparisonQuery): Promise<ComparisonRequest> => ({
    challenger: await contestantNamed(deps.db, arena, query.a),
    incumbent: await contestantNamed(deps.db, arena, query.b),
    source: query.source || undefined,
    criteria: [query.criterion ?? []].flat().filter((criterion) => criterion !== ''),
    publication: await currentPublication(deps),
    sequential: query.sequential ? query.sequential === 'true' : undefined,
    gate: resolveGate(
      {
        preset: query.preset || undefined,
        minWinRate: numberIn(query.minWinRate) ?? undefined,
        minVotes: numberIn(query.minVotes) ?? undefined,
        alpha: numberIn(query.alpha) ?? undefined,
      },
      arena.settings.gate,
    ),
    bounds: { cost: numberIn(query.maxCostRatio), latency: numberIn(query.maxLatencyRatio) },
  })

  return new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/plan',
      describeRoute({
        summary:
          'What is left to judge in an arena, what it costs, and how many votes its board still needs to detect a win rate.',
        responses: { 200: answerBody('The needs.', ArenaNeeds) },
      }),
      validateRequest('query', NeedsQuery),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const query = c.req.valid('query')
        const { needs, board } = await arenaNeeds(deps, arena, query)
        const text = (value: ArenaNeeds) => needsText(value, board, arena.criteria[0]!, query)
        return respondByAccept(c, needs, { 'text/plain': text })
      },
    )
    .get(
      '/api/arenas/:arena/compare',
      describeRoute({
        summary:
          'Whether contestant `a` may replace `b`, by the published votes they share, under each criterion and by a gate.',
        responses: {
          200: answerBody(
            'The comparison. Its figures are those of `a`.',
            Comparison,
            Object.keys(COMPARISON_TEXTS),
          ),
        },
        problems: ['contestant_unknown'],
      }),
      validateRequest('query', ComparisonQuery),
      loadReaderArena(deps),
      async (c) => {
        const { arena } = c.var
        const request = await requestFor(arena, c.req.valid('query'))
        const comparison = await withBoard(deps, arena, await compareContestants(deps, arena, request))
        return respondByAccept(c, comparison, COMPARISON_TEXTS, shipVerdict(comparison))
      },
    )
    .post(
      '/api/admin/arenas/:arena/compare/batch',
      describeRoute({
        summary:
          'Compares two contestants on what judges judged. Unless that decides, or cannot be expected to, it starts judging the next batch of prompts. Wait until the run has ended, then ask again with these prompts in `tried`.',
        responses: { 200: jsonBody('The comparison so far, and the prompts of the next batch.', BatchLook) },
        problems: ['contestant_unknown', 'judge_unknown', 'challenge_under_way'],
      }),
      validateRequest('json', BatchBody),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const body = c.req.valid('json')
        await requireNoOvercharge(c, deps.db, arena)
        const raisesArena = requireBudgetRole(c, arena.settings.budgetUsd, body.budgetUsd)
        const step = await batchStep(deps, arena, body, raisesArena)
        const comparison = step.comparison && (await withBoard(deps, arena, step.comparison))
        return c.json({ ...step, comparison })
      },
    )
}

/** A number of the query; null if it is missing. */
const numberIn = (text: string | undefined): number | null => (text ? Number(text) : null)
