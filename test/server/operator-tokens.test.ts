/** Named tokens of operators: what each role may do, and whose token the log names. */
import { expect, it } from 'vitest'
import { describeApi } from '../../server/app.ts'
import { ROUTE_ROLES } from '../../server/platform/http/operators.ts'
import type { AuditLog, NewOperatorToken, OperatorRole } from '../../shared/contracts/index.ts'
import { ADMIN_TOKEN, appFor, formOf } from '../support/app.ts'
import { arenaOf } from './arena-import.ts'
import { problemOf } from './visitor.ts'

const tokens = {} as Record<OperatorRole, string>
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const app = appFor({}, async () => {
  await app.import(arenaOf('guarded', { arena: { visibility: 'private' } }))
  for (const role of ['read', 'run', 'admin'] as const) {
    const made = await app.request('/api/admin/tokens', {
      json: { name: `the ${role} one`, role },
      headers: bearer(ADMIN_TOKEN),
    })
    tokens[role] = ((await made.json()) as NewOperatorToken).token
  }
})

interface Described {
  security?: Record<string, string[]>[]
  parameters: { schema: { enum?: string[] } }[]
}

/** The routes of the OpenAPI document that need the token of an operator. */
const operatorRoutes = () =>
  Object.entries(describeApi().paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, route]) => {
      const { security = [], parameters } = route as Described
      const changes = parameters.flatMap(({ schema }) => schema.enum ?? [])
      const roles = security.flatMap(({ admin = [] }) => admin)
      return security.some((one) => 'admin' in one)
        ? [{ route: `${method.toUpperCase()} ${path}`, roles, changes }]
        : []
    }),
  )

/** A route that is not named needs the role admin. */
const roleOf = (route: string): OperatorRole => ROUTE_ROLES[route] ?? 'admin'

it('Each route for operators has a role, also each below /api/admin, and the OpenAPI document says which', () => {
  const described = operatorRoutes()
  const routes = Object.entries(describeApi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const forAdmins = routes.filter((route) => route.includes(' /api/admin/'))
  expect(described.map(({ route }) => route)).toEqual(
    expect.arrayContaining([...forAdmins, ...Object.keys(ROUTE_ROLES)]),
  )
  for (const { route, roles } of described) expect([route, roles]).toEqual([route, [roleOf(route)]])
})

it('Each role may do what its routes need, and nothing beyond; without a token nobody may', async () => {
  const order: OperatorRole[] = ['read', 'run', 'admin']
  for (const { route, changes } of operatorRoutes()) {
    const needed = roleOf(route)
    const [method, path] = route.split(' ')
    // none of these exist, so a request that passes does nothing
    const address = path
      .replace('{arena}', 'not-there')
      .replace(/\{(link|invitation|token)\}/, '999999')
      .replace('{change}', changes[0] ?? '')
      .replace(/\{\w+\}/g, 'nobody')
    const bare = await app.request(address, { method })
    expect([route, ...(await problemOf(bare))]).toEqual([route, 401, 'token_invalid'])
    for (const role of order.slice(0, order.indexOf(needed))) {
      const refused = await app.request(address, { method, headers: bearer(tokens[role]) })
      expect([route, role, ...(await problemOf(refused))]).toEqual([route, role, 403, 'role_too_low'])
    }
    if (needed === 'admin') continue
    const passed = await app.request(address, { method, headers: bearer(tokens[needed]) })
    expect([route, [401, 403].includes(passed.status)]).toEqual([route, false])
    await passed.body?.cancel()
  }
})

it('A budget above that of the arena needs the role admin, whichever route asks for it', async () => {
  await app.sql`update arenas set settings = settings || '{"budgetUsd": 5}'`
  const ask = async (path: string, role: OperatorRole, json: object) =>
    problemOf(await app.request(path, { json, headers: bearer(tokens[role]) }))
  const arena = '/api/admin/arenas/guarded'
  const bodies: [string, object][] = [
    [`${arena}/judging/budget`, {}],
    [`${arena}/judging/start`, {}],
    [`${arena}/compare/batch`, { a: 'nobody', b: 'no one' }],
    ['/api/arenas/guarded/challenges', { incumbent: 'nobody', challenger: 'no one' }],
  ]
  for (const [path, body] of bodies) {
    for (const budgetUsd of [null, 5.01])
      expect([path, await ask(path, 'run', { ...body, budgetUsd })]).toEqual([path, [403, 'role_too_low']])
    for (const [role, budgetUsd] of [['run', 5] as const, ['admin', null] as const])
      expect([path, (await ask(path, role, { ...body, budgetUsd }))[0]]).not.toEqual([path, 403])
  }
})

it('A token with the role read opens a private arena to its readers', async () => {
  const path = '/api/arenas/guarded/leaderboard'
  expect((await app.request(path)).status).toBe(404)
  expect((await app.request(path, { headers: bearer(tokens.read) })).status).toBe(200)
  const unknown = `dht_${'x'.repeat(32)}`
  await expect(app.request(path, { headers: bearer(unknown) })).toBeProblem(401, 'token_invalid')
})

it('The log names the token, and the admin token by no name', async () => {
  for (const token of [tokens.admin, ADMIN_TOKEN])
    await app.request('/api/admin/arenas/guarded/decides', {
      json: { votes: token === ADMIN_TOKEN ? 9 : 8 },
      headers: bearer(token),
    })
  const read = (path: string) => app.json<AuditLog>(path, { headers: bearer(tokens.read) })
  const { entries } = await read('/api/admin/arenas/guarded/audit')
  expect(entries.slice(0, 2).map(({ act, actor, token }) => [act, actor, token])).toEqual([
    ['decides_changed', 'token', undefined],
    ['decides_changed', 'token', 'the admin one'],
  ])
  const server = await read('/api/admin/log')
  expect(server.entries.map(({ act, details }) => [act, details['name']])).toContainEqual([
    'token_made',
    'the run one',
  ])
})

it('An import in its own thread is recorded under the token too', async () => {
  const votes = 'model_a,model_b,winner,question_id\nQuillon-7b,Zephrite-v2,model_a,p1\n'
  const path = '/api/admin/arenas/guarded/import'
  const body = formOf({ 'votes.csv': votes })
  const sent = await app.request(path, { method: 'POST', body, headers: bearer(tokens.admin) })
  expect([sent.status, await sent.text()]).toEqual([200, expect.any(String)])
  const log = await app.request('/api/admin/arenas/guarded/audit', { headers: bearer(tokens.read) })
  const [{ act, token }] = ((await log.json()) as AuditLog).entries
  expect([act, token]).toEqual(['arena_changed', 'the admin one'])
})

it('Only a hash is stored; a withdrawn token ends at once, and its name is not used again', async () => {
  const headers = bearer(ADMIN_TOKEN)
  const make = () => app.request('/api/admin/tokens', { json: { name: 'leaver', role: 'run' }, headers })
  const { id, token } = (await (await make()).json()) as NewOperatorToken
  const stored = await app.deps.db.selectFrom('operator_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  expect((await app.request('/api/admin/arenas', { headers: bearer(token) })).status).toBe(200)
  expect((await app.request(`/api/admin/tokens/${id}/withdraw`, { method: 'POST', headers })).status).toBe(
    200,
  )
  await expect(app.request('/api/admin/arenas', { headers: bearer(token) })).toBeProblem(401, 'token_invalid')
  await expect(make()).toBeProblem(400, 'invalid_request')
})

it('Each token is told its name and role', async () => {
  const self = async (token: string) =>
    (await app.request('/api/admin/self', { headers: bearer(token) })).json()
  expect(await self(tokens.run)).toEqual({ name: 'the run one', role: 'run', importMegabytes: 1024 })
  expect(await self(ADMIN_TOKEN)).toEqual({ name: null, role: 'admin', importMegabytes: 1024 })
  await expect(app.request('/api/admin/self')).toBeProblem(401, 'token_invalid')
})
