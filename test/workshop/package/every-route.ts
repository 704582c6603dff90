/** Asks every route that a server describes once, with the demo arena and a copy of it. */

import type { IssuedBattle } from '../../../shared/contracts/index.ts'

interface Operation {
  method: string
  path: string
  /** Statuses, and the media types of each. */
  responses: Record<string, { content?: Record<string, unknown> }>
}

type Paths = Record<string, Record<string, Pick<Operation, 'responses'>>>

export interface Answers {
  /** How many routes were asked. */
  asked: number
  /** Routes whose answer is not as the document says. */
  undescribed: string[]
  /** Routes that refused the request, with the status. */
  refused: string[]
}

const [DEMO, COPY] = ['support-replies', 'spare']
const PAIR = 'a=Warm-v3&b=Baseline&source=simulated'
const QUERIES: Record<string, string> = {
  '/api/arenas/{arena}/differences': 'contestant=baseline',
  '/api/arenas/{arena}/compare': PAIR,
  '/api/arenas/{arena}/compare/examples': PAIR,
  '/api/arenas/{arena}/explore/answer': 'contestant=baseline&prompt=PROMPT',
  '/api/admin/arenas/{arena}/preview': 'prompt=PROMPT',
}
/** Bodies of requests that change something. The others send an empty object. */
const BODIES: Record<string, unknown> = {
  '/api/admin/arenas': {
    files: {
      'arena.yaml':
        'arena: sent\ncontestants: [{ name: A, responses: a.jsonl }, { name: B, responses: a.jsonl }]\nprompts: [{ id: why, text: Why? }]\n',
      'a.jsonl': '{"prompt":"why","text":"So."}\n',
    },
  },
  '/api/admin/arenas/{arena}/visibility': { visibility: 'private' },
  '/api/admin/arenas/{arena}/prompts/retire': { category: 'refunds' },
  '/api/admin/arenas/{arena}/prompts/restore': { category: 'refunds' },
  '/api/admin/arenas/{arena}/invitations': { people: ['Ada'] },
  '/api/admin/arenas/{arena}/calibration/links': { days: 1 },
  '/api/admin/arenas/{arena}/duplicate': { as: 'third' },
  '/api/admin/arenas/{arena}/erase/text': { prompt: 'PROMPT' },
  '/api/admin/arenas/{arena}/archive': { archived: true },
  '/api/admin/arenas/{arena}/remove': { confirm: COPY },
  '/api/admin/tokens': { name: 'Ada', role: 'read' },
}
/** Routes to read what the demo arena lacks: an invitation, judges, a challenge, a picture. */
export const NOT_IN_DEMO = [
  'get /a/{arena}/pictures/{picture} 404',
  'get /api/admin/arenas/{arena}/challenges/outcome 404',
  'get /api/admin/arenas/{arena}/judges/{judge}/disagreements 404',
  'get /api/arenas/{arena}/invitation 404',
  'get /api/arenas/{arena}/judges/{judge}/disagreements 404',
]
/** What takes the copy away comes last. */
const LAST = ['/api/admin/arenas/{arena}/archive', '/api/admin/arenas/{arena}/remove']

/** @param token the admin token */
export async function askEveryRoute(address: string, token: string): Promise<Answers> {
  const admin = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = admin,
  ) => {
    const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    return fetch(address + path, { method, headers, body: sent, signal: AbortSignal.timeout(60_000) })
  }
  const json = async <T>(...asked: Parameters<typeof ask>) => (await ask(...asked)).json() as Promise<T>
  await ask('POST', `/api/admin/arenas/${DEMO}/duplicate`, { as: COPY })
  const { prompts } = await json<{ prompts: { key: string }[] }>('GET', `/api/admin/arenas/${COPY}/prompts`)
  const voter = { 'content-type': 'application/json' }
  const { battle, ticket } = await json<IssuedBattle>('POST', `/api/arenas/${DEMO}/battles`, {}, voter)
  const vote = { ticket, outcome: 'left' }
  await ask('POST', `/api/battles/${battle.id}/vote`, vote, voter)
  const { paths } = await json<{ paths: Paths }>('GET', '/openapi.json')
  const operations = operationsIn(paths)
  const filled = (text: string) => text.replaceAll('PROMPT', encodeURIComponent(prompts[0]!.key))
  const answers: Answers = { asked: 0, undescribed: [], refused: [] }
  for (const { method, path, responses } of operations) {
    const arena = method === 'get' || !path.startsWith('/api/admin') ? DEMO : COPY
    const values: Record<string, string> = { arena, id: battle.id, contestant: 'baseline', file: 'votes.csv' }
    const place =
      path === '/a/{file}' ? `/a/${DEMO}.md` : path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '1')
    const query = path === '/oembed' ? `url=${address}/a/${DEMO}` : filled(QUERIES[path] ?? '')
    const isImport = path.endsWith('/import')
    const body = isImport
      ? 'prompt,A,B\nWhy?,So.,Thus.\n'
      : path.endsWith('/vote')
        ? vote
        : (BODIES[path] ?? {})
    const headers = path.endsWith('/vote') ? { ...voter, authorization: `Ticket ${ticket}` } : admin
    const answer = await ask(
      method.toUpperCase(),
      place + (query && `?${query}`),
      method === 'get' ? undefined : isImport ? body : filled(JSON.stringify(body)),
      isImport ? { ...headers, 'content-type': 'text/csv' } : headers,
    )
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    await answer.body?.cancel()
    answers.asked++
    const types = Object.keys(responses[answer.status]?.content ?? {})
    const isDescribed = answer.status in responses && (types.length === 0 || types.includes(type))
    if (!isDescribed || answer.status >= 500)
      answers.undescribed.push(`${method} ${path} ${answer.status} ${type}`)
    if (answer.status >= 400) answers.refused.push(`${method} ${path} ${answer.status}`)
  }
  return answers
}

/** Reading first, then what changes something. */
function operationsIn(paths: Paths): Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ method, path, responses })),
  )
  const rank = ({ method, path }: Operation) => (method === 'get' ? 0 : 1 + LAST.indexOf(path) + 1)
  return all.sort((one, other) => rank(one) - rank(other))
}
