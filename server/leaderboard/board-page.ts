import type { Context } from 'hono'
import { visibleArenaDetail, withNearArenas } from '../arenas/index.ts'
import { SORT_KEYS } from '../../shared/contracts/limits.ts'
import { type ArenaDetail, type Board, type Refusal, PROBLEM_STATUS } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Metrics } from '../platform/http/metrics.ts'
import { openPage, PAGE_VARIES, type OpenPage, plainPage } from '../platform/pages/page.ts'
import { isAdmin } from '../platform/http/admin.ts'
import { toProblem, parseQuery, type Env } from '../platform/http/http.ts'
import { ViewRequest, type Snapshot } from '../ratings/index.ts'
import { publicOrigin } from '../platform/http/host-check.ts'
import { strongEtag } from '../platform/http/etag.ts'
import { respond } from '../platform/http/respond.ts'
import { requestedSnapshot } from './visible-snapshot.ts'
import { wireFields } from '../../shared/messages/index.ts'
import { LRUCache } from 'lru-cache'

/** The cache holds this many characters of pages. */
const MAX_CHARACTERS = 8_000_000

/** Caches drawn pages by their ETag. When the cache is full, it drops the pages that were not read for the longest time. */
export function pageCache(
  capacity = MAX_CHARACTERS,
): (tag: string, draw: () => string | undefined) => string | undefined {
  const pages = new LRUCache<string, string>({ maxSize: capacity, sizeCalculation: ({ length }) => length })
  return (tag, draw) => {
    const cached = pages.get(tag)
    if (cached !== undefined) return cached
    const page = draw()
    if (page !== undefined) pages.set(tag, page)
    return page
  }
}

type BoardRefused = { failure: Refusal }
type BoardFound = { arena: ArenaDetail; snapshot: Snapshot }

/** The parameters that the page reads from its address, besides the view, and the values that it knows. */
export const PAGE_PARAMETERS: Record<string, (value: string, board: (() => Board) | null) => boolean> = {
  sort: (value) => SORT_KEYS.some((key) => value.replace(/^-/, '') === key),
  rows: (value) => value === 'all',
  // what changed since a day is asked for by the browser
  since: () => false,
  row: (value, board) => board?.().contestants.some(({ name }) => name === value) ?? false,
}

/**
 * The page of a board, drawn on the server. It can be read without JavaScript, and JavaScript takes it over without
 * another request.
 */
export const boardPage = (deps: Deps) => {
  const cached = pageCache()
  return async (c: Context<Env, '/a/:arena'>): Promise<Response> => {
    const page = await openPage(c, deps.services.log)
    if (!page) return plainPage(c, 200)
    const result = await findBoard(c, deps)
    return 'failure' in result
      ? respondRefusal(c, page, result)
      : respondBoard(c, page, result, cached, deps.services.metrics.pagesDrawn)
  }
}

async function findBoard(c: Context<Env, '/a/:arena'>, deps: Deps): Promise<BoardFound | BoardRefused> {
  try {
    const slug = c.req.param('arena')
    const snapshot = await requestedSnapshot(c, deps, slug, parseQuery(c, ViewRequest))
    return { arena: await visibleArenaDetail(deps, c, slug), snapshot }
  } catch (error) {
    const { code, message } = toProblem(
      await withNearArenas(error as Error, deps, () => isAdmin(c, deps)),
      c,
      deps.services.log,
    )
    const { message: detail, finding = null } = wireFields(message)
    return { failure: { code, detail, finding, requestId: c.get('requestId') } }
  }
}

async function respondBoard(
  c: Context<Env>,
  page: OpenPage,
  { arena, snapshot }: BoardFound,
  cached: ReturnType<typeof pageCache>,
  drawn: Metrics['pagesDrawn'],
): Promise<Response> {
  let parsed: Board | undefined
  const board = () => (parsed ??= JSON.parse(snapshot.board) as Board)
  const url = pageAddress(c, board)
  const origin = publicOrigin(c)
  const key = strongEtag(JSON.stringify([page.stamp, page.language, url, snapshot.etag, arena]))
  const etag = strongEtag(JSON.stringify([key, origin]))
  let html: string | undefined
  const draw = () => {
    drawn.inc()
    return page.draw(url, arena, { board: board(), detail: arena })
  }
  const answer = respond(
    c,
    etag,
    'text/html; charset=utf-8',
    () => (html = withOrigin(cached(key, draw), origin)) ?? '',
    PAGE_VARIES,
  )
  return answer.status === 200 && html === undefined ? plainPage(c, 200) : answer
}

async function respondRefusal(c: Context<Env>, page: OpenPage, begin: BoardRefused): Promise<Response> {
  const html = withOrigin(page.draw(pageAddress(c, null), null, begin), publicOrigin(c))
  const status = PROBLEM_STATUS[begin.failure.code]
  if (html === undefined) return plainPage(c, 200)
  return c.html(html, status, { 'cache-control': 'no-store', vary: PAGE_VARIES })
}

/** Stands for the origin in drawn pages, so that equal pages are drawn once for all names of the server. */
const ANY_ORIGIN = 'http://origin.invalid'

/** A drawn page with the reader's origin, also where it is part of a parameter. */
const withOrigin = (html: string | undefined, origin: string) =>
  html?.replaceAll(ANY_ORIGIN, origin).replaceAll(encodeURIComponent(ANY_ORIGIN), encodeURIComponent(origin))

/** The address with only the parameters and values that change the page, so that equal pages are drawn once. */
function pageAddress(c: Context<Env>, board: (() => Board) | null): string {
  const url = new URL(new URL(c.req.url).pathname, ANY_ORIGIN)
  for (const name of [...Object.keys(ViewRequest.shape), ...Object.keys(PAGE_PARAMETERS)]) {
    const value = c.req.query(name)
    if (!value || !(PAGE_PARAMETERS[name]?.(value, board) ?? true)) continue
    url.searchParams.set(name, value)
  }
  return url.href
}
