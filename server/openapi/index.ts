/** The API's description of itself, served at `/openapi.json`, and that of an arena.yaml at `/arena.schema.json`. */
import { Hono } from 'hono'
import { z } from 'zod'
import { ArenaFile } from '../../shared/contracts/index.ts'
import type { Env } from '../platform/http.ts'
import { openApiDocument } from './document.ts'

export { OPERATIONS } from './operations.ts'

export const openApiRoutes = () => {
  const document = openApiDocument()
  const arenaSchema = arenaFileSchema()
  return new Hono<Env>()
    .get('/openapi.json', (c) => c.json(document))
    .get('/arena.schema.json', (c) => c.json(arenaSchema))
}

/** arena.yaml as a JSON Schema, for editors. */
export const arenaFileSchema = () => ({
  ...z.toJSONSchema(ArenaFile, { io: 'input', unrepresentable: 'any' }),
  title: 'arena.yaml of Deadheat',
})
