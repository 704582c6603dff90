import { Hono } from 'hono'
import {
  AdminPrompts,
  PromptSelection,
  PromptsReceipt,
  PromptsRequest,
} from '../../shared/contracts/index.ts'
import { arenaNamed } from '../arenas/index.ts'
import { adminOnly } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { describeRoute, jsonBody } from '../platform/route-description.ts'
import { listPrompts } from './list-prompts.ts'
import { retirePrompts } from './retire-prompts.ts'

const PROMPTS = '/api/admin/arenas/:arena/prompts'

export const promptRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      PROMPTS,
      describeRoute({
        summary:
          'Prompts by key, including the retired ones, each with its first words and what is known of its answers: all of them in parts, or those that match.',
        responses: { 200: jsonBody('A part of the list, and how many match.', AdminPrompts) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      checked('query', PromptsRequest),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        c.header('cache-control', 'no-store')
        return c.json(await listPrompts(deps.db, arena, c.req.valid('query')))
      },
    )
    .post(
      `${PROMPTS}/retire`,
      describeRoute({
        summary:
          'Retires prompts. They are not shown or judged any more, and their votes stay. Half an hour later everybody may read who gave which answer to them.',
        responses: {
          200: jsonBody(
            'The prompts are retired. The response lists those that were in use.',
            PromptsReceipt,
          ),
        },
        problems: ['arena_unknown', 'prompt_unknown', 'too_large'],
      }),
      adminOnly(deps),
      checked('json', PromptSelection),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        return c.json(await retirePrompts(deps, arena, c.req.valid('json'), deps.clock()))
      },
    )
    .post(
      `${PROMPTS}/restore`,
      describeRoute({
        summary: 'Brings retired prompts back into use. Their texts are shown without names again.',
        responses: {
          200: jsonBody('The prompts are back. The response lists those that were retired.', PromptsReceipt),
        },
        problems: ['arena_unknown', 'prompt_unknown', 'too_large'],
      }),
      adminOnly(deps),
      checked('json', PromptSelection),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        return c.json(await retirePrompts(deps, arena, c.req.valid('json'), null))
      },
    )
