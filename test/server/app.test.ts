/** What every route shares: problem details, request ids, limits, headers, and a log that keeps secrets. */
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { Problem, PROBLEM_STATUS } from '../../shared/contracts/index.ts'
import { openApp } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { measureProcess } from '../../server/platform/http/metrics.ts'
import { openDatabaseCheck } from '../../server/platform/postgres/session-check.ts'
import { ADMIN_TOKEN, appFor, createTestApp, METRICS_TOKEN, AS_ADMIN } from '../support/app.ts'
import { arenaOf } from './arena-import.ts'
import { figuresIn, figuresOf } from './figures.ts'
import { Visitor } from './visitor.ts'

let address: string
const app = appFor({}, async () => {
  address = await app.serve()
  await app.import(arenaOf('open', { prompts: 20 }))
})

const json = { 'content-type': 'application/json' }
const battles = '/api/arenas/open/battles'

describe('a problem', () => {
  it.each([
    ['/api/nowhere', {}, 'not_found'],
    ['/api/arenas/nowhere', {}, 'arena_unknown'],
    ['/api/arenas/nowhere/leaderboard', {}, 'arena_unknown'],
    ['/api/arenas/open/export/votes.xls', {}, 'not_found'],
    ['/api/arenas/open/export/votes.csv.gz', {}, 'not_found'],
    ['/api/arenas/open/leaderboard?source=aliens', {}, 'invalid_request'],
    ['/api/arenas/%00/leaderboard', {}, 'invalid_request'],
    ['/api/arenas/open/leaderboard?source=judge:%00', {}, 'invalid_request'],
    ['/api/arenas/open', { headers: { authorization: 'Bearer wrong' } }, 'token_invalid'],
    ['/api/admin/arenas/open/contestants/x/retire', { method: 'POST' }, 'token_invalid'],
    [battles, { method: 'POST', headers: json, body: '{' }, 'invalid_request'],
    [battles, { method: 'PUT' }, 'method_not_allowed'],
    ['/api/nowhere', { method: 'OPTIONS' }, 'not_found'],
    ['/a/open/nothing', {}, 'not_found'],
  ] as const)('at %s has all its fields', async (path, init, code) => {
    const response = await app.request(path, init as RequestInit)
    expect(response.status).toBe(PROBLEM_STATUS[code])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const problem = Problem.strict().parse(await response.json())
    expect(problem).toMatchObject({ code, status: response.status })
    expect(problem.detail.length).toBeGreaterThan(10)
    expect(problem.requestId).toBe(response.headers.get('x-request-id'))
    expect(problem.requestId).toMatch(/^[\w-]{8,}$/)
  })

  it('with an unknown cause gives the request id and no detail of the cause', async () => {
    const broken = await createTestApp({ database: app.database })
    broken.deps.chance.newId = () => {
      throw new Error('the well is poisoned: secret-of-the-house')
    }
    const response = await broken.request(battles, { json: {} })
    const text = await response.text()
    await broken.close()
    expect(response.status).toBe(500)
    expect(Problem.parse(JSON.parse(text))).toMatchObject({ code: 'internal' })
    expect(text).not.toMatch(/poisoned|secret-of-the-house|\.ts|node_modules/)
    const line = broken.logged.find((one) => one.includes('poisoned'))
    expect(JSON.parse(line!)).toMatchObject({ level: 50, requestId: response.headers.get('x-request-id') })
  })
})

it.each([
  ['OPTIONS', '/api/arenas', 'GET, HEAD'],
  ['DELETE', '/api/arenas/open/leaderboard', 'GET, HEAD'],
  ['GET', battles.replace('battles', 'result'), 'POST'],
  ['PUT', battles, 'GET, HEAD, POST'],
  ['POST', '/a/open', 'GET, HEAD'],
])('%s %s is refused with the methods that the address takes', async (method, path, allow) => {
  const response = await app.request(path, { method })
  expect(response.headers.get('allow')).toBe(allow)
  await expect(response).toBeProblem(405, 'method_not_allowed')
})

it.each([
  ['/a/open/?source=all', '/a/open?source=all'],
  ['/api/arenas//', '/api/arenas'],
  ['/a/open/badge.svg/', '/a/open/badge.svg'],
])('a slash at the end leads to the address without it: %s', async (path, location) => {
  const response = await app.request(path, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([301, location])
})

it('a slash at the end of an unknown address leads nowhere', async () => {
  expect((await app.request('//elsewhere.example/')).status).toBe(404)
})

it.each(['Bearer', 'bearer', 'BEARER'])('the scheme of a token may be written %s', async (scheme) => {
  const headers = { authorization: `${scheme} ${ADMIN_TOKEN}` }
  expect((await app.request('/api/admin/self', { headers })).status).toBe(200)
})

describe('a parameter', () => {
  it.each([
    ['/api/arenas?Q=x', 'Q: is not a parameter here; did you mean "q"?'],
    ['/api/arenas/open?fresh', 'fresh: is not a parameter here; there are none.'],
    ['/api/arenas/open/leaderboard?sourc=judges', /^sourc: .*; did you mean "source"\?/],
    ['/api/arenas/open/leaderboard?limit=', /^limit: is not a parameter here/],
    ['/api/arenas/open/compare?a=x&b=y&minWinrate=0.9', /did you mean "minWinRate"/],
    ['/api/arenas/open/export/votes.csv?sorce=people', /did you mean "source"/],
    ['/a/open/badge.svg?label=x', /^label: is not a parameter here/],
    ['/a/open/plate.svg?Theme=dark', /did you mean "theme"/],
    ['/a/open.txt?width=40', /^width: /],
    ['/api/admin/arenas/open/import?dryrun', /did you mean "dry-run"/, 'POST'],
    ['/api/arenas/open/leaderboard?source=people&source=judges', 'source: is given twice; give it once.'],
    ['/api/arenas?limit=1&limit=2', 'limit: is given twice; give it once.'],
    ['/api/arenas/open/leaderboard?looks=two', 'looks: is not an allowed value; choose any, one.'],
    [
      '/api/arenas/open/leaderboard?source=judge',
      /^source: is not an allowed value; .* did you mean "judges"\?$/,
    ],
    [
      '/api/arenas/open/leaderboard?from=2027-01-01&to=2020-01-01',
      /^from: 2027-01-01 is not before 2020-01-01/,
    ],
  ] as [path: string, detail: string | RegExp, method?: 'POST'][])(
    'that the route does not know, or that is given twice, is refused: %s',
    async (path, detail, method) => {
      const response = await app.request(path, { method: method ?? 'GET', headers: AS_ADMIN })
      const problem = Problem.parse(await response.json())
      expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(problem.detail).toMatch(detail)
    },
  )

  it.each([
    '/?utm_source=x',
    '/a/open?utm_source=x',
    '/a/open/embed?utm_source=x',
    '/a/open/compare?minWinrate=x',
    '/healthz?t=1',
    '/api/arenas/open/battles?criterion=a&criterion=b',
  ])('of others does not matter on a page, and a list may repeat its name: %s', async (path) => {
    const response = await app.request(path)
    expect(await response.text()).not.toMatch(/is not a parameter|is given twice/)
  })

  it('of its own is no fault of a site that asks for a frame', async () => {
    const url = encodeURIComponent(`${address}/a/open`)
    expect((await fetch(`${address}/oembed?url=${url}&dnt=1`)).status).toBe(200)
  })
})

describe('a body', () => {
  const large = JSON.stringify({ criterion: 'x'.repeat(64 * 1024) })

  it('of more than 64 kB is refused', async () => {
    const response = await fetch(address + battles, { method: 'POST', headers: json, body: large })
    await expect(response).toBeProblem(413, 'too_large')
  })

  it('of more than 64 kB is refused even without a declared length', async () => {
    const body = new Blob([large]).stream()
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit
    await expect(fetch(address + battles, init)).toBeProblem(413, 'too_large')
  })

  it('that is not JSON is refused without a stack trace', async () => {
    for (const body of ['', '{"ticket":', 'null', '"text"', '\u0000']) {
      const response = await fetch(`${address}/api/battles/x/vote`, { method: 'POST', headers: json, body })
      const text = await response.text()
      expect([response.status, JSON.parse(text).code]).toEqual([400, 'invalid_request'])
      expect(text).not.toMatch(/\bat \w|\.ts\b|SyntaxError/)
    }
  })
})

describe('every answer', () => {
  it('has a request id, and keeps a well-formed one from the request', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await app.request('/healthz')).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(2)
    const response = await app.request('/healthz', { headers: { 'x-request-id': 'from-the-proxy' } })
    expect(response.headers.get('x-request-id')).toBe('from-the-proxy')
    const forged = await app.request('/healthz', { headers: { 'x-request-id': '<script>' } })
    expect(forged.headers.get('x-request-id')).not.toContain('<')
  })

  it('forbids foreign scripts, frames and guessed content types', async () => {
    const { headers } = await app.request('/api/arenas')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src|unsafe-eval/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('a Space of Hugging Face', () => {
  const SITE = 'https://huggingface.co'
  const space = appFor({ framedBy: SITE }, () => space.import(arenaOf('open')))
  const framed = async (path: string) => {
    const { headers } = await space.request(path, { headers: { 'sec-fetch-dest': 'iframe' } })
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy')!)!
    return { ancestors, old: headers.get('x-frame-options') }
  }

  it('is the process with its variable', async () => {
    const config = readConfig({ DATABASE_URL: space.database.connectionString, DEADHEAT_DATA: tmpdir() })
    const open = async (env: NodeJS.ProcessEnv) => {
      const opened = await openApp(config, () => {}, { env })
      await opened.close()
      return opened.deps.access.framedBy
    }
    expect(await open({ SPACE_ID: 'somebody/arena' })).toBe(SITE)
    expect(await open({})).toBeNull()
  })

  it.each(['/', '/a/open', '/a/open/vote', '/api/arenas'])(
    'shows %s in a frame of that site',
    async (path) => {
      expect(await framed(path)).toEqual({ ancestors: SITE, old: null })
    },
  )

  it.each(['/admin', '/admin/a/open', '/api/admin/arenas'])('never shows %s in a frame', async (path) => {
    expect(await framed(path)).toEqual({ ancestors: "'none'", old: 'SAMEORIGIN' })
  })

  it('knows voters in the frame by a cookie of that frame', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const { headers: sent } = await space.request('/api/arenas/open/battles', { json: {}, headers })
    expect(sent.get('set-cookie')).toMatch(/; Secure(?=.*; SameSite=None)(?=.*; Partitioned)/)
  })
})

describe('health', () => {
  it('is ready without an arena, and says whether one can be voted on', async () => {
    const empty = await createTestApp()
    const ready = async () => {
      const response = await empty.request('/readyz')
      return [response.status, await response.json()]
    }
    expect((await empty.request('/healthz')).status).toBe(200)
    expect(await ready()).toEqual([200, { ready: true, votable: false }])
    await empty.import(arenaOf('alike', { says: () => 'all the same' }))
    expect(await ready()).toEqual([200, { ready: true, votable: false }])
    await empty.import(arenaOf('open'))
    expect(await ready()).toEqual([200, { ready: true, votable: true }])
    await empty.close()
  })

  it('is not ready on a database that misses a migration, and ready on a newer one', async () => {
    const other = await createTestApp()
    const { pool } = other.database
    const ready = () => {
      other.deps.postgres.check = openDatabaseCheck(other.database)
      return other.request('/readyz')
    }
    await pool.query(`insert into kysely_migration values ('9999_of_the_next_version', 'now')`)
    expect((await ready()).status).toBe(200)
    await pool.query(`delete from kysely_migration where name like '0002%'`)
    const response = await ready()
    const { detail } = (await response.clone().json()) as { detail: string }
    await expect(response).toBeProblem(503, 'database_outdated')
    expect(detail).toContain('0002_judging')
    await other.close()
  })

  it('leaves idle connections open for longer than proxies in front of it keep theirs', async () => {
    const { headers } = await fetch(`${address}/healthz`)
    // nginx and load balancers of clouds: up to 75 s; Caddy: 120 s
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive')!)![1])).toBeGreaterThan(120)
  })
})

describe('the metrics', () => {
  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  it('need the admin token or the metrics token, and are never cached', async () => {
    for (const token of [ADMIN_TOKEN, METRICS_TOKEN]) {
      const response = await app.request('/metrics', withToken(token))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).toMatch(
        /^# HELP deadheat_info .+\n# TYPE deadheat_info gauge\ndeadheat_info\{.+\} 1$/m,
      )
    }
    await expect(app.request('/metrics')).toBeProblem(401, 'token_invalid')
    await expect(app.request('/metrics', withToken(`${METRICS_TOKEN}x`))).toBeProblem(401, 'token_invalid')
    expect((await app.request('/api/admin/arenas', withToken(METRICS_TOKEN))).status).toBe(401)
    const head = await app.request('/metrics', { method: 'HEAD', ...withToken(METRICS_TOKEN) })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const posted = await app.request('/metrics', { method: 'POST', ...withToken(METRICS_TOKEN) })
    await expect(posted).toBeProblem(405, 'method_not_allowed')
  })

  it('cannot be read with an empty token if none is set', async () => {
    const closed = await createTestApp({ database: app.database })
    closed.deps.access.metricsToken = ''
    expect((await closed.request('/metrics', withToken(''))).status).toBe(401)
    expect((await closed.request('/metrics', withToken(ADMIN_TOKEN))).status).toBe(200)
    await closed.close()
  })

  it('count requests, battles, votes and refusals', async () => {
    const before = await figuresOf(app)
    const visitor = new Visitor(app)
    const shown = await visitor.battle('open')
    await visitor.choose(shown, 'left')
    await visitor.vote(shown, 'left')
    await visitor.choose(shown, 'right')
    const regretted = await visitor.battle('open')
    await visitor.choose(regretted, 'left')
    await visitor.takeBack(regretted)
    await visitor.takeBack(regretted)
    const after = await figuresOf(app)
    const rise = (name: string, labels: Record<string, string>) => after(name, labels) - before(name, labels)
    expect(rise('deadheat_battles_issued_total', { origin: 'page' })).toBe(2)
    expect(rise('deadheat_votes_total', { source: 'human' })).toBe(1)
    expect(rise('deadheat_votes_refused_total', { code: 'battle_already_decided' })).toBe(1)
    const route = '/api/battles/:id/vote'
    const counted = ['2xx', '4xx'].map((status) =>
      rise('deadheat_http_requests_total', { route, method: 'POST', status }),
    )
    expect(counted).toEqual([3, 1])
    expect(rise('deadheat_http_request_duration_seconds_count', { route, method: 'POST' })).toBe(4)
  })

  it('include process, pool, queue and boards', async () => {
    await app.request('/api/arenas/open/leaderboard')
    measureProcess(app.deps.services.metrics)
    const figure = await figuresOf(app)
    expect(figure('deadheat_info', {})).toBe(1)
    expect(figure('process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(figure('process_start_time_seconds')).toBeGreaterThan(1.7e9)
    expect(figure('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(figure('deadheat_database_up')).toBe(1)
    expect(figure('deadheat_database_connections')).toBeGreaterThan(0)
    expect(figure('deadheat_database_waiting')).toBe(0)
    expect(figure('deadheat_board_duration_seconds_count')).toBeGreaterThan(0)
    expect(figure('deadheat_jobs', { task: 'rate-arena', state: 'waiting' })).toBe(1)
    const behind = async () => (await figuresOf(app))('deadheat_job_age_seconds', { task: 'rate-arena' })
    const { pool } = app.database
    await pool.query(`update graphile_worker._private_jobs set run_at = now() - interval '90 seconds'`)
    expect(await behind()).toBeGreaterThanOrEqual(90)
    await pool.query(`update graphile_worker._private_jobs set run_at = now() + interval '90 seconds'`)
    expect(await behind()).toBe(0)
    expect((await figuresOf(app))('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('have no label that a visitor can choose', async () => {
    const labels = async () => {
      const requests = (await figuresIn(app)).filter(({ name }) => name.startsWith('deadheat_http_'))
      return requests.map((one) => JSON.stringify([one.name, one.labels]))
    }
    const odd = (i: number) => [
      app.request(`/odd-${i}"\n`),
      app.request(`/api/odd/${i}`),
      app.request(`/assets/odd-${i}.js`),
      app.request(`/api/arenas/odd-${i}`),
      app.request(`/a/odd-${i}/nothing/at/all`),
      app.request('/healthz', { method: `ODD${i}` }),
    ]
    await Promise.all(odd(1))
    const before = await labels()
    await Promise.all([...odd(2), ...odd(3)])
    expect(await labels()).toEqual(before)
    expect(before.join('')).not.toMatch(/odd|ODD/)
  })
})

it('the log has one line for each request, without any body, ticket, cookie or token', async () => {
  app.logged.length = 0
  const visitor = new Visitor(app)
  const shown = await visitor.battle('open')
  const answers = [
    await visitor.choose(shown, 'left', { reason: 'a private reason' }),
    await visitor.choose(shown, 'right'),
    await visitor.choose({ ...shown, battle: { ...shown.battle, id: 'x' } }, 'right'),
    await visitor.takeBack(shown),
    await visitor.choose({ ...shown, ticket: `${shown.ticket}x` }, 'left'),
    await app.asAdmin('/api/arenas/open'),
    await app.request('/api/arenas/open', { headers: { authorization: `Bearer ${ADMIN_TOKEN}x` } }),
    await app.request(battles, { json: { ticket: shown.ticket } }),
  ]
  const lines = app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(lines.slice(1).map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
  expect(lines[1]).toMatchObject({
    method: 'POST',
    path: `/api/battles/${shown.battle.id}/vote`,
    status: 201,
  })
  const secrets = [shown.ticket, visitor.cookie.split('=')[1], ADMIN_TOKEN, 'a private reason']
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  for (const secret of secrets) {
    expect(app.logged.join('')).not.toContain(secret)
    expect(bodies.join('')).not.toContain(secret)
  }
})

it('an unknown name is refused with the nearest one that the caller may see', async () => {
  await app.import({
    ...arenaOf('secret', { prompts: 2 }),
    arena: { slug: 'secret', visibility: 'private' },
  })
  const said = async (path: string, headers: Record<string, string> = {}) => {
    const { detail } = await app.json<Problem>(path, { headers })
    return detail
  }
  expect(await said('/api/arenas/opem/leaderboard')).toBe(
    'There is no arena "opem" here; did you mean "open"?',
  )
  expect(await said('/api/arenas/nowhere')).toBe('There is no arena "nowhere" here.')
  for (const slug of ['secret', 'secrte']) {
    expect(await said(`/api/arenas/${slug}`)).toBe(`There is no arena "${slug}" here.`)
    expect(await app.text(`/a/${slug}`)).not.toContain('did you mean')
  }
  expect(await said('/api/arenas/secrte', AS_ADMIN)).toContain('did you mean "secret"?')
  expect(await app.text('/a/opem')).toContain('open')
  const [{ slug }] = (await app.deps.db.selectFrom('contestants').select('slug').execute()) as [
    { slug: string },
  ]
  expect(await said(`/api/arenas/open/contestants/${slug}x`)).toContain(`did you mean "${slug}"`)
})

/** The front page: the list of public arenas as the server draws it, or the only arena. */
describe('the first page', () => {
  const app = appFor()

  const get = (headers: Record<string, string> = {}) => app.request('/', { headers })
  const bring = (slug: string, arena = {}) => app.import(arenaOf(slug, { arena }))
  /** The page without the data for the browser. */
  const drawn = async (headers = {}) =>
    (await (await get(headers)).text()).split('<script type="application/json"')[0]!

  it('explains how to make an arena while there is none, in the language of the reader', async () => {
    expect(await drawn()).toContain('No arena yet.')
    expect(await drawn({ 'accept-language': 'de' })).toContain('Noch keine Arena')
  })

  it('leads to the only public arena', async () => {
    await bring('open')
    await bring('hidden', { visibility: 'private' })
    const response = await get()
    expect([response.status, response.headers.get('location')]).toEqual([302, '/a/open'])
  })

  it('lists all public arenas, is not sent again unchanged, and shows titles as text', async () => {
    await bring('second', { title: 'Second <b>arena</b>' })
    const page = await drawn()
    expect(page).toMatch(/<a href="\/a\/open"[^>]*>Arena open<\/a>/)
    expect(page).toMatch(/<a href="\/a\/second"[^>]*>Second &lt;b>arena&lt;\/b><\/a>/)
    expect(page).not.toContain('/a/hidden')
    const etag = (await get()).headers.get('etag')!
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    await bring('third')
    expect((await get({ 'if-none-match': etag })).status).toBe(200)
  })
})

/** Long responses are compressed for clients that accept it. */
const compressed = (path: string, headers = {}) =>
  fetch(`${address}${path}`, { headers: { 'accept-encoding': 'gzip', ...headers } })

it.each([
  '/openapi.json',
  '/api/arenas/open/leaderboard',
  '/api/arenas/open/export/votes.csv',
  '/api/arenas/open/export/votes.jsonl',
])('%s is compressed', async (path) => {
  const packed = await compressed(path)
  expect(packed.status).toBe(200)
  expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
  const plain = await fetch(`${address}${path}`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBe(null)
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(await packed.text()).toBe(await plain.text())
})

it('a short response such as health is not compressed', async () => {
  expect((await compressed('/healthz')).headers.get('content-encoding')).toBe(null)
})

it('a stream is not compressed, and sends its first event at once', async () => {
  const leaving = new AbortController()
  const { headers, body } = await fetch(`${address}/api/arenas/open/leaderboard/stream`, {
    headers: { 'accept-encoding': 'gzip' },
    signal: leaving.signal,
  })
  expect(headers.get('content-encoding')).toBe(null)
  const { value } = await body!.getReader().read()
  expect(new TextDecoder().decode(value)).toContain('event: leaderboard')
  leaving.abort()
})
