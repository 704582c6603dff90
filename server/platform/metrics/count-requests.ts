import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Env } from '../http.ts'
import { countOnce } from '../outages.ts'
import { isRenewal } from '../renewal.ts'
import type { Metrics } from './metrics.ts'

/** The pattern of the route that answered, as a label. */
export function routeOf(c: Context): string {
  const pattern = routePath(c)
  return pattern.endsWith('*') && pattern !== '/assets/*' ? 'other' : pattern
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts each request under the pattern of its route; requests without a route count as `other`. */
export const countRequests = ({ requests, requestSeconds }: Metrics) =>
  createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    if (isRenewal(c)) return
    const route = routeOf(c)
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    const status = `${Math.floor(c.res.status / 100)}xx`
    countOnce(c.req.raw, () => {
      requests.add({ route, method, status })
      requestSeconds.add({ route, method }, (performance.now() - start) / 1000)
    })
  })
