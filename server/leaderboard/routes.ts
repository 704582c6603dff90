import { Hono, type Context } from 'hono'
import {
  Board,
  BoardReports,
  Differences,
  HeadToHead,
  VoterResult,
  History,
  SamplingCounts,
  WinRates,
  BattleList,
  ContestantRecord,
  DecidedBattle,
} from '../../shared/contracts/index.ts'
import { arenaForVisitor, loadReaderArena } from '../arenas/index.ts'
import { isAdmin } from '../platform/http/admin.ts'
import type { Deps } from '../platform/deps.ts'
import { BY_ACCEPT, respondByAccept, textAccepted, type Layout } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import {
  NOT_MODIFIED,
  answerBody,
  describeRoute,
  jsonBody,
  textBody,
} from '../platform/http/route-description.ts'
import {
  boardHistory,
  currentDifferences,
  currentPairs,
  currentReports,
  currentWinRates,
  parseViewDate,
  resolveView,
  ViewRequest,
} from '../ratings/index.ts'
import { viewRoute } from './view-route.ts'
import { boardPage } from './board-page.ts'
import {
  differences,
  headToHead,
  publicView,
  samplingCounts,
  DifferencesRequest,
  HeadToHeadRequest,
  SamplingRequest,
  WinRatesRequest,
  winRates,
} from './view-figures.ts'
import { battlesText, battleText } from './render/battles-text.ts'
import { renderBadge } from './render/badge.ts'
import { renderMarkdown } from './render/markdown.ts'
import { renderText } from './render/text.ts'
import { winRatesText } from './render/win-rates-text.ts'
import { contestantText } from './render/contestant-text.ts'
import { boardReportsText, headToHeadText, historyText } from './render/view-texts.ts'
import { changesSinceDay, finishBoard } from '../../shared/finish/index.ts'
import { respondJson, respond } from '../platform/http/respond.ts'
import { boardToRender, renderedEtag, requestedSnapshot } from './visible-snapshot.ts'
import { boardStreams } from './stream-board.ts'
import { voterInArena, votersFromCookies } from '../voters/index.ts'
import { decidedBattle } from './decided-battle.ts'
import { voterResult } from './voter-result.ts'
import { contestantRecord } from './contestant-record.ts'
import { BattlesRequest, listBattles } from './list-battles.ts'
import { contestantWithSlug } from '../contestants/index.ts'

/** A view, and since when changes are said. */
const TextRequest = ViewRequest.extend({ since: ViewRequest.shape.from })

/** The media types of a board as text. */
const TEXTS = ['text/plain', 'text/markdown'] as const

/** Answers with a board as text. */
async function respondText(
  c: Context<Env>,
  deps: Deps,
  slug: string,
  { since, ...request }: ReturnType<typeof TextRequest.parse>,
  { type, layout }: { type: (typeof TEXTS)[number]; layout: Pick<Layout, 'width' | 'colour'> },
) {
  const { arena, view, etag, closedAt, board } = await boardToRender(c, deps, slug, request)
  const parsed = board()
  const moment = parseViewDate(since ?? null, 0)
  const changed =
    moment && changesSinceDay((await boardHistory(deps, arena, view)).points, finishBoard(parsed), moment)
  const { width, colour } = layout
  return respond(
    c,
    renderedEtag(etag, changed, closedAt, type, width, colour),
    `${type}; charset=utf-8`,
    () =>
      type === 'text/markdown'
        ? renderMarkdown(parsed, closedAt, changed)
        : renderText(parsed, { width, colour, closedAt, changed }),
    BY_ACCEPT,
  )
}

export const leaderboardRoutes = (deps: Deps) => {
  const streamBoard = boardStreams(deps)
  return new Hono<Env>()
    .get(
      '/api/arenas/:arena/leaderboard',
      describeRoute({
        summary:
          'The published board of a view. With `?since=2026-11-24` its texts also say what changed since that day or moment.',
        responses: { 200: answerBody('The board, with a strong ETag.', Board, TEXTS), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid', 'board_computing'],
      }),
      validateRequest('query', TextRequest),
      async (c) => {
        const [slug, request] = [c.req.param('arena'), c.req.valid('query')]
        const accepted = textAccepted(c.req.header('accept'), TEXTS)
        if (accepted) return respondText(c, deps, slug, request, accepted)
        const { since: _, ...view } = request
        const { etag, board: text } = await requestedSnapshot(c, deps, slug, view)
        return respondJson(c, { etag, text }, BY_ACCEPT)
      },
    )
    .post(
      '/api/arenas/:arena/result',
      describeRoute({
        summary:
          'What the votes of the voter behind the cookie come to. Makes them final, since it names contestants. For the voter alone, and without intervals.',
        responses: { 200: jsonBody('The result.', VoterResult) },
        problems: [
          'arena_unknown',
          'token_invalid',
          'link_invalid',
          'vote_unknown',
          'not_found',
          'too_many_requests',
        ],
      }),
      async (c) => {
        const { arena, voter } = await voterInArena(c, deps, c.req.param('arena'))
        await deps.access.limits.require('resultsOfVoter', voter)
        c.header('cache-control', 'no-store')
        return c.json(await voterResult(deps, arena, voter))
      },
    )
    .get(
      '/api/arenas/:arena/leaderboard/stream',
      describeRoute({
        summary:
          'The board as Server-Sent Events, at once and whenever it changes. The event is `leaderboard`, its id the snapshot, its data the board.',
        responses: { 200: textBody('The stream.', 'text/event-stream') },
        problems: ['arena_unknown', 'token_invalid'],
      }),
      validateRequest('query', ViewRequest),
      async (c) => {
        const admin = isAdmin(c, deps)
        const arena = await arenaForVisitor(deps.db, c.req.param('arena'), admin)
        await resolveView(deps, arena, c.req.valid('query'))
        return streamBoard(c, arena, c.req.valid('query'), admin)
      },
    )
    .get(
      '/api/arenas/:arena/head-to-head',
      ...viewRoute(deps, {
        summary:
          'Wins, losses and ties of each pair among the published votes of a view. With `contestant`, only the pairs of that contestant.',
        query: HeadToHeadRequest,
        answer: ['The pairs that met', HeadToHead],
        compute: (arena, view) => currentPairs(deps, arena, view),
        view: (pairs, arena, view, { contestant }) => headToHead(arena, view, pairs, contestant),
        cacheKey: ({ contestant }) => (contestant ? null : 'all'),
        text: headToHeadText,
      }),
    )
    .get(
      '/api/arenas/:arena/differences',
      ...viewRoute(deps, {
        summary:
          'How one contestant of a view differs from each other one, in rating points and in win rate, with 95 % intervals.',
        query: DifferencesRequest,
        answer: ['The differences', Differences],
        compute: (arena, view, { contestant }) => currentDifferences(deps, arena, view, contestant),
        view: (computed, arena, view) => differences(arena, view, computed),
      }),
    )
    .get(
      '/api/arenas/:arena/win-rates',
      ...viewRoute(deps, {
        summary:
          'The win rate of each contestant against one baseline, from the votes on the two alone, plain and adjusted to answers of equal length. Their ratings of the same view are beside it.',
        query: WinRatesRequest,
        answer: ['The win rates', WinRates],
        compute: (arena, view, { baseline }) => currentWinRates(deps, arena, view, baseline || null),
        view: (computed, arena, view) => winRates(arena, view, computed),
        text: (_, layout, computed) => winRatesText(computed, layout),
      }),
    )
    .get(
      '/api/arenas/:arena/reports',
      ...viewRoute(deps, {
        summary:
          'What the board of a view rests on: how well the model fits, and what votes share. It also says what the left position and the style of answers are worth. None of it is declared.',
        query: ViewRequest,
        answer: ['The reports', BoardReports],
        compute: (arena, view) => currentReports(deps, arena, view),
        view: (reports, arena, view) =>
          BoardReports.parse({ arena: arena.slug, view: publicView(view), ...reports }),
        cacheKey: () => 'all',
        text: boardReportsText,
      }),
    )
    .get(
      '/api/arenas/:arena/sampling',
      ...viewRoute(deps, {
        summary: 'How many published votes of a view each pair has that can be drawn, and how even that is.',
        query: SamplingRequest,
        answer: ['The counts', SamplingCounts],
        compute: (arena, view) => currentPairs(deps, arena, view),
        view: (counted, arena, view, { pairs }) => samplingCounts(arena, view, counted, pairs),
        cacheKey: ({ pairs }) => pairs,
      }),
    )
    .get(
      '/api/arenas/:arena/history',
      ...viewRoute(deps, {
        summary:
          'The ratings of the boards of a view, oldest first: the last stored board of each of the latest 48 hours, and of each day before; before the first stored board, boards of up to 60 days that were counted later, from the times at which votes were cast.',
        query: ViewRequest,
        answer: ['The history', History],
        problems: [],
        compute: (arena, view) => boardHistory(deps, arena, view),
        view: (history, arena, view) =>
          History.parse({ arena: arena.slug, view: publicView(view), ...history }),
        text: historyText,
      }),
    )
    .get(
      '/a/:arena/badge.svg',
      describeRoute({
        summary: 'A badge for READMEs: the result of an arena in a few words, light and dark.',
        responses: { 200: textBody('The badge.', 'image/svg+xml'), 304: NOT_MODIFIED },
        problems: ['arena_unknown', 'token_invalid', 'board_computing'],
      }),
      validateRequest('query', ViewRequest),
      async (c) => {
        const slug = c.req.param('arena')
        const { arena, etag, closedAt, board } = await boardToRender(c, deps, slug, c.req.valid('query'))
        const { title } = arena
        c.header('cross-origin-resource-policy', 'cross-origin')
        return respond(c, renderedEtag(etag, title, closedAt), 'image/svg+xml; charset=utf-8', () =>
          renderBadge(title, board(), closedAt),
        )
      },
    )
    .get(
      '/a/:file{[a-z0-9-]+\\.(md|txt)}',
      describeRoute({
        summary:
          'The board of an arena as text: `<arena>.md` or `<arena>.txt`. With `?since=2026-11-24` it also says what changed since that day or moment.',
        responses: {
          200: textBody('The board.', 'text/markdown', 'text/plain'),
          304: NOT_MODIFIED,
          400: textBody('A page, for any other name.', 'text/html'),
          401: textBody('A page, for any other name.', 'text/html'),
          404: textBody('A page, for any other name.', 'text/html'),
          429: textBody('A page, for any other name.', 'text/html'),
        },
        problems: ['arena_unknown', 'token_invalid', 'board_computing'],
      }),
      validateRequest('query', TextRequest),
      async (c) => {
        const [slug, format] = c.req.param('file').split('.') as [string, 'md' | 'txt']
        const type = format === 'md' ? 'text/markdown' : 'text/plain'
        return respondText(c, deps, slug, c.req.valid('query'), {
          type,
          layout: { width: 100, colour: false },
        })
      },
    )
    .get('/a/:arena', boardPage(deps))
}

/**
 * Routes for the record of one contestant, for one battle and the list of them, and for the progress of boards of earlier days. The
 * response depends on the token, so it is not cached.
 */
export const recordRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/contestants/:contestant',
      describeRoute({
        summary:
          'One contestant in a view: its row of the board, its record against each opponent, its best and worst prompts.',
        responses: { 200: answerBody('The record.', ContestantRecord) },
        problems: ['contestant_unknown', 'too_many_requests', 'board_computing'],
      }),
      validateRequest('query', ViewRequest),
      loadReaderArena(deps),
      async (c) => {
        const { arena, isOperator } = c.var
        const view = await resolveView(deps, arena, c.req.valid('query'))
        c.header('cache-control', 'no-store')
        const record = await contestantRecord(deps, arena, view, c.req.param('contestant'), isOperator)
        return respondByAccept(c, record, { 'text/plain': contestantText })
      },
    )
    .get(
      '/api/arenas/:arena/battles',
      describeRoute({
        summary:
          'Decided battles, part by part: who decided what, and why. Texts and reasons are shown if the prompt is not voted on any more, or with the admin token.',
        responses: { 200: answerBody('A part of the list.', BattleList) },
        problems: ['contestant_unknown', 'prompt_unknown', 'judge_unknown', 'too_many_requests'],
      }),
      validateRequest('query', BattlesRequest),
      loadReaderArena(deps),
      async (c) => {
        c.header('cache-control', 'no-store')
        const request = c.req.valid('query')
        return respondByAccept(c, await listBattles(deps, c.var.arena, request, c.var.isOperator), {
          'text/plain': (list, { width }) => battlesText(list, request, width),
        })
      },
    )
    .get(
      '/api/battles/:id',
      describeRoute({
        summary:
          'A decided battle. An open one is unknown here. Texts and reasons are shown if the prompt is not voted on any more, or with the admin token. Voters see the prompt and answers of their own votes, by their cookie.',
        responses: { 200: answerBody('The battle.', DecidedBattle) },
        problems: ['battle_unknown', 'battle_withdrawn', 'token_invalid'],
      }),
      async (c) => {
        const battle = await decidedBattle(
          deps,
          c.req.param('id'),
          isAdmin(c, deps),
          votersFromCookies(c, deps),
        )
        c.header('cache-control', 'no-store')
        return respondByAccept(c, battle, { 'text/plain': battleText })
      },
    )

/**
 * Checks that the contestant or battle in the path of a page exists for its reader.
 * @throws {ProblemError} arena_unknown, contestant_unknown, battle_unknown; battle_withdrawn if its vote was retracted
 */
export async function requireNamed(c: Context<Env>, deps: Deps): Promise<void> {
  const { arena = '', contestant, battle } = c.req.param() as Record<string, string | undefined>
  const admin = isAdmin(c, deps)
  if (contestant !== undefined)
    await contestantWithSlug(deps.db, await arenaForVisitor(deps.db, arena, admin), contestant)
  if (battle !== undefined) await decidedBattle(deps, battle, admin, votersFromCookies(c, deps))
}
