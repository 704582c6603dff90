/** The frame of every route that answers with what the votes of a view come to. */
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ProblemCode } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { BY_ACCEPT, textAccepted, type Layout } from '../platform/http/answer.ts'
import { validateRequest, type CheckedInput, type Env } from '../platform/http/http.ts'
import {
  cachedJson,
  jsonWithEtag,
  respond,
  respondJson,
  type JsonWithEtag,
} from '../platform/http/respond.ts'
import { strongEtag } from '../platform/http/etag.ts'
import { answerBody, describeRoute, jsonBody, NOT_MODIFIED } from '../platform/http/route-description.ts'
import type { ArenaView, ViewRequest } from '../ratings/index.ts'
import { requestedView } from './visible-snapshot.ts'

interface ViewRoute<Query extends z.ZodType<ViewRequest>, Answer, Computed extends object> {
  summary: string
  query: Query
  /** What the answer is, and its schema. */
  answer: readonly [description: string, schema: z.ZodType<Answer>]
  problems?: readonly ProblemCode[]
  compute: (arena: Arena, view: ArenaView, query: z.output<Query>) => Promise<Computed>
  view: (computed: Computed, arena: Arena, view: ArenaView, query: z.output<Query>) => Answer
  /**
   * Under which of few keys the JSON is kept for as long as the same figures are; null: it is written anew. Of hundreds of
   * contestants it is megabytes.
   */
  cacheKey?: (query: z.output<Query>) => string | null
  /** The same view as a text for people. */
  text?: (answer: Answer, layout: Layout, computed: Computed) => string
}

/**
 * The handlers of a GET below `/api/arenas/:arena`: JSON, or a text by `Accept`, each with a strong ETag.
 * @example .get('/api/arenas/:arena/history', ...viewRoute(deps, { summary, query: ViewRequest, answer, compute, view }))
 */
export function viewRoute<Query extends z.ZodType<ViewRequest>, Answer, Computed extends object>(
  deps: Deps,
  {
    summary,
    query,
    answer: [description, schema],
    problems = ['too_many_requests'],
    compute,
    view,
    cacheKey,
    text,
  }: ViewRoute<Query, Answer, Computed>,
) {
  const caches = new Map<string, ReturnType<typeof cachedJson<Computed>>>()
  const written = (key: string) => {
    const cache = caches.get(key) ?? cachedJson<Computed>()
    caches.set(key, cache)
    return cache
  }
  const body = (text ? answerBody : jsonBody)(`${description}, with a strong ETag.`, schema)
  return [
    describeRoute({
      summary,
      responses: { 200: body, 304: NOT_MODIFIED },
      problems: ['arena_unknown', 'token_invalid', ...problems],
    }),
    validateRequest('query', query),
    async (c: Context<Env, string, CheckedInput<'query', Query>>) => {
      const asked = c.req.valid('query')
      const { arena, view: arenaView } = await requestedView(c, deps, c.req.param('arena')!, asked)
      const computed = await compute(arena, arenaView, asked)
      const content = () => view(computed, arena, arenaView, asked)
      const key = cacheKey?.(asked) ?? null
      const json = key === null ? undefined : () => written(key)(computed, content)
      return respondView(c, content, text && ((answer, layout) => text(answer, layout, computed)), json)
    },
  ] as const
}

/**
 * Answers with a view as JSON, or as a text where the request prefers one, each with a strong ETag.
 * @param written  its JSON, where that is kept
 */
export function respondView<Answer>(
  c: Context<Env>,
  content: () => Answer,
  text: ((answer: Answer, layout: Layout) => string) | undefined,
  written?: () => JsonWithEtag,
) {
  const accepted = text && textAccepted(c.req.header('accept'), ['text/plain'])
  if (!accepted) return respondJson(c, written?.() ?? jsonWithEtag(content()), text ? BY_ACCEPT : undefined)
  const lines = text(content(), accepted.layout)
  const body = lines.endsWith('\n') ? lines : `${lines}\n`
  return respond(c, strongEtag(body), 'text/plain; charset=utf-8', () => body, BY_ACCEPT)
}
