/** The built page: hashed files for ever, and index.html for whatever a browser asks for that is not the API's. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { notFound } from './http.ts'
import type { Env } from './http.ts'

const ROOT = fileURLToPath(new URL('../../dist/web', import.meta.url))
const UNBUILT = 'The page is not built. Run "npm run build", or start with "npm start", which does.\n'

export const pageRoutes = () => {
  const page = new Hono<Env>()
  if (existsSync(ROOT)) serveFiles(page)
  for (const path of ['/', '/a/:arena', '/a/:arena/vote', '/a/:arena/compare'])
    page.get(path, (c) => pageIn(c, 200))
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

/** A browser that lost its way gets the page, which says so; everybody else problem details. */
export function nothingThere(c: Context<Env>): Response | Promise<Response> {
  const isBrowser = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  return isBrowser && !c.req.path.startsWith('/api/') ? pageIn(c, 404) : notFound(c)
}

async function pageIn(c: Context<Env>, status: 200 | 404): Promise<Response> {
  const index = await readFile(`${ROOT}/index.html`, 'utf8').catch(() => null)
  return index === null ? c.text(UNBUILT, 503) : c.html(index, status, { 'cache-control': 'no-cache' })
}
