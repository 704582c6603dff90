import { expect, test } from 'vitest'
import type { CompletionRequest } from '../../../server/platform/providers/index.ts'
import { callModel } from '../../../server/runs/call-model.ts'
import { openEndpoints } from '../../../server/runs/endpoints.ts'
import { setUpJudged } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const there = withModels()
const MODEL = 'gpt-4.1-mini-2025-04-14'
const { signal } = new AbortController()

test('a call ends in the budget before the provider starts the next one, which needs what is left', async () => {
  const { deps } = there.app
  const arena = await setUpJudged(deps, { slug: 'narrow', baseUrl: there.models.openAiUrl, concurrency: 1 })
  const run = await deps.db
    .insertInto('runs')
    .values({
      arena_id: arena.id,
      kind: 'judge',
      status: 'running',
      budget_usd: 0.025,
      plan: '{}',
      started_at: deps.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const providers = deps.db.selectFrom('providers').selectAll().where('arena_id', '=', arena.id)
  const provider = await providers.executeTakeFirstOrThrow()
  const endpoints = openEndpoints(deps.providers, deps.log)
  const endpoint = endpoints.acquire(provider)!
  const context = { ...deps, endpoints, firstWaitMs: 10, closing: signal, givingUp: signal }
  const request: CompletionRequest = {
    model: MODEL,
    // at 1.60 USD a million, a call costs at most 0.016 USD
    params: { max_tokens: 10_000 },
    system: 'You are amber.',
    messages: [{ role: 'user', content: 'Who?' }],
  }
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, i) => {
      const which = { promptId: (i % 4) + 1, contestantId: Math.floor(i / 4) + 1, turn: 0 }
      const about = { arenaId: arena.id, runId: run.id, inputsSha256: 'a'.repeat(64), ...which }
      const call = { ...about, purpose: 'answer', provider: provider.name, model: MODEL } as const
      return callModel(context, endpoint, call, request, ({ text }) => ({ value: text }))
    }),
  )
  expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'ok'))
})
