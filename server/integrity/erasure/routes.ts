import { Hono } from 'hono'
import { arenaNamed } from '../../arenas/index.ts'
import {
  ErasedText,
  ErasedVoter,
  EraseTextRequest,
  EraseVoterRequest,
} from '../../../shared/contracts/index.ts'
import { adminOnly } from '../../platform/http/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked, type Env } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import { eraseText } from './erase-text.ts'
import { eraseVoter } from './erase-voter.ts'

export const erasureRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/admin/arenas/:arena/erase/voter',
      describeRoute({
        summary:
          'Erases a person for good. The votes stay and count, under a pseudonym. Reasons and network of the person are deleted.',
        responses: { 200: jsonBody('The pseudonym.', ErasedVoter) },
        problems: ['arena_unknown', 'voter_unknown'],
      }),
      adminOnly(deps),
      checked('json', EraseVoterRequest),
      async (c) =>
        c.json(await eraseVoter(deps, await arenaNamed(deps.db, c.req.param('arena')), c.req.valid('json'))),
    )
    .post(
      '/api/admin/arenas/:arena/erase/text',
      describeRoute({
        summary:
          'Erases the answers of a contestant to a prompt, or a prompt with all its answers, for good. Votes on them stay and count.',
        responses: { 200: jsonBody('What was erased.', ErasedText) },
        problems: ['arena_unknown', 'prompt_unknown', 'contestant_unknown'],
      }),
      adminOnly(deps),
      checked('json', EraseTextRequest),
      async (c) =>
        c.json(await eraseText(deps, await arenaNamed(deps.db, c.req.param('arena')), c.req.valid('json'))),
    )
