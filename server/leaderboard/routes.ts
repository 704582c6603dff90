import { Hono } from 'hono'
import { arenaBySlug } from '../arenas/index.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { isAdmin } from '../platform/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import {
  boardHistory,
  currentDifferences,
  currentPairs,
  currentSnapshot,
  currentWinRates,
  resolveView,
  finishedSnapshot,
  ViewRequest,
} from '../ratings/index.ts'
import { boardPage } from './board-page.ts'
import { differencesFrom } from './differences.ts'
import { headToHead, headToHeadOf } from './head-to-head.ts'
import { historyOf } from './history.ts'
import { renderBadge } from './render/badge.ts'
import { renderMarkdown } from './render/markdown.ts'
import { renderText } from './render/text.ts'
import { respond, tagged, tagOf } from './respond.ts'
import { samplingCounts } from './sampling-counts.ts'
import { countsFor, snapshotFor, viewFor } from './snapshot-for.ts'
import { streamBoard } from './stream-board.ts'
import { DifferencesRequest, HeadToHeadRequest, SamplingRequest, WinRatesRequest } from './view-requests.ts'
import { winRatesFrom } from './win-rates.ts'

export const leaderboardRoutes = (deps: Deps) => {
  return new Hono<Env>()
    .get('/api/arenas/:arena/leaderboard', checked('query', ViewRequest), async (c) => {
      const { etag, board } = await snapshotFor(c, deps, c.req.param('arena'), c.req.valid('query'))
      return respond(c, etag, 'application/json; charset=utf-8', () => board)
    })
    .get('/api/arenas/:arena/leaderboard/settled', checked('query', ViewRequest), async (c) => {
      const { etag, board } = await snapshotFor(
        c,
        deps,
        c.req.param('arena'),
        c.req.valid('query'),
        finishedSnapshot,
      )
      return respond(c, etag, 'application/json; charset=utf-8', () => board)
    })
    .get('/api/arenas/:arena/leaderboard/stream', checked('query', ViewRequest), async (c) => {
      const admin = isAdmin(c, deps)
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), admin)
      await resolveView(deps, arena, c.req.valid('query'))
      return streamBoard(c, deps, arena, c.req.valid('query'), admin)
    })
    .get('/api/arenas/:arena/head-to-head', checked('query', HeadToHeadRequest), async (c) => {
      const { contestant, ...request } = c.req.valid('query')
      const { arena, view } = await countsFor(c, deps, c.req.param('arena'), request)
      const pairs = await currentPairs(deps, arena, view)
      const { etag, text } = contestant
        ? headToHeadOf(arena, view, pairs, contestant)
        : headToHead(arena, view, pairs)
      return respond(c, etag, 'application/json; charset=utf-8', () => text)
    })
    .get('/api/arenas/:arena/differences', checked('query', DifferencesRequest), async (c) => {
      const { contestant, ...request } = c.req.valid('query')
      const { arena, view } = await viewFor(c, deps, c.req.param('arena'), request)
      const found = await currentDifferences(deps, arena, view, contestant)
      const { etag, text } = differencesFrom(arena, view, found)
      return respond(c, etag, 'application/json; charset=utf-8', () => text)
    })
    .get('/api/arenas/:arena/win-rates', checked('query', WinRatesRequest), async (c) => {
      const { baseline, ...request } = c.req.valid('query')
      const { arena, view } = await countsFor(c, deps, c.req.param('arena'), request)
      const found = await currentWinRates(deps, arena, view, baseline || null)
      const { etag, text } = tagged(winRatesFrom(arena, view, found))
      return respond(c, etag, 'application/json; charset=utf-8', () => text)
    })
    .get('/api/arenas/:arena/sampling', checked('query', SamplingRequest), async (c) => {
      const { pairs, ...request } = c.req.valid('query')
      const { arena, view } = await countsFor(c, deps, c.req.param('arena'), request)
      const { etag, text } = samplingCounts(arena, view, await currentPairs(deps, arena, view), pairs)
      return respond(c, etag, 'application/json; charset=utf-8', () => text)
    })
    .get('/api/arenas/:arena/history', checked('query', ViewRequest), async (c) => {
      const { arena, view } = await viewFor(c, deps, c.req.param('arena'), c.req.valid('query'))
      const { etag, text } = historyOf(arena, view, await boardHistory(deps, arena, view))
      return respond(c, etag, 'application/json; charset=utf-8', () => text)
    })
    .get('/a/:arena/badge.svg', checked('query', ViewRequest), async (c) => {
      const { arena, view } = await viewFor(c, deps, c.req.param('arena'), c.req.valid('query'))
      const { etag, board } = await currentSnapshot(deps, arena, view)
      c.header('cross-origin-resource-policy', 'cross-origin')
      return respond(c, tagOf(etag + arena.title), 'image/svg+xml; charset=utf-8', () =>
        renderBadge(arena.title, JSON.parse(board) as Board),
      )
    })
    .get('/a/:file{[a-z0-9-]+\\.(md|txt)}', checked('query', ViewRequest), async (c) => {
      const [slug, format] = c.req.param('file').split('.') as [string, 'md' | 'txt']
      const { etag, board } = await snapshotFor(c, deps, slug, c.req.valid('query'))
      const parsed = JSON.parse(board) as Board
      return format === 'md'
        ? respond(c, etag, 'text/markdown; charset=utf-8', () => renderMarkdown(parsed))
        : respond(c, etag, 'text/plain; charset=utf-8', () => renderText(parsed, { width: 100 }))
    })
    .get('/a/:arena', boardPage(deps))
}
