import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import {
  NewOperatorToken,
  OperatorToken,
  OperatorTokenRequest,
  CurrentToken,
} from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { recordAct } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { ProblemError } from '../problem.ts'
import { hashOfOperatorToken } from './operators.ts'
import { Hono } from 'hono'
import { z } from 'zod'
import { respondByAccept } from './answer.ts'
import { validateRequest, type Env } from './http.ts'
import { answerBody, describeRoute, jsonBody } from './route-description.ts'
import type { Database } from '../schema.ts'

type Making = Pick<Deps, 'db' | 'clock' | 'actor'>

/** All named tokens, also withdrawn ones, newest first. */
export async function listTokens({ db }: Pick<Deps, 'db'>): Promise<OperatorToken[]> {
  return (await db.selectFrom('operator_tokens').selectAll().orderBy('id', 'desc').execute()).map(described)
}

/**
 * Makes a named token.
 * @throws {ProblemError} invalid_request if the name was used before
 */
export async function makeToken(
  deps: Making,
  { name, role }: OperatorTokenRequest,
): Promise<NewOperatorToken> {
  const token = `dht_${randomBytes(24).toString('base64url')}`
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('operator_tokens')
      .values({ name, role, token_hash: hashOfOperatorToken(token), made_at: deps.clock() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row)
      throw new ProblemError(
        'invalid_request',
        `There is or was a token named "${name}". Choose another name, so that the log stays clear.`,
      )
    await recordAct(trx, deps, null, 'token_made', { name, role })
    return { ...described(row), token }
  })
}

/**
 * Ends a named token at once. A token that was withdrawn before stays as it is.
 * @throws {ProblemError} not_found
 */
export async function withdrawToken(deps: Making, id: number): Promise<OperatorToken> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('operator_tokens')
      .set({ withdrawn_at: deps.clock() })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row) {
      await recordAct(trx, deps, null, 'token_withdrawn', { name: row.name, role: row.role })
      return described(row)
    }
    const ended = await trx.selectFrom('operator_tokens').selectAll().where('id', '=', id).executeTakeFirst()
    if (!ended) throw new ProblemError('not_found', msg('no_such_token', { token: String(id) }))
    return described(ended)
  })
}

const described = ({
  id,
  name,
  role,
  made_at,
  withdrawn_at,
}: Selectable<Database['operator_tokens']>): OperatorToken => ({
  id,
  name,
  role,
  madeAt: made_at.toISOString(),
  withdrawnAt: withdrawn_at?.toISOString() ?? null,
})

const operatorTokenLine = ({ name, role, madeAt, withdrawnAt }: OperatorToken): string =>
  [
    name,
    role,
    `made ${madeAt.slice(0, 10)}`,
    ...(withdrawnAt ? [`withdrawn ${withdrawnAt.slice(0, 10)}`] : []),
  ].join(' · ')

export const operatorRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/admin/self',
      describeRoute({
        summary: 'Whose token the request carries, its role, and how large an import may be.',
        responses: { 200: jsonBody('The name, the role and the limit.', CurrentToken) },
      }),
      (c) => {
        const { name, role } = c.get('operator') ?? { name: null, role: 'admin' as const }
        return c.json({ name, role, importMegabytes: deps.settings.importMegabytes })
      },
    )
    .get(
      '/api/admin/tokens',
      describeRoute({
        summary:
          'The named tokens of operators, newest first, also withdrawn ones, without the tokens themselves.',
        responses: { 200: answerBody('The list.', z.object({ tokens: z.array(OperatorToken) })) },
      }),
      async (c) =>
        respondByAccept(
          c,
          { tokens: await listTokens(deps) },
          {
            'text/plain': ({ tokens }) =>
              tokens.map(operatorTokenLine).join('\n') || 'There is no named token.',
          },
        ),
    )
    .post(
      '/api/admin/tokens',
      describeRoute({
        summary: 'Makes a named token with a role. Only this response contains the token.',
        responses: { 201: answerBody('The token.', NewOperatorToken) },
        problems: ['too_large'],
      }),
      validateRequest('json', OperatorTokenRequest),
      async (c) => {
        c.status(201)
        return respondByAccept(c, await makeToken(deps, c.req.valid('json')), {
          'text/plain': ({ token }) => token,
        })
      },
    )
    .post(
      '/api/admin/tokens/:token{\\d{1,9}}/withdraw',
      describeRoute({
        summary: 'Withdraws a named token. It ends at once.',
        responses: { 200: answerBody('The token.', OperatorToken) },
        problems: ['not_found'],
      }),
      async (c) =>
        respondByAccept(c, await withdrawToken(deps, Number(c.req.param('token'))), {
          'text/plain': ({ name }) => `The token "${name}" is withdrawn.`,
        }),
    )
