/** Boards over HTTP: from memory while they stand, and never older than the last change that this process heard of. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

let address: string
let connections = 0
const app = appFor({}, async () => {
  const [first, second] = NAMES as [string, string]
  for (const slug of ['open', 'other'])
    await app.import(arenaOf(slug, { votes: [voteOf(first, second, 'left')] }))
  await app.settle()
  address = await app.serve()
  app.database.pool.on('acquire', () => connections++)
})

/** `fetch` unpacks bodies and hides how they were sent. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(address + path, { headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .once('error', reject)
      .end()
  })

const fromMemory = async () => (await app.deps.services.metrics.readsFromMemory.get()).values[0]!.value

async function connectionsFor(work: () => Promise<unknown>): Promise<number> {
  const before = connections
  await work()
  return connections - before
}

const board = '/api/arenas/open/leaderboard'
const FACES = [
  '/api/arenas',
  '/api/arenas/open',
  board,
  `${board}?source=people`,
  '/a/open',
  '/a/open.md',
  '/a/open/badge.svg',
  '/a/open/plate.svg',
  '/a/open/embed',
]

describe('a board that stands', () => {
  it.each(FACES)('is read from the database once, and then from memory: %s', async (path) => {
    const first = await get(path)
    let answers: Answer[] = []
    const read = async () => void (answers = await Promise.all(Array.from({ length: 40 }, () => get(path))))
    // a job in the background may need a connection just then
    await expect.poll(() => connectionsFor(read)).toBe(0)
    const { 'x-request-id': id, date: _, ...same } = first.headers
    for (const { status, headers, body } of answers) {
      expect([status, body.equals(first.body)]).toEqual([200, true])
      expect(headers).toMatchObject(same)
      expect(headers['x-request-id']).not.toBe(id)
    }
  })

  it.each([{}, { 'accept-encoding': 'gzip' }])('is not sent to a client that has it: %j', async (accepts) => {
    const { headers, body } = await get(board, accepts)
    expect(headers['content-encoding']).toBe(accepts['accept-encoding'])
    const text = headers['content-encoding'] ? gunzipSync(body) : body
    expect(text).toEqual((await get(board)).body)
    const known = await get(board, { ...accepts, 'if-none-match': headers.etag! })
    expect([known.status, known.body.length, known.headers['content-type']]).toEqual([304, 0, undefined])
  })

  it('is stored when a client asks that has it, for all others', async () => {
    const { headers } = await get(board)
    app.deps.services.reads.forgetAll()
    expect(await get(board, { 'if-none-match': headers.etag! })).toMatchObject({ status: 304 })
    const before = await fromMemory()
    expect(await connectionsFor(() => get(board))).toBe(0)
    expect(await fromMemory()).toBe(before + 1)
  })

  it('is another one for another view, host, protocol, kind of text or language', async () => {
    const texts = new Set<string>()
    const differing: [string, Record<string, string>][] = [
      ['/a/open', {}],
      ['/a/open?source=people', {}],
      ['/a/open', { host: 'localhost:1' }],
      ['/a/open', { 'x-forwarded-proto': 'https' }],
      ['/a/open', { 'accept-language': 'de' }],
      [board, {}],
      [board, { accept: 'text/plain' }],
    ]
    for (const [path, headers] of differing) texts.add((await get(path, headers)).body.toString())
    expect(texts.size).toBe(differing.length)
    const chosen = { cookie: 'voter=1; language=de' }
    expect((await get('/a/open', chosen)).body).toEqual(
      (await get('/a/open', { 'accept-language': 'de' })).body,
    )
  })

  it('counts in the metrics and the log like any other read', async () => {
    await get(board)
    const lines = app.logged.length
    const before = await fromMemory()
    await get(board, { 'x-request-id': 'mine' })
    expect(await fromMemory()).toBe(before + 1)
    expect(app.logged.slice(lines).map((line) => JSON.parse(line))).toMatchObject([
      { requestId: 'mine', method: 'GET', path: board, status: 200 },
    ])
  })

  it('is counted by method and status', async () => {
    const { headers } = await get(board)
    const counted = async () => {
      const { values } = await app.deps.services.metrics.requests.get()
      const ofBoard = values.filter(({ labels }) => labels.route?.toString().endsWith('leaderboard'))
      return Object.fromEntries(
        ofBoard.map(({ labels, value }) => [`${labels.method} ${labels.status}`, value]),
      )
    }
    const before = await counted()
    await get(board)
    app.deps.services.reads.forgetAll()
    for (let nth = 0; nth < 2; nth++) await get(board, { 'if-none-match': headers.etag! })
    for (let nth = 0; nth < 3; nth++) await get(board, {}, 'HEAD')
    const after = await counted()
    const sinceBefore = (kind: string) => after[kind]! - (before[kind] ?? 0)
    expect(['GET 2xx', 'GET 3xx', 'HEAD 2xx'].map(sinceBefore)).toEqual([1, 2, 3])
  })

  it('answers HEAD from memory with the headers of GET', async () => {
    const { headers } = await get(board, { 'accept-encoding': 'gzip' })
    const before = await fromMemory()
    const head = await get(board, { 'accept-encoding': 'gzip' }, 'HEAD')
    expect(await fromMemory()).toBe(before + 1)
    const { 'x-request-id': _, date: __, ...same } = headers
    expect(head).toMatchObject({ status: 200, headers: same })
    expect(head.body.length).toBe(0)
  })
})

describe('a board that changes', () => {
  it('is read anew after a vote', async () => {
    const old = await get(board)
    const visitor = new Visitor(app)
    await visitor.vote(await visitor.battle('open'), 'left')
    await app.settle()
    await expect.poll(async () => (await get(board)).headers.etag).not.toBe(old.headers.etag)
  })

  it('is on the list of arenas as soon as there is one more', async () => {
    const old = await get('/api/arenas')
    await app.import(arenaOf('third'))
    await expect.poll(async () => (await get('/api/arenas')).body.equals(old.body)).toBe(false)
  })

  it('is hidden at once when an operator hides its arena, here or at another server', async () => {
    expect((await get(board)).status).toBe(200)
    await app.sql`update arenas set visibility = 'private' where slug = 'open'`
    await expect.poll(async () => (await get(board)).status).toBe(404)
    expect((await get(board, AS_ADMIN)).status).toBe(200)
    expect((await get(board)).status).toBe(404)
  })
})
