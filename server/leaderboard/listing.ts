import { Hono } from 'hono'
import {
  ArenaList,
  ArenaListRequest,
  type Board,
  type ListedArena,
  viewKey,
} from '../../shared/contracts/index.ts'
import { byLanguage, type Language } from '../../shared/contracts/language.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { respondView } from './view-route.ts'
import { listingText } from './render/listing-text.ts'
import { answerBody, describeRoute, NOT_MODIFIED } from '../platform/http/route-description.ts'
import { countListed, decisionDay, listArenas, votingClosedAt } from '../arenas/index.ts'
import { hasDecisionDay } from '../../shared/contracts/limits.ts'
import { votingClosedSince } from '../../shared/contracts/source.ts'
import { boardView, decisionLine, finishBoard, headline, type BoardView } from '../../shared/finish/index.ts'
import { defaultLooks, selectBoard, selectNewest } from '../ratings/index.ts'

/** The list of arenas. */
export const listingRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/api/arenas',
    describeRoute({
      summary: 'The public arenas, newest first and page by page, each with what its board says.',
      responses: {
        200: answerBody('A part of the list, with a strong ETag.', ArenaList),
        304: NOT_MODIFIED,
      },
    }),
    validateRequest('query', ArenaListRequest),
    async (c) => {
      c.set('isShared', true)
      const list = await listWithFindings(deps, c.req.valid('query'))
      return respondView(c, () => list, listingText)
    },
  )

/** A part of the list of arenas, each with what its newest stored board says. It computes no board, and reads only those. */
export async function listWithFindings(
  deps: Pick<Deps, 'db' | 'clock' | 'services' | 'settings'>,
  request: ArenaListRequest,
): Promise<ArenaList> {
  const { db } = deps
  const [total, arenas] = await Promise.all([countListed(db, request), listArenas(deps, request)])
  const withVotes = arenas.filter(({ listing }) => listing.votes + listing.simulatedVotes > 0)
  const closedAt = new Map<number, string>()
  for (const { ending } of arenas) {
    const at = await votingClosedAt(deps, ending)
    if (at) closedAt.set(ending.id, at.toISOString())
  }
  const views: { arenaId: number; viewKey: string }[] = []
  for (const { ending, view } of withVotes) {
    const looks = decisionDay(ending) ? 'any' : await defaultLooks(db, ending, { ...WHOLE, ...view })
    views.push({ arenaId: ending.id, viewKey: viewKey({ ...WHOLE, ...view, looks }) })
  }
  const newest = await selectNewest(db, views)
  const { boards } = deps.services
  const findings = new Map<number, ListedArena['finding']>()
  // one after another: a board may be large
  for (const { arenaId, id } of newest) {
    const closed = closedAt.get(arenaId)
    const find = async () => boardFinding(await selectBoard(db, arenaId, id), closed)
    const known = boards.findings.get(String(arenaId), `${id} ${closed}`, find)
    findings.set(arenaId, await known)
  }
  const listedArenas = arenas.map(({ ending: { id }, listing }) => {
    const finding = findings.get(id)
    const closed = closedAt.get(id)
    return {
      ...listing,
      ...(closed !== undefined && { closedAt: closed }),
      ...(finding && { finding }),
    }
  })
  return { total, arenas: listedArenas }
}

const WHOLE = { category: null, from: null, to: null } as const

function boardFinding(text: string | undefined, closedAt: string | undefined): ListedArena['finding'] {
  if (text === undefined) return undefined
  const board = JSON.parse(text) as Board
  if (board.votes === 0) return undefined
  const closed = votingClosedSince({ closedAt }, 0, board.view.source)
  const finish = finishBoard(board, { closedAt: closed })
  const sentences = (language: Language) => {
    const { lead, rest } = headline(finish, language)
    const { decides } = board
    const decision = decides && hasDecisionDay(decides) ? decisionLine(finish, language) : null
    return { lead, rest, ...(decision && { decision: decision.lead }) }
  }
  const view = boardView(finish)
  const small = smallBoard(view)
  const share = view.decision?.share ?? view.progress?.share
  return {
    ...byLanguage(sentences),
    ...(small && { small }),
    ...(share !== undefined && { progress: share }),
  }
}

/** The most bars of a board in small. */
const MAX_BARS = 60

function smallBoard({ axis, groups, state }: BoardView) {
  if (!axis) return undefined
  const rounded = (share: number) => Math.round(share * 1e3) / 1e3
  const rows = groups
    .filter(({ kind }) => kind !== 'unrated')
    .flatMap((group) => [...group.rows, ...group.thin])
  const bars = rows.flatMap(({ bar, tick }): [number, number, number][] =>
    bar && tick !== null ? [[bar.low, tick, bar.high]] : [],
  )
  const drawn = bars.slice(0, MAX_BARS)
  if (drawn.length === 0) return undefined
  // bars that are left out leave no room either
  const from = bars.length > MAX_BARS ? Math.min(axis.finishLine.position, ...drawn.map(([low]) => low)) : 0
  const position = (share: number) => rounded((share - from) / (1 - from))
  return {
    state,
    line: position(axis.finishLine.position),
    bars: drawn.map(
      ([low, tick, high]) => [position(low), position(tick), position(high)] as [number, number, number],
    ),
  }
}
