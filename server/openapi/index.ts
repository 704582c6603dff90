/** The API's description of itself, served at `/openapi.json`. */
import { Hono } from 'hono'
import type { Env } from '../platform/http.ts'
import { openApiDocument } from './document.ts'

export { OPERATIONS } from './operations.ts'

export const openApiRoutes = () => {
  const document = openApiDocument()
  return new Hono<Env>().get('/openapi.json', (c) => c.json(document))
}
