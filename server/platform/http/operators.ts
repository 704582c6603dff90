import { OperatorRole } from '../../../shared/contracts/index.ts'
import { createHash } from 'node:crypto'
import type { Db } from '../schema.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

// The named token behind the current request, which the log records. It follows the request through all its calls.

const names = new AsyncLocalStorage<string | null>()

/** Does `work` as the holder of the named token; null: of the admin token, or nobody. */
export const runAsOperator = <T>(name: string | null, work: () => T): T => names.run(name, work)

/** The name of the token that acts; null: the admin token, the terminal or the server. */
export const actingToken = (): string | null => names.getStore() ?? null

/** What named tokens look like. Other texts are not looked up. */
const NAMED_TOKEN = /^dht_[\w-]{32}$/

/** The hash that is stored. A token is 192 random bits, so nobody finds it from a plain hash. */
export const hashOfOperatorToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** Who has this token; null: nobody, or the token was withdrawn. */
export async function operatorByToken(db: Db, token: string): Promise<Operator | null> {
  if (!NAMED_TOKEN.test(token)) return null
  const operator = await db
    .selectFrom('operator_tokens')
    .select(['name', 'role'])
    .where('token_hash', '=', hashOfOperatorToken(token))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return operator ?? null
}

// Which role each route for operators needs. A route that is missing here needs `admin`.

const ARENA = '/api/admin/arenas/{arena}'

/** By method and path, as the OpenAPI document writes them. */
export const ROUTE_ROLES: Readonly<Record<string, OperatorRole>> = {
  'GET /metrics': 'read',
  'GET /api/admin/self': 'read',
  'GET /api/admin/arenas': 'read',
  [`GET ${ARENA}`]: 'read',
  [`GET ${ARENA}/contestants`]: 'read',
  [`GET ${ARENA}/prompts`]: 'read',
  [`GET ${ARENA}/invitations`]: 'read',
  [`GET ${ARENA}/invitations/csv`]: 'read',
  [`GET ${ARENA}/invitations/agreement`]: 'read',
  [`GET ${ARENA}/votes`]: 'read',
  [`GET ${ARENA}/voters`]: 'read',
  [`GET ${ARENA}/judging`]: 'read',
  [`GET ${ARENA}/judging/stream`]: 'read',
  [`GET ${ARENA}/injections`]: 'read',
  [`GET ${ARENA}/drawn-answers`]: 'read',
  'GET /api/arenas/{arena}/challenges': 'read',
  [`GET ${ARENA}/challenges/outcome`]: 'read',
  [`GET ${ARENA}/audit`]: 'read',
  [`GET ${ARENA}/leaks`]: 'read',
  [`GET ${ARENA}/suspicions`]: 'read',
  'GET /api/admin/log': 'read',
  'GET /api/admin/models': 'read',

  [`POST ${ARENA}/judging/estimate`]: 'run',
  [`POST ${ARENA}/judging/start`]: 'run',
  [`POST ${ARENA}/judging/{change}`]: 'run',
  [`POST ${ARENA}/judging/budget`]: 'run',
  'POST /api/arenas/{arena}/challenges': 'run',
  [`POST ${ARENA}/compare/batch`]: 'run',
  [`POST ${ARENA}/invitations`]: 'run',
  [`POST ${ARENA}/invitations/shared-pairs`]: 'run',
  [`POST ${ARENA}/invitations/{invitation}/withdraw`]: 'run',
  [`POST ${ARENA}/invitations/{invitation}/renew`]: 'run',
  [`POST ${ARENA}/votes/{change}`]: 'run',
  [`POST ${ARENA}/leaks/{change}`]: 'run',
  [`POST ${ARENA}/suspicions/{change}`]: 'run',
}

/** @param path as the OpenAPI document writes it */
export const roleOfRoute = (method: string, path: string): OperatorRole =>
  ROUTE_ROLES[`${method === 'HEAD' ? 'GET' : method} ${path}`] ?? 'admin'

/** Whether somebody with a role may do what needs another: each role may also do what the ones before it may. */
export const roleAllows = (role: OperatorRole, needed: OperatorRole): boolean =>
  OperatorRole.options.indexOf(role) >= OperatorRole.options.indexOf(needed)

/** Somebody with a named token. */
export interface Operator {
  name: string
  role: OperatorRole
}
