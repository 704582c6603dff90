/** Prompts × contestants, one cell of it, and categories × contestants. Responses depend on the token: none is cached. */
import { Hono } from 'hono'
import { CategoryStandings, Exploration, ExploredAnswer } from '../../../shared/contracts/index.ts'
import { arenaBySlug } from '../../arenas/index.ts'
import { isAdmin } from '../../platform/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked } from '../../platform/http.ts'
import type { Env } from '../../platform/http.ts'
import { describeRoute, jsonBody } from '../../platform/route-description.ts'
import { resolveView } from '../../ratings/index.ts'
import { categoryStandings } from './category-standings.ts'
import { exploreAnswer } from './explore-answer.ts'
import { explorePrompts } from './explore-prompts.ts'
import { CellRequest, ExploreRequest, StandingsRequest } from './explore-request.ts'

export const exploreRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/explore',
      describeRoute({
        summary:
          'Prompts and contestants, page by page: votes of a view on each prompt, the beginnings of prompt and answers, checks. Texts and checks are shown if the prompt is not voted on any more, or with the admin token.',
        responses: { 200: jsonBody('The page.', Exploration) },
        problems: ['arena_unknown', 'token_invalid', 'contestant_unknown', 'too_many_requests'],
      }),
      checked('query', ExploreRequest),
      async (c) => {
        const admin = isAdmin(c, deps)
        const arena = await arenaBySlug(deps.db, c.req.param('arena'), admin)
        const request = c.req.valid('query')
        const { source, criterion, category, from, to } = request
        const view = await resolveView(deps, arena, { source, criterion, category, from, to })
        c.header('cache-control', 'no-store')
        return c.json(await explorePrompts(deps, arena, view, request, admin))
      },
    )
    .get(
      '/api/arenas/:arena/explore/answer',
      describeRoute({
        summary:
          'One contestant on one prompt: its answers with their checks, its votes in a view, and the latest battles of these votes. Texts and checks are shown if the prompt is not voted on any more, or with the admin token.',
        responses: { 200: jsonBody('The answers and battles.', ExploredAnswer) },
        problems: [
          'arena_unknown',
          'token_invalid',
          'contestant_unknown',
          'prompt_unknown',
          'too_many_requests',
        ],
      }),
      checked('query', CellRequest),
      async (c) => {
        const admin = isAdmin(c, deps)
        const arena = await arenaBySlug(deps.db, c.req.param('arena'), admin)
        const { source, criterion, from, to, ...cell } = c.req.valid('query')
        const view = await resolveView(deps, arena, { source, criterion, from, to })
        c.header('cache-control', 'no-store')
        return c.json(await exploreAnswer(deps, arena, view, { ...cell }, admin))
      },
    )
    .get(
      '/api/arenas/:arena/explore/categories',
      describeRoute({
        summary:
          'How some contestants stand on the boards of the categories, page by page. These boards share one error of 5 %, as with `together=category`.',
        responses: { 200: jsonBody('The standings.', CategoryStandings) },
        problems: ['arena_unknown', 'token_invalid', 'contestant_unknown', 'too_many_requests'],
      }),
      checked('query', StandingsRequest),
      async (c) => {
        const arena = await arenaBySlug(deps.db, c.req.param('arena'), isAdmin(c, deps))
        c.header('cache-control', 'no-cache')
        return c.json(await categoryStandings(deps, arena, c.req.valid('query')))
      },
    )
