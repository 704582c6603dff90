/** The local model server streams as the providers do: the real clients read it. */
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import type { ModelServer } from '../../../workshop/model-server/model-server.ts'
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
    const piece = choices[0]?.delta.content
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
  ['openai', streamFromOpenAi, 'stop'],
  ['anthropic', streamFromAnthropic, 'end_turn'],
] as const)('%s', (_, stream, end) => {
  it('sends a text in pieces, with its end and its tokens', async () => {
    const server = await testModels({ reply: () => LONG })
    expect(await stream(server)).toEqual({ text: LONG, pieces: 4, finish: end, tokens: 20 })
    expect(server.calls).toMatchObject([
      { stream: true, text: expect.stringContaining('Where is my parcel?') },
    ])
  })
})
