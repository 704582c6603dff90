/** Serves the OpenAPI document at `/openapi.json` and as a page at `/api`, and the JSON Schema of arena.yaml at `/arena.schema.json`. */
import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import { arenaSchema } from '../../shared/contracts/file-schemas.ts'
import type { Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { openApiDocument } from './document.ts'
import { openApiPage } from './page.ts'

export { openApiPath } from '../platform/http/route-description.ts'
export { openApiDocument } from './document.ts'

/** @param routes all routes of the app. The list is read at the first request, so routes may be added until then. */
export const openApiRoutes = (routes: readonly RouterRoute[]) => {
  let document: ReturnType<typeof openApiDocument> | undefined
  const schema = arenaSchema()
  return new Hono<Env>()
    .get('/openapi.json', (c) => c.json((document ??= openApiDocument(routes))))
    .get('/api', (c) => c.html(openApiPage((document ??= openApiDocument(routes)))))
    .get(
      '/arena.schema.json',
      describeRoute({
        summary: 'The JSON Schema of arena.yaml. Editors complete and check the file with it.',
        responses: { 200: jsonBody('The schema.', z.record(z.string(), z.unknown())) },
      }),
      (c) => c.json(schema),
    )
}
