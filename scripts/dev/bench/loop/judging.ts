/** A judge that answers at length, and what is asked of the server while it judges. */
import { setTimeout as sleep } from 'node:timers/promises'
import { floods, floodsPacked, sends, startModelServer } from '../../model-server/index.ts'
import type { Answer, BadReply, ModelServer, ReceivedCall } from '../../model-server/index.ts'
import { judgedArena } from './files.ts'
import { JUDGED } from './situations.ts'
import type { Asked, Situation } from './situations.ts'

/** As long as a reply may be. */
const LONG = 4 * 2 ** 20 - 2000
/** Each kind of reply has this many calls, or as many as are made in the longest time. */
const CALLS = 20
const LONGEST_MS = 120_000
const POLL_MS = 100

/** The variable with the key of one kind of reply, so that each has an endpoint with a breaker of its own. */
const keyOf = (place: number) => `LOOP_${place}_API_KEY`

type Reply = (call: ReceivedCall) => Answer | BadReply

const verdictOf =
  (reason: string): Reply =>
  ({ schema }) => {
    const keys = Object.keys((schema as { properties: object }).properties)
    return JSON.stringify(Object.fromEntries(keys.map((key) => [key, { reason, verdict: 'first' }])))
  }

const REPLIES: Record<string, Reply> = {
  'short verdicts': verdictOf('It is complete.'),
  'verdicts of 4 MB': verdictOf('It is complete. '.repeat(LONG / 16)),
  'replies without end': () => floods(),
  'gzipped replies without end': () => floodsPacked(),
  '4 MB of open brackets': () => sends('['.repeat(LONG)),
  '4 MB of brackets as the text': () => '['.repeat(LONG),
  '4 MB of choices': () => sends(`{"choices":[${Array.from({ length: LONG / 4 }, () => '{}').join(',')}]}`),
}

export async function openJudging(): Promise<{
  models: ModelServer
  /** The variables that the server needs. */
  keys: string[]
  situations: Situation[]
}> {
  let reply: Reply = REPLIES['short verdicts']!
  const models = await startModelServer({ reply: (call) => reply(call), latencyMs: 5 })
  const post = async ({ address, token }: Asked, path: string, body: unknown) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${address}/api/admin/arenas${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    return `${response.status} ${(await response.text()).slice(0, response.ok ? 0 : 150)}`.trim()
  }
  const importArena = (
    server: Asked,
    slug: string,
    size: { contestants: number; prompts: number },
    place = 0,
  ) => post(server, '', judgedArena(slug, { address: models.openAiUrl, apiKeyEnv: keyOf(place) }, size))
  /** Judges until enough calls were made, and cancels. */
  const judge = async (server: Asked, slug: string, enough: number) => {
    const calls = models.calls.length
    const until = performance.now() + LONGEST_MS
    const started = await post(server, `/${slug}/judging/start`, {})
    while (models.calls.length < calls + enough && performance.now() < until) await sleep(POLL_MS)
    const made = models.calls.length - calls
    return `${started}, ${made} calls, ${await post(server, `/${slug}/judging/cancel`, {})}`
  }
  const { slug, ...size } = JUDGED
  const importing: Situation[] = [
    {
      name: `import an arena of ${size.contestants * size.prompts} answers`,
      ask: (server) => importArena(server, slug, size),
    },
    { name: 'judging: plan its pairs and make the first calls', ask: (server) => judge(server, slug, 1) },
  ]
  const judging = Object.entries(REPLIES).map(([name, one], place): Situation => {
    const arena = `${slug}-${place}`
    return {
      name: `judging with ${name}`,
      async ask(server) {
        reply = one
        await importArena(server, arena, { contestants: 5, prompts: 20 }, place)
        return judge(server, arena, CALLS)
      },
    }
  })
  return {
    models,
    keys: Object.keys(REPLIES).map((_, place) => keyOf(place)),
    situations: [...importing, ...judging],
  }
}
