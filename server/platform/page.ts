/** The built page: hashed files for ever, everything else that looks like one of its addresses gets index.html. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Env } from './http.ts'

const ROOT = fileURLToPath(new URL('../../dist/web', import.meta.url))
const UNBUILT = 'The page is not built. Run "npm run build", or start with "npm start", which does.\n'

export const pageRoutes = () => {
  const index = existsSync(`${ROOT}/index.html`) ? readFileSync(`${ROOT}/index.html`, 'utf8') : null
  const page = new Hono<Env>()
  if (index !== null) serveFiles(page)
  for (const path of ['/', '/a/:arena', '/a/:arena/vote'])
    page.get(path, (c) =>
      index === null ? c.text(UNBUILT, 503) : c.html(index, 200, { 'cache-control': 'no-cache' }),
    )
  return page
}

function serveFiles(page: Hono<Env>): void {
  page.use(
    '/assets/*',
    serveStatic({
      root: ROOT,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  page.use('/:file{[\\w-]+\\.(svg|ico|png|txt|webmanifest)}', serveStatic({ root: ROOT }))
}
