/** The local model server streams as the providers do: the real clients read it. */
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import {
  cuts,
  neverEnds,
  refuses,
  sendsHalf,
  type ModelServer,
} from '../../../workshop/model-server/index.ts'
import { MODEL_KEY, testModels } from '../../support/providers/models.ts'

const LONG = 'Your parcel left us this morning and should reach you on Thursday before noon.'

async function streamFromOpenAi(server: ModelServer) {
  const client = new OpenAI({ apiKey: MODEL_KEY, baseURL: server.openAiUrl, maxRetries: 0, logLevel: 'off' })
  const stream = await client.chat.completions.create({
    model: 'm',
    messages: [{ role: 'user', content: 'Where is my parcel?' }],
    stream: true,
    stream_options: { include_usage: true },
  })
  let text = ''
  let pieces = 0
  let finish: string | null = null
  let tokens: number | null = null
  for await (const { choices, usage } of stream) {
    const piece = choices[0]?.delta.content ?? choices[0]?.delta.refusal
    if (piece) pieces += 1
    text += piece ?? ''
    finish = choices[0]?.finish_reason ?? finish
    tokens = usage?.completion_tokens ?? tokens
  }
  return { text, pieces, finish, tokens }
}

async function streamFromAnthropic(server: ModelServer) {
  const client = new Anthropic({
    apiKey: MODEL_KEY,
    baseURL: server.anthropicUrl,
    maxRetries: 0,
    logLevel: 'off',
  })
  const stream = client.messages.stream({
    model: 'm',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Where is my parcel?' }],
  })
  let pieces = 0
  stream.on('text', () => (pieces += 1))
  const { content, stop_reason: finish, usage } = await stream.finalMessage()
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  return { text, pieces, finish, tokens: usage.output_tokens }
}

describe.each([
  ['openai', streamFromOpenAi, 'stop', 'stop'],
  ['anthropic', streamFromAnthropic, 'end_turn', 'refusal'],
] as const)('%s', (_, stream, end, refusal) => {
  it('sends a text in pieces, with its end and its tokens', async () => {
    const server = await testModels({ reply: () => LONG })
    expect(await stream(server)).toEqual({ text: LONG, pieces: 4, finish: end, tokens: 20 })
    expect(server.calls).toMatchObject([
      { stream: true, text: expect.stringContaining('Where is my parcel?') },
    ])
  })

  it('sends a refusal', async () => {
    const server = await testModels({ reply: () => refuses('No.') })
    expect(await stream(server)).toMatchObject({ text: 'No.', finish: refusal })
  })

  it('breaks off', async () => {
    const server = await testModels({ reply: () => cuts() })
    await expect(stream(server)).rejects.toBeInstanceOf(Error)
  })

  it.each([sendsHalf(), neverEnds()])('stops without an end mark: %j', async (trouble) => {
    const server = await testModels({ reply: () => trouble })
    const ended = await stream(server).then(
      ({ finish }) => finish,
      () => null,
    )
    expect(ended).toBeNull()
  })
})

describe('the server', () => {
  it('counts calls, complete answers and parallel calls, and resets on demand', async () => {
    const server = await testModels({
      async reply({ number }) {
        while (server.calls.length < 4) await new Promise((resolve) => setTimeout(resolve, 5))
        return number === 0 ? cuts() : `reply ${number}`
      },
    })
    const streams = Array.from({ length: 4 }, () => streamFromOpenAi(server).catch(() => null))
    expect((await Promise.all(streams)).filter(Boolean)).toHaveLength(3)
    expect(server).toMatchObject({ answered: 3, mostAtOnce: 4 })
    expect(server.calls).toHaveLength(4)
    server.clear()
    expect(server).toMatchObject({ answered: 0, mostAtOnce: 0, calls: [] })
  })

  it('refuses other keys and models', async () => {
    const server = await testModels({ key: 'another', models: ['m'] })
    await expect(streamFromOpenAi(server)).rejects.toThrow(/^401/)
    server.become({ key: MODEL_KEY, models: ['n'] })
    await expect(streamFromAnthropic(server)).rejects.toThrow(/404/)
  })

  it('answers an unreadable request with 400, and other paths with 404', async () => {
    const server = await testModels()
    const post = (path: string) => fetch(`${server.anthropicUrl}${path}`, { method: 'POST', body: 'no JSON' })
    expect((await post('/v1/messages')).status).toBe(400)
    expect((await post('/v1/models')).status).toBe(404)
  })
})
