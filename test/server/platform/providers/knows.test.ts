/** Whether a provider has a model is asked without a call, and only its plain no is taken for one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openProvider } from '../../../../server/platform/providers/index.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'
import { MODELS, PROTOCOLS, providerAt } from './ask.ts'

/** A server that answers every request so. */
async function serverThatSays(status: number, body: string): Promise<string> {
  const http = createServer((_, response) =>
    response
      .writeHead(status, { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html' })
      .end(body),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void http.close())
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

describe.each(PROTOCOLS)('%s', (type) => {
  const at = (baseUrl: string) =>
    openProvider(
      { name: 'local', type, baseUrl, key: MODEL_KEY, timeoutMs: 5000 },
      { rows: [] },
      () => new Date(),
    )

  it('reports without a call whether it has a model', async () => {
    const models = await testModels({ models: [MODELS[type]] })
    const provider = await providerAt(models, type)
    expect([await provider.knows(MODELS[type]), await provider.knows('a/b 1')]).toEqual([true, false])
    expect([models.lookedFor, models.calls]).toEqual([[MODELS[type], 'a/b 1'], []])
  })

  it('is unknown if no endpoint can be asked, or if the key is refused', async () => {
    const silent = await testModels({ models: [], lists: false })
    expect(await (await providerAt(silent, type)).knows('m')).toBeNull()
    const closed = await testModels({ models: [], key: 'another' })
    expect(await (await providerAt(closed, type)).knows('m')).toBeNull()
    expect(await at('http://127.0.0.1:9/v1').knows('m')).toBeNull()
  })

  it.each([
    [404, '{"error":{"message":"model \\"some-model\\" not found, try pulling it first"}}', false],
    [404, '{"type":"error","error":{"type":"not_found_error","message":"model: some-model"}}', false],
    [404, '{"detail":"Not Found"}', null],
    [404, '<pre>Cannot GET /v1/models/some-model</pre>', null],
    [404, '{"error":{"message":"Route /v1/models/some-model not found"}}', null],
    [404, '{"error":{"message":"some-model not found"}}', null],
    [405, '{"error":{"message":"Method not allowed for model x, not found"}}', null],
    [500, '{"error":{"message":"The model does not exist"}}', null],
  ])('%i %s: %s', async (status, body, known) => {
    expect(await at(await serverThatSays(status, body)).knows('some-model')).toBe(known)
  })
})
