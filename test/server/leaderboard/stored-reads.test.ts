/** Boards over HTTP: from memory while they stand, and never older than the last change that this process heard of. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../../server/app.ts'
import { READ_PARAMETERS } from '../../../server/leaderboard/index.ts'
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

  it('is sent to no client that has it, in any encoding', async () => {
    const plain = await get(board)
    for (const encoding of ['br', 'gzip']) {
      const { headers, body } = await get(board, { 'accept-encoding': encoding })
      expect([headers['content-encoding'], headers.etag]).not.toContain(plain.headers.etag)
      expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(body)).toEqual(plain.body)
      const known = await get(board, { 'accept-encoding': encoding, 'if-none-match': headers.etag! })
      expect([known.status, known.body.length, known.headers['content-type']]).toEqual([304, 0, undefined])
    }
  })

  it.each(FACES)('is from memory again after a read by a client that has it: %s', async (path) => {
    const { headers } = await get(path, { 'accept-encoding': 'gzip' })
    app.deps.services.reads.forgetAll()
    const request = { 'accept-encoding': 'gzip', 'if-none-match': headers.etag! }
    const known = await get(path, request)
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, headers.etag])
    expect(known.headers['content-type']).toBeUndefined()
    const before = await fromMemory()
    expect((await get(path, request)).status).toBe(304)
    expect((await get(path, { 'accept-encoding': 'gzip' })).status).toBe(200)
    expect(await fromMemory()).toBe(before + 2)
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
  it('is read anew after a vote, and other boards are not', async () => {
    const old = await get(board)
    await get('/api/arenas/other/leaderboard')
    const visitor = new Visitor(app)
    await visitor.vote(await visitor.battle('open'), 'left')
    await app.settle()
    await expect.poll(async () => (await get(board)).headers.etag).not.toBe(old.headers.etag)
    const before = await fromMemory()
    await get('/api/arenas/other/leaderboard')
    expect(await fromMemory()).toBe(before + 1)
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

it('the key of a read has every parameter that a board’s route reads', () => {
  const { paths } = describeApi() as {
    paths: Record<string, { get?: { parameters?: { in: string; name: string }[]; responses: object } }>
  }
  const names = Object.entries(paths)
    .filter(([path, { get: route }]) => /arena|\/a\//.test(path) && route && '304' in route.responses)
    .flatMap(([, { get: route }]) => route!.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name)
  expect(new Set(names).size).toBeGreaterThan(5)
  expect(names.filter((name) => !READ_PARAMETERS.has(name))).toEqual([])
})
