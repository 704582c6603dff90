/** Named tokens of operators over HTTP. */
import { Hono } from 'hono'
import { z } from 'zod'
import { NewOperatorToken, OperatorToken, OperatorTokenRequest, OwnToken } from '../shared/contracts/index.ts'
import { adminOnly } from './platform/http/admin.ts'
import type { Deps } from './platform/deps.ts'
import { checked, type Env } from './platform/http/http.ts'
import { listTokens, makeToken, withdrawToken } from './platform/http/operator-tokens.ts'
import { describeRoute, jsonBody } from './platform/http/route-description.ts'

export const operatorRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/admin/self',
      describeRoute({
        summary: 'Whose token the request carries, its role, and how large an import may be.',
        responses: { 200: jsonBody('The name, the role and the limit.', OwnToken) },
      }),
      adminOnly(deps),
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
        responses: { 200: jsonBody('The list.', z.object({ tokens: z.array(OperatorToken) })) },
      }),
      adminOnly(deps),
      async (c) => c.json({ tokens: await listTokens(deps) }),
    )
    .post(
      '/api/admin/tokens',
      describeRoute({
        summary: 'Makes a named token with a role. Only this response contains the token.',
        responses: { 201: jsonBody('The token.', NewOperatorToken) },
        problems: ['too_large'],
      }),
      adminOnly(deps),
      checked('json', OperatorTokenRequest),
      async (c) => c.json(await makeToken(deps, c.req.valid('json')), 201),
    )
    .post(
      '/api/admin/tokens/:token{\\d{1,9}}/withdraw',
      describeRoute({
        summary: 'Withdraws a named token. It ends at once.',
        responses: { 200: jsonBody('The token.', OperatorToken) },
        problems: ['not_found'],
      }),
      adminOnly(deps),
      async (c) => c.json(await withdrawToken(deps, { id: Number(c.req.param('token')) })),
    )
