/** The parameters of an address that a route knows. A misspelt one would be answered as if it had not been sent. */
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { z } from 'zod'
import { msg, shortList } from '../../../shared/messages/index.ts'
import { ProblemError } from '../problem.ts'
import type { Env } from './http.ts'
import { routePart } from './route-description.ts'

/**
 * Refuses parameters that the route does not know, and those that stand twice where only one counts. Pages are not
 * described, so they take any: links bring parameters of others.
 */
export const onlyKnownParameters = createMiddleware<Env>(async (c, next) => {
  const parameters = Object.entries(c.req.queries())
  if (parameters.length === 0) return next()
  const parts = matchedRoutes(c).flatMap(({ handler }) => routePart(handler) ?? [])
  if (!parts.some(({ summary }) => summary !== undefined)) return next()
  const schemas = parts.flatMap(({ query }) => (query ? [objectIn(query)] : []))
  if (schemas.some(({ def }) => def.catchall instanceof z.ZodUnknown)) return next()
  const known = Object.assign({}, ...schemas.map(({ shape }) => shape)) as Record<string, z.ZodType>
  for (const [field, values] of parameters) {
    if (!Object.hasOwn(known, field)) {
      const there = shortList(Object.keys(known), field)
      throw wrongParameter(field, msg('parameter_unknown', { there }))
    }
    if (values.length > 1 && !mayRepeat(known[field]!)) throw wrongParameter(field, msg('parameter_twice'))
  }
  return next()
})

const wrongParameter = (field: string, wrong: ReturnType<typeof msg>) =>
  new ProblemError('invalid_request', msg('sentence_at', { field, wrong }))

/** The fields of a query, whatever its values become. */
const objectIn = (query: z.ZodType) => (query instanceof z.ZodPipe ? query.in : query) as z.ZodObject

/** Whether a parameter takes a list. */
const mayRepeat = (schema: z.ZodType): boolean =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"type":"array"')
