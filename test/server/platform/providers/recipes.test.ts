/** The recipes of docs/how-to/model-servers.md, each called at a server with the addresses and keys of the one it names. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startModelServer, type Likeness, type ModelServer } from '../../../../workshop/model-server/index.ts'
import { openProviders, readPrices } from '../../../../server/platform/providers/index.ts'
import { providersOf } from '../../../../server/transfer/arena-file/check-arena.ts'
import { configOf } from '../../../../server/runs/index.ts'
import { ArenaFile } from '../../../../shared/contracts/index.ts'
import { errorOf, requestOf } from './ask.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/how-to/model-servers.md')
const KEY = 'a-key-0123456789'
const LIKENESSES = ['ollama', 'vllm', 'openrouter', 'azure'] as const

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({ reply: () => 'At the depot.' })
})
afterAll(() => server?.close())
beforeEach(() => server.clear())

/** The recipe for a server, opened where the local one is. */
async function recipe(likeness: Likeness, change: object = {}) {
  const blocks = [...(await readFile(PAGE, 'utf8')).matchAll(/```yaml\n([\s\S]*?)```/g)]
  const { providers } = parse(
    blocks.map(([, yaml]) => yaml).find((yaml) => yaml!.includes(`  ${likeness}:`))!,
  )
  const described = { ...providers[likeness], ...change }
  const { host } = new URL(server.openAiUrl)
  described.baseUrl = described.baseUrl.replace(/^https?:\/\/[^/]+/, `http://${host}`)
  const file = ArenaFile.parse({
    arena: 'recipe',
    contestants: [{ name: 'A', provider: likeness, model: 'm' }],
    prompts: [{ id: 'p', text: 'Q?' }],
    providers: { [likeness]: described },
  })
  const [provider] = providersOf(file, { publicOnly: false, folder: null })
  const opening = openProviders({
    env: described.apiKeyEnv === undefined ? {} : { [described.apiKeyEnv]: KEY },
    prices: await readPrices(),
    timeoutMs: 30_000,
    clock: () => new Date(),
  })
  const row = { arena_id: 1, ...provider, options: JSON.parse(provider!.options!) } as never
  return opening.open('1', configOf(row)).provider
}

test.each(LIKENESSES)('%s answers', async (likeness) => {
  server.become({ likeness, key: KEY })
  expect((await (await recipe(likeness)).complete(requestOf('openai'))).text).toBe('At the depot.')
})

test('a server that needs no key gets none', async () => {
  server.become({ likeness: 'ollama', key: KEY })
  await (await recipe('ollama')).complete(requestOf('openai'))
  expect(server.calls[0]!.headers.authorization).toBeUndefined()
})

test('Azure gets its key in its own header alone, and the version of its interface', async () => {
  server.become({ likeness: 'azure', key: KEY })
  await (await recipe('azure')).complete(requestOf('openai'))
  const { headers } = server.calls[0]!
  expect([headers['api-key'], headers.authorization]).toEqual([KEY, undefined])
})

test.each([
  ['azure', { apiKeyHeader: undefined }, 'unauthorised'],
  ['azure', { query: undefined }, 'model_unknown'],
  ['openrouter', { baseUrl: 'https://openrouter.ai/v1' }, 'model_unknown'],
] as const)('%s without %j is refused', async (likeness, change, failure) => {
  server.become({ likeness, key: KEY })
  expect(await errorOf((await recipe(likeness, change)).complete(requestOf('openai')))).toMatchObject({
    failure,
  })
})

test('Ollama is asked for a model by its name; of the others nothing is known before a call', async () => {
  const known = async (likeness: Likeness) => {
    server.become({ likeness, key: KEY, models: ['gpt-4o-mini'] })
    return (await recipe(likeness)).knows('none-such')
  }
  expect(await known('ollama')).toBe(false)
  for (const likeness of ['vllm', 'openrouter', 'azure'] as const) expect(await known(likeness)).toBe(null)
})
