/** Parameters that a server refuses are left out of later calls. */
import { describe, expect, it } from 'vitest'
import { failure } from '../../../../workshop/model-server/index.ts'
import { testModels } from '../../../support/providers/models.ts'
import { PROTOCOLS, VERDICT_SCHEMA, errorOf, providerAt, requestOf } from './ask.ts'

describe.each(PROTOCOLS)('%s', (type) => {
  const verdict = requestOf(type, { schema: VERDICT_SCHEMA })

  it('sends no schema to a model that refuses it, from the second call on', async () => {
    const models = await testModels({ refuses: ['schema'] })
    const provider = await providerAt(models, type)
    await provider.complete(verdict)
    await provider.complete(verdict)
    expect(models.calls.map(({ schema }) => schema !== null)).toEqual([true, false, false])
  })

  it('remembers the refusal for that model alone', async () => {
    const models = await testModels({ refuses: ['schema'] })
    const provider = await providerAt(models, type)
    await provider.complete(verdict)
    models.become({ refuses: [] })
    await provider.complete({ ...verdict, model: 'another' })
    expect(models.calls.map(({ schema }) => schema !== null)).toEqual([true, false, true])
  })

  it('sends no temperature 0 to a model that refuses it, whether default or requested', async () => {
    const models = await testModels({ refuses: ['temperature'] })
    const provider = await providerAt(models, type)
    await provider.complete(verdict)
    await provider.complete({ ...verdict, params: { temperature: 0 } })
    expect(models.calls.map(({ temperature }) => temperature)).toEqual([0, null, null])
  })

  it('reports an error for a chosen temperature that the model refuses', async () => {
    const models = await testModels({ refuses: ['temperature'] })
    const provider = await providerAt(models, type)
    await provider.complete(verdict)
    const error = await errorOf(provider.complete({ ...verdict, params: { temperature: 0.7 } }))
    expect(error.failure).toBe('bad_request')
    expect(error.message).toContain('temperature')
  })

  it('learns several refusals from one call, which succeeds in the end', async () => {
    const models = await testModels({
      refuses: ['schema', 'temperature'],
      reply: () => '{"verdict":"first"}',
    })
    const provider = await providerAt(models, type)
    expect(await provider.complete(verdict)).toMatchObject({ text: '{"verdict":"first"}' })
    expect(models.calls).toHaveLength(3)
  })

  it('learns nothing from other refusals', async () => {
    const models = await testModels()
    const provider = await providerAt(models, type)
    models.next(failure(400, 'invalid_request_error', 'messages.0: too long by 12 tokens.'))
    expect((await errorOf(provider.complete(verdict))).failure).toBe('bad_request')
    await provider.complete(verdict)
    expect(models.calls.map(({ schema }) => schema !== null)).toEqual([true, true])
  })

  it('learns the refusal in each of several simultaneous calls', async () => {
    const models = await testModels({ refuses: ['schema'], latencyMs: 20 })
    const provider = await providerAt(models, type)
    await Promise.all(Array.from({ length: 5 }, () => provider.complete(verdict)))
    expect(models.answered).toBe(5)
  })
})

describe('openai', () => {
  it('sends the limit of tokens under the name that the server accepts', async () => {
    const models = await testModels({ refuses: ['max_tokens'] })
    const provider = await providerAt(models, 'openai')
    const request = requestOf('openai', { params: { max_tokens: 99 } })
    await provider.complete(request)
    await provider.complete(request)
    const limits = models.calls.map(({ body }) => [body['max_tokens'], body['max_completion_tokens']])
    expect(limits).toEqual([
      [99, undefined],
      [undefined, 99],
      [undefined, 99],
    ])
  })

  it('reports an error if a server accepts neither name', async () => {
    const models = await testModels({ refuses: ['max_tokens', 'max_completion_tokens'] })
    const provider = await providerAt(models, 'openai')
    expect((await errorOf(provider.complete(requestOf('openai')))).failure).toBe('bad_request')
    expect(models.calls).toHaveLength(2)
  })

  it('does not mistake a limit that is too high for a wrong name', async () => {
    const models = await testModels()
    const provider = await providerAt(models, 'openai')
    models.next(
      failure(400, 'invalid_request_error', 'max_tokens is too large: 99. At most 50 are supported.'),
    )
    expect((await errorOf(provider.complete(requestOf('openai')))).failure).toBe('bad_request')
    expect(models.calls).toHaveLength(1)
  })
})
