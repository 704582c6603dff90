/** Arenas with everything in them: people's votes, judged pairs, checks, a challenge, links, quarantined votes. */
import { sql } from 'kysely'
import { stringify } from 'yaml'
import { importLiveArena, LIVE_KEY, LiveVisitor } from '../../../support/live-visitors.ts'
import { startModelServer, type ModelServer } from '../../../../workshop/model-server/model-server.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { createTestApp, type TestApp } from '../../../support/app.ts'
import { everyField, FILES_BESIDE } from '../../../support/every-field.ts'
import { arenaOf, NAMES, voteOf } from '../../arena-import.ts'
import { setUpClimb, tryAt } from '../../challenges/climbing.ts'
import {
  alphabetically,
  judged,
  KEYS,
  modelsThat,
  setUpJudged,
} from '../../judging/judge-pair/judged-arena.ts'
import { labellingToken, openLink } from '../../invited.ts'
import { Visitor } from '../../visitor.ts'
import {
  OPEN_BATTLE,
  OPEN_TICKET,
  requestsOf,
  type FuzzedRequest,
  type JsonSchema,
  type Known,
  type Operation,
} from './requests-of.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { shuffled } from '../../../../server/judging/plan/planned.ts'
import type { IssuedBattle } from '../../../../shared/contracts/index.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'

/** Sends requests that are made from the OpenAPI document to a real server, and checks each answer by the document. */
/** A request without an answer after so long hangs. */
const LONGEST_MS = 30_000
/** Requests that are under way at the same time. */
const AT_ONCE = 4

interface Fuzzed {
  /** How many requests got an answer. */
  answers: number
  /** Operations without a single successful answer. */
  neverSuccessful: string[]
  /** What is wrong, with the request that shows it. */
  faults: string[]
}

/**
 * Sends `count` requests, as many for each operation; equal seeds make equal requests. What an operation finds depends on
 * those under way beside it, so one without success is sent as many again.
 */
async function fuzz(
  app: TestApp,
  { count, seed, known, voteIn }: { count: number; seed: number; known: Known; voteIn: string },
): Promise<Fuzzed> {
  const address = await app.serve()
  const operations = await operationsOf(app)
  const there = { ...known, '/oembed url': [`${address}/a/${voteIn}?category=a`] }
  const each = Math.ceil(count / operations.length)
  const statuses = new Map(operations.map((operation) => [operation, [] as number[]]))
  const faults: string[] = []
  const check = answerCheck()
  const visitor = new Visitor(app)
  const sendEach = async (some: Operation[], firstSeed: number) => {
    const requests = some.flatMap((operation, n) =>
      fc.sample(requestsOf(operation, there), { seed: firstSeed + n, numRuns: each }),
    )
    const left = shuffled(requests, new RandomStream(firstSeed, 0))
    const send = async () => {
      for (let request = left.pop(); request; request = left.pop()) {
        const filled = await withOpenBattle(request, visitor, voteIn)
        const fault = await answered(address, filled, statuses.get(request.operation)!, check)
        const logged = fault?.startsWith('5')
          ? app.logged.findLast((line) => line.includes('request failed'))
          : ''
        if (fault) faults.push([shown(filled), fault, logged].join('\n  '))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
  }
  const unsuccessful = () => operations.filter((one) => !statuses.get(one)!.some((status) => status < 400))
  await sendEach(operations, seed)
  await sendEach(unsuccessful(), seed + operations.length)
  return {
    answers: [...statuses.values()].flat().length,
    neverSuccessful: unsuccessful().map(({ method, path }) => `${method} ${path}`),
    faults,
  }
}

async function operationsOf(app: TestApp): Promise<Operation[]> {
  const document = await app.json<{
    paths: Record<string, Record<string, Described>>
    components: { schemas: Record<string, object> }
  }>('/openapi.json')
  const paths = inlined(document.paths, document.components.schemas)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method,
      path,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema ?? null,
      isAdmin: (described.security ?? []).some((scheme) => 'admin' in scheme),
      byTicket: (described.security ?? []).some((scheme) => 'ticket' in scheme),
      answers: Object.fromEntries(
        Object.entries(described.responses).map(([status, { content = {} }]) => [
          status,
          Object.fromEntries(
            Object.entries(content).map(([type, { schema }]) => [
              type,
              type.endsWith('json') && schema && Object.keys(schema).length > 0 ? schema : null,
            ]),
          ),
        ]),
      ),
    })),
  )
}

/** A part of the document with the schemas that it refers to. */
const inlined = <Part>(part: Part, schemas: Record<string, object>): Part =>
  JSON.parse(JSON.stringify(part), (_, value) => {
    const { $ref, ...rest } = value ?? {}
    return typeof $ref === 'string'
      ? inlined({ ...schemas[$ref.split('/').at(-1)!], ...rest }, schemas)
      : value
  }) as Part

interface Described {
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>
  security?: object[]
}

/** A request for an open battle gets one; one that takes a choice back or reveals names gets a battle with a choice. */
async function withOpenBattle(
  request: FuzzedRequest,
  visitor: Visitor,
  arena: string,
): Promise<FuzzedRequest> {
  const { body } = request
  if (body instanceof Uint8Array) return request
  // what the votes of a voter come to
  if (request.path.endsWith('/result')) {
    await visitor.vote(await visitor.battle(arena), 'left')
    return { ...request, headers: { ...request.headers, cookie: visitor.cookie } }
  }
  const text = JSON.stringify([request.path, body, request.headers])
  if (!text.includes(OPEN_BATTLE) && !text.includes(OPEN_TICKET)) return request
  const issued = await visitor.ask(arena)
  if (issued.status !== 201) return request
  const open = (await issued.json()) as IssuedBattle
  if (request.operation.method === 'delete' || request.path.endsWith('/reveal'))
    await visitor.choose(open, 'left')
  const { battle, ticket } = open
  const fill = (part: string) => part.replaceAll(OPEN_BATTLE, battle.id).replaceAll(OPEN_TICKET, ticket)
  return {
    ...request,
    path: fill(request.path),
    body: body && fill(body),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, fill(value)])),
  }
}

type AnswerCheck = (operation: Operation, status: number, type: string, text: string) => string | null

async function answered(
  address: string,
  { operation, path, headers, body }: FuzzedRequest,
  statuses: number[],
  check: AnswerCheck,
): Promise<string | null> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), LONGEST_MS)
  try {
    const method = operation.method.toUpperCase()
    const response = await fetch(new URL(path, address), { method, headers, body, signal: ended.signal })
    statuses.push(response.status)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (type === 'text/event-stream') {
      await response.body!.cancel()
      return response.status === 200 ? null : `a stream with status ${response.status}`
    }
    return check(operation, response.status, type, await response.text())
  } catch (error) {
    return ended.signal.aborted ? `no answer after ${LONGEST_MS} ms` : `no answer: ${String(error)}`
  } finally {
    clearTimeout(timer)
  }
}

/** What the document does not allow about an answer; null: nothing. */
function answerCheck(): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const compiled = new Map<JsonSchema, ValidateFunction>()
  return ({ answers }, status, type, text) => {
    if (status >= 500 && status !== 501) return `${status}: ${text.slice(0, 300)}`
    const media = answers[status]
    if (!media) return `status ${status} is not described: ${text.slice(0, 200)}`
    if (status === 304) return text === '' ? null : 'a 304 with a body'
    if (!(type in media)) return `${status} is ${type}, not ${Object.keys(media).join(' or ')}`
    const schema = media[type]
    if (schema === null) return null
    if (!compiled.has(schema)) compiled.set(schema, ajv.compile(schema))
    const validate = compiled.get(schema)!
    return validate(JSON.parse(text))
      ? null
      : `${status} is not as its schema: ${ajv.errorsText(validate.errors)}`
  }
}

const shown = ({ operation, path, headers, body }: FuzzedRequest) =>
  `${operation.method.toUpperCase()} ${path} ${JSON.stringify(headers)} ${typeof body === 'string' ? body.slice(0, 600) : ''}`

interface Sent {
  id?: number
  invitations?: { invitation: number; path: string }[]
}

/** The arena that people vote in. */
const VOTED = 'voted'
/** The arena in which texts and voters are erased. */
const ERASED = 'erased'
/** The arena in which every answer names its model. */
const LEAKY = 'leaky'

/** The arena whose judges are started, paused and resumed; it has more to judge than the requests last. */
const JUDGING = 'judging'
/** The arena in which visitors write prompts of their own. */
const LIVE = 'live'
/** The arena that is removed. */
const REMOVED = 'removed'
/** Milliseconds of each call, and of each call of the arena whose judging outlasts the requests. */
const LATENCY_MS = 40
const LONG_LATENCY_MS = 2000

/** Makes the arenas on a server of its own and sends it so many requests. */
export async function fuzzEverything(count: number, seed: number): Promise<Fuzzed> {
  const models = await startModelServer({ reply: modelsThat(alphabetically), latencyMs: LATENCY_MS })
  const slowModels = await startModelServer({ reply: modelsThat(alphabetically), latencyMs: LONG_LATENCY_MS })
  const app = await createTestApp({
    clock: 'runs',
    env: { ...KEYS, [LIVE_KEY]: KEYS.MODELS_KEY },
    sealingKey: 'a-secret-of-the-fuzz',
  })
  try {
    return await fuzz(app, { count, seed, known: await everything(app, models, slowModels), voteIn: VOTED })
  } finally {
    await app.close()
    await Promise.all([models.close(), slowModels.close()])
  }
}

/** Makes the arenas. @returns the ids and names that requests may use */
async function everything(app: TestApp, models: ModelServer, slowModels: ModelServer): Promise<Known> {
  await app.work()
  const provider = { baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY' }
  const files = { 'arena.yaml': stringify(everyField('every', provider)), ...FILES_BESIDE }
  await sent(app, '/api/admin/arenas', { files })
  await peopleVote(app)
  await judged(app.deps, { slug: 'judged', baseUrl: models.openAiUrl, prompts: 3, samples: 2 })
  const climb = await setUpClimb(app.deps, { slug: 'climb', baseUrl: models.openAiUrl })
  await tryAt(app.deps, climb, { incumbent: 'birch', challenger: 'amber' })
  await app.import(arenaOf('private', { arena: { visibility: 'private' } }))
  await app.import(
    arenaOf(ERASED, { prompts: 9, votes: [voteOf(NAMES[0]!, NAMES[1]!, 'left', { voter: 'ada' })] }),
  )
  await app.import(arenaOf(LEAKY, { prompts: 9, says: (name) => `I am ${name}, your assistant.` }))
  await setUpJudged(app.deps, {
    slug: JUDGING,
    baseUrl: slowModels.openAiUrl,
    answered: true,
    prompts: 100,
    concurrency: 1,
  })
  await app.import(arenaOf(REMOVED))
  const live = await talks(app, models)
  const { id: operatorToken } = await sent(app, '/api/admin/tokens', { name: 'leaver', role: 'read' })
  const invited = await invitedGuest(app)
  await app.settle()
  const archive = await app.asAdmin(`/api/admin/arenas/${ERASED}/content`)
  const known = await knownIn(app, files)
  return {
    ...known,
    ...invited,
    ...live,
    '/api/arenas/{arena}/calibration/battles cookie': [await labeller(app)],
    '/api/admin/tokens/{token}/withdraw token': [operatorToken],
    '/api/admin/keys variable': ['OPENAI_API_KEY', 'LOCAL_API_KEY'],
    '/api/admin/keys key': ['sk-of-the-fuzz-0123456789'],
    archive: [new Uint8Array(await archive.arrayBuffer())],
    '/api/admin/arenas/{arena}/content arena': ['moved-1', 'moved-2', 'moved-3', VOTED],
  }
}

async function peopleVote(app: TestApp): Promise<void> {
  const [first, second, third] = NAMES as [string, string, string]
  const votes = Array.from({ length: 120 }, (_, n) =>
    voteOf(
      ...(
        [
          [first, second],
          [second, third],
          [third, first],
        ] as const
      )[n % 3]!,
      n % 4 ? 'left' : 'tie',
      {
        prompt: `p${1 + (n % 20)}`,
        voter: `voter ${n % 9}`,
      },
    ),
  )
  await app.import(arenaOf(VOTED, { prompts: 200, categories: ['a', 'b'], votes }))
  await app.sql`
    insert into pictures (arena_id, sha256, type, width, height, bytes)
    select id, repeat('0', 64), 'image/png', 1, 1, 'png' from arenas where slug = ${VOTED}`
  for (let n = 0; n < 10; n++) {
    const visitor = new Visitor(app)
    const issued = await visitor.battle(VOTED)
    await visitor.vote(issued, 'left', n === 0 ? { reason: 'Kinder.' } : {})
  }
  const rows = await app.sql<{ id: number }>`select id from votes order by id limit 5`
  await sent(app, `/api/admin/arenas/${VOTED}/votes/quarantine`, {
    votes: rows.map(({ id }) => id),
    reason: 'a script',
  })
}

/** The arena that requests of these paths name. */
const inArena = (arena: string, ...paths: string[]): Known =>
  Object.fromEntries(paths.map((path) => [`/api/${path.replace('A', '{arena}')} arena`, [arena]]))

/** Conversations of one visitor: whole ones, and one that failed. */
async function talks(app: TestApp, { openAiUrl }: ModelServer): Promise<Known> {
  const [mini, nano] = ['gpt-4.1-mini-2025-04-14', 'gpt-4.1-nano-2025-04-14']
  const models = { mini, nano, closed: nano }
  const why = { at: '2026-01-01T00:00:00.000Z', finding: msg('as_given', { text: 'The budget is spent.' }) }
  await importLiveArena(app.deps, { slug: LIVE, baseUrl: openAiUrl, models, live: {} })
  await app.sql`
    insert into ledgers (arena_id, day, closed)
    select c.arena_id, current_date, jsonb_build_object(c.id, ${JSON.stringify(why)}::jsonb) from contestants c
    join arenas a on a.id = c.arena_id where a.slug = ${LIVE} and c.name = 'closed'`
  const visitor = new LiveVisitor(app.request, LIVE)
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const { id } = await visitor.ask(`Question ${n}?`)
    await visitor.read(id)
    ids.push(id)
  }
  const [whole, longer, voted, failed] = ids
  await app.sql`update live_turns set status = 'failed', left_answer = null, right_answer = null
    where conversation_id = ${failed}`
  const of = (verb: string, id: string | undefined): Known => ({
    ...inArena(LIVE, `arenas/A/live/{id}${verb}`),
    [`/api/arenas/{arena}/live/{id}${verb} id`]: [id],
    [`/api/arenas/{arena}/live/{id}${verb} cookie`]: [visitor.cookie],
  })
  return {
    ...inArena(LIVE, 'arenas/A/live'),
    ...inArena(LIVE, 'admin/arenas/A/live', 'admin/arenas/A/live/reopen'),
    '/api/admin/arenas/{arena}/live/reopen contestant': ['closed'],
    ...of('', whole),
    ...of('/stream', whole),
    ...of('/stop', whole),
    ...of('/turns', longer),
    ...of('/battle', voted),
    ...of('/retry', failed),
  }
}

/** Two invitations: one to withdraw and renew, one that stays open. */
async function invitedGuest(app: TestApp): Promise<Known> {
  const path = `/api/admin/arenas/${VOTED}/invitations`
  const { invitations = [] } = await sent(app, path, { people: ['Ada', 'Grace'] })
  const [changed, open] = invitations
  const token = open.path.split('#invite=')[1]
  const guest = await app.request(`/api/arenas/${VOTED}/invitation`, { json: { token } })
  return {
    invitation: [changed.invitation],
    ...inArena(
      VOTED,
      'admin/arenas/A/invitations/{invitation}/withdraw',
      'admin/arenas/A/invitations/{invitation}/renew',
    ),
    '/api/admin/arenas/{arena}/invitations/shared-pairs group': ['experts'],
    '/api/arenas/{arena}/invitation arena': [VOTED],
    '/api/arenas/{arena}/invitation token': [token],
    '/api/arenas/{arena}/invitation cookie': [guest.headers.get('set-cookie')!.split(';')[0]],
  }
}

/** The cookie of somebody who opened a link to judged pairs. */
async function labeller(app: TestApp): Promise<string> {
  const visitor = new Visitor(app)
  await openLink(visitor, app, 'judged', await labellingToken(app, 'judged'))
  return visitor.cookie
}

async function sent(app: TestApp, path: string, json: object): Promise<Sent> {
  const response = await app.asAdmin(path, json)
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as Sent
}

async function knownIn(app: TestApp, files: Record<string, string>): Promise<Known> {
  const { db } = app.deps
  const column = async <T>(query: ReturnType<typeof sql<{ value: T }>>): Promise<T[]> =>
    (await query.execute(db)).rows.map(({ value }) => value)
  const slugs = await column<string>(sql`select distinct slug as value from contestants order by 1`)
  const battles = await column<string>(sql`select id::text as value from battles limit 40`)
  const inVoted = NAMES.map((name) => name.toLowerCase())
  const named = [...NAMES, ...inVoted, ...inVoted, ...slugs]
  const onPage = await column<string>(
    sql`select distinct v.voter as value from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where b.origin = 'page' order by 1`,
  )
  const [challenger, incumbent] = await column<string>(sql`
    select c.slug as value from contestants c join arenas a on a.id = c.arena_id where a.slug = 'judged' order by c.id`)
  return {
    arena: [
      VOTED,
      VOTED,
      VOTED,
      ...(await column<string>(sql`select slug as value from arenas order by id`)),
    ],
    // what takes something away does so in an arena that nothing else needs
    ...inArena(
      'every',
      'admin/arenas/A/contestants/{contestant}/{change}',
      'admin/arenas/A/prompts/retire',
      'admin/arenas/A/visibility',
      'admin/arenas/A/decides',
    ),
    ...inArena(ERASED, 'admin/arenas/A/erase/text', 'admin/arenas/A/erase/voter'),
    ...inArena(LEAKY, 'admin/arenas/A/leaks/{change}'),
    ...inArena(REMOVED, 'admin/arenas/A/remove'),
    ...inArena(JUDGING, ...['start', '{change}', 'budget'].map((verb) => `admin/arenas/A/judging/${verb}`)),
    ...inArena('judged', 'admin/arenas/A/compare/batch', 'arenas/A/calibration/battles'),
    ...inArena(
      'climb',
      'arenas/A/challenges/outcome',
      'admin/arenas/A/challenges/outcome',
      'arenas/A/challenges',
    ),
    ...inArena(
      VOTED,
      'arenas/A/result',
      'arenas/A/compare',
      'admin/arenas/A/prompts/restore',
      'admin/arenas/A/suspicions/{change}',
    ),
    id: [OPEN_BATTLE, OPEN_BATTLE, ...battles],
    '/api/battles/{id}/vote id': [OPEN_BATTLE, OPEN_BATTLE, ...battles.slice(0, 2)],
    '/api/battles/{id}/reveal id': [OPEN_BATTLE, OPEN_BATTLE, ...battles.slice(0, 2)],
    ticket: [OPEN_TICKET],
    contestant: named,
    baseline: inVoted,
    a: inVoted.slice(0, 1),
    b: inVoted.slice(1),
    judge: await column<string>(sql`select name as value from judges order by 1`),
    // pairs share votes of people
    '/api/arenas/{arena}/compare source': ['people'],
    '/api/admin/arenas/{arena}/compare/batch a': [challenger],
    '/api/admin/arenas/{arena}/compare/batch b': [incumbent],
    '/api/admin/arenas/{arena}/compare/batch source': ['judges'],
    '/api/admin/arenas/{arena}/compare/batch criteria': ['overall'],
    '/api/admin/arenas/{arena}/compare/batch alpha': [0.05],
    source: ['people', 'judges', 'all', 'judge:careful', 'judge:judge 1'],
    criterion: ['overall', 'overall', 'tone', 'closeness'],
    category: ['a', 'b'],
    '/api/admin/arenas/{arena}/erase/text prompt': ['p1', 'p2', 'p3'],
    voter: ['ada'],
    '/api/admin/arenas/{arena}/suspicions/{change} voter': onPage,
    judges: ['judge 1'],
    confirm: [REMOVED],
    leaks: await column<number>(sql`select id::int as value from leaks order by id`),
    votes: await column<number>(sql`select id::int as value from votes order by id limit 20`),
    prompts: ['p1', 'p2', 'p3'],
    keys: ['p1', 'p2', 'p3'],
    from: ['2024-01-01', '2026-01-01'],
    to: ['2024-12-31'],
    file: ['votes.csv', 'votes.json', 'ratings.csv', 'battles.jsonl', 'judgements.csv', 'preferences.jsonl'],
    '/a/{file} file': ['voted.md', 'judged.txt', 'climb.md', 'private.txt'],
    '/a/{arena}/pictures/{picture} arena': [VOTED],
    picture: await column<string>(sql`select name as value from pictures order by 1`),
    '/api/arenas/{arena}/battles prompt': ['p1', 'p2', 'p3'],
    '/api/arenas/{arena}/battles cursor': ['0_1000', '0_3'],
    '/api/arenas/{arena}/battles against': inVoted,
    '/oembed format': ['json', 'json', 'xml'],
    '/api/arenas/{arena}/challenges holdOut': [null],
    '/api/arenas/{arena}/challenges judge': ['gold 1'],
    '/api/arenas/{arena}/challenges criterion': ['closeness'],
    '/api/arenas/{arena}/challenges incumbent': ['amber'],
    '/api/arenas/{arena}/challenges challenger': ['cedar'],
    files: [files],
    '/api/admin/arenas/{arena}/votes source': ['simulated', 'simulated', 'people'],
    fileName: Object.keys(files),
    fileText: Object.values(files),
    upload: ['question_id,model_a,model_b,winner,judge_type\np1,Quillon-7b,Zephrite-v2,model_a,human\n'],
  }
}
