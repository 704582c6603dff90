/** A judge that answers at length, and what is asked of the server while it judges. */
import { setTimeout as sleep } from 'node:timers/promises'
import { floods, floodsPacked, sends, startModelServer } from '../../model-server/index.ts'
import type { Answer, BadReply, ModelServer, ReceivedCall } from '../../model-server/index.ts'
import { judgedArena } from './files.ts'
import { JUDGED } from './situations.ts'
import type { Asked, Situation } from './situations.ts'

/** As long as a reply may be. */
const LONG = 4 * 2 ** 20 - 2000
const JUDGING_MS = 15_000

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

export async function openJudging(): Promise<{ models: ModelServer; situations: Situation[] }> {
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
  const importing: Situation = {
    name: `import an arena of ${JUDGED.contestants * JUDGED.prompts} answers`,
    ask: (server) =>
      post(server, '', judgedArena(JUDGED.slug, models.openAiUrl, JUDGED.contestants, JUDGED.prompts)),
  }
  const judging = Object.entries(REPLIES).map(([name, one]): Situation => ({
    name: `judging with ${name}`,
    async ask(server) {
      reply = one
      const started = await post(server, `/${JUDGED.slug}/judging/start`, { retryFailed: true })
      const calls = models.calls.length
      await sleep(JUDGING_MS)
      const cancelled = await post(server, `/${JUDGED.slug}/judging/cancel`, {})
      return `${started}, ${models.calls.length - calls} calls, ${cancelled}`
    },
  }))
  return { models, situations: [importing, ...judging] }
}
