import type { Context } from 'hono'
import { arenaFor } from '../arenas/index.ts'
import type { ArenaDetail, Board, Refusal } from '../../shared/contracts/index.ts'
import { PROBLEM_STATUS } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import { openPage, PAGE_VARIES } from '../platform/draw-page.ts'
import type { OpenPage } from '../platform/draw-page.ts'
import { problemIn, queryOf } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import { plainPage } from '../platform/page.ts'
import { ViewRequest } from '../ratings/index.ts'
import type { Snapshot } from '../ratings/index.ts'
import { pageCache } from './page-cache.ts'
import { respond, tagOf } from './respond.ts'
import { snapshotFor } from './snapshot-for.ts'
import { inEnglish } from '../../shared/messages/index.ts'

type BoardRefused = { failure: Refusal }
type BoardFound = { arena: ArenaDetail; snapshot: Snapshot }

/** The parameters that the page reads from its address, besides the view. */
const PAGE_PARAMETERS = ['sort', 'whisker', 'row']

/**
 * The page of a board, drawn on the server. It can be read without JavaScript, and JavaScript takes it over without
 * another request.
 */
export const boardPage = (deps: Deps) => {
  const cached = pageCache()
  return async (c: Context<Env, '/a/:arena'>): Promise<Response> => {
    const page = await openPage(c, deps.log)
    if (!page) return plainPage(c, 200)
    const result = await findBoard(c, deps)
    return 'failure' in result ? respondRefusal(c, page, result) : respondBoard(c, page, result, cached)
  }
}

async function findBoard(c: Context<Env, '/a/:arena'>, deps: Deps): Promise<BoardFound | BoardRefused> {
  try {
    const slug = c.req.param('arena')
    const snapshot = await snapshotFor(c, deps, slug, queryOf(c, ViewRequest))
    return { arena: await arenaFor(deps, c, slug), snapshot }
  } catch (error) {
    const { code, message } = problemIn(error as Error, c, deps.log)
    return { failure: { code, detail: inEnglish(message), finding: message, requestId: c.get('requestId') } }
  }
}

async function respondBoard(
  c: Context<Env>,
  page: OpenPage,
  { arena, snapshot }: BoardFound,
  cached: ReturnType<typeof pageCache>,
): Promise<Response> {
  const url = addressOf(c)
  const etag = tagOf(JSON.stringify([page.stamp, page.language, url, snapshot.etag, arena]))
  let html: string | undefined
  const draw = () => page.draw(url, arena, { board: JSON.parse(snapshot.board) as Board, detail: arena })
  const answer = respond(
    c,
    etag,
    'text/html; charset=utf-8',
    () => (html = cached(etag, draw)) ?? '',
    PAGE_VARIES,
  )
  return answer.status === 200 && html === undefined ? plainPage(c, 200) : answer
}

async function respondRefusal(c: Context<Env>, page: OpenPage, begin: BoardRefused): Promise<Response> {
  const html = page.draw(addressOf(c), null, begin)
  const status = PROBLEM_STATUS[begin.failure.code]
  if (html === undefined) return plainPage(c, 200)
  return c.html(html, status, { 'cache-control': 'no-store', vary: PAGE_VARIES })
}

/** The address with only the parameters that the page reads, so that equal pages are drawn once. */
function addressOf(c: Context<Env>): string {
  const url = new URL(c.req.url)
  if (c.req.header('x-forwarded-proto') === 'https') url.protocol = 'https:'
  const asked = [...Object.keys(ViewRequest.shape), ...PAGE_PARAMETERS].flatMap((name) => {
    const value = url.searchParams.get(name)
    return value ? [[name, value] as [string, string]] : []
  })
  url.search = new URLSearchParams(asked).toString()
  return url.href
}
