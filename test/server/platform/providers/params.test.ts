/** Parameters are public: keys among them are refused by name and by form, and what only sounds like one is not. */
import { expect, it } from 'vitest'
import { secretsInParams } from '../../../../server/platform/providers/index.ts'
import { inEnglish } from '../../../../shared/messages/index.ts'

const KEY = 'sk-proj-0123456789abcdefghij'

it.each([
  [{ api_key: 'x' }, 'params.api_key'],
  [{ apiKey: 'x' }, 'params.apiKey'],
  [{ 'x-api-key': 'x' }, 'params.x-api-key'],
  [{ extra_headers: { a: 'b' } }, 'params.extra_headers'],
  [{ extra_body: { Authorization: 'x' } }, 'params.extra_body.Authorization'],
  [{ extra_body: [{ client_secret: 'x' }] }, 'params.extra_body.0.client_secret'],
  [{ user: KEY }, 'params.user'],
  [{ metadata: { note: `Bearer ${'a1'.repeat(12)}` } }, 'params.metadata.note'],
  [{ response_format: { description: KEY } }, 'params.response_format.description'],
  [{ [KEY]: 1 }, 'params.…'],
])('%j is refused, and its value is not shown', (params, path) => {
  const messages = secretsInParams(params).map(inEnglish)
  expect(messages).toEqual([expect.stringContaining(`${path}: looks like a key`)])
  expect(messages.join()).not.toContain(KEY)
})

it('parameters of models are accepted', () => {
  expect(
    secretsInParams({
      temperature: 0.2,
      max_tokens: 300,
      max_completion_tokens: 300,
      prompt_cache_key: 'arena',
      logit_bias: { '50256': -100 },
      stop: ['key-points-of-the-answer-follow', 'sk-', '###'],
      thinking: { type: 'enabled', budget_tokens: 1024 },
      response_format: { json_schema: { properties: { password: { type: 'string' }, token: {} } } },
    }),
  ).toEqual([])
})
