import { Hono } from 'hono'
import { z } from 'zod'
import { ListedArena, type Board, viewKey } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { ANY_ARENA } from '../platform/http/reads.ts'
import { respondJson, tagged } from '../platform/http/respond.ts'
import { describeRoute, jsonBody, NOT_MODIFIED } from '../platform/http/route-description.ts'
import { arenasWithEnd, listArenas, votingClosedAt } from '../arenas/index.ts'
import { closedSince } from '../../shared/contracts/source.ts'
import { shortSentence } from '../../shared/sentence/sentence.ts'
import { naturalLooks, selectBoard, selectNewest } from '../ratings/index.ts'

/** The list of arenas. */
export const listingRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/api/arenas',
    describeRoute({
      summary: 'The public arenas that are not archived, oldest first, each with what its board says.',
      responses: {
        200: jsonBody('The list, with a strong ETag.', z.object({ arenas: z.array(ListedArena) })),
        304: NOT_MODIFIED,
      },
    }),
    async (c) => {
      c.set('shownArena', ANY_ARENA)
      return respondJson(c, tagged({ arenas: await listWithFindings(deps) }))
    },
  )

/** The public arenas in use, oldest first, each with what its newest stored board says. It computes no board. */
export async function listWithFindings(
  deps: Pick<Deps, 'db' | 'clock' | 'services'>,
): Promise<ListedArena[]> {
  const { db } = deps
  const arenas = await listArenas(deps)
  const withVotes = arenas.filter(({ listing }) => listing.votes + listing.simulatedVotes > 0)
  const arenasById = new Map((await arenasWithEnd(db)).map((arena) => [arena.id, arena]))
  const closedAt = new Map<number, string>()
  for (const [id, arena] of arenasById) {
    const at = await votingClosedAt(deps, arena)
    if (at) closedAt.set(id, at.toISOString())
  }
  const views: { arenaId: number; viewKey: string }[] = []
  for (const { id, view } of withVotes) {
    const arena = arenasById.get(id)
    const looks = arena ? await naturalLooks(deps, arena, { ...WHOLE, ...view }) : 'any'
    views.push({ arenaId: id, viewKey: viewKey({ ...WHOLE, ...view, looks }) })
  }
  const newest = await selectNewest(db, views)
  const { findings } = deps.services.boards
  // one after another: a board may be large
  for (const { arenaId, id } of newest) {
    const closed = closedAt.get(arenaId)
    const known = findings.get(arenaId)
    if (known?.board === id && known.closed === closed) continue
    const board = await selectBoard(db, arenaId, id)
    const finding = board === undefined ? undefined : findingOf(board, closed)
    findings.set(arenaId, { board: id, closed, finding })
  }
  const there = new Set(newest.map(({ arenaId }) => arenaId))
  return arenas.map(({ id, listing }) => {
    const finding = there.has(id) ? findings.get(id)?.finding : undefined
    const closed = closedAt.get(id)
    return { ...listing, ...(closed !== undefined && { closedAt: closed }), ...(finding && { finding }) }
  })
}

const WHOLE = { category: null, from: null, to: null, together: null } as const

function findingOf(text: string, closedAt: string | undefined): ListedArena['finding'] {
  const board = JSON.parse(text) as Board
  if (board.votes === 0) return undefined
  const closed = closedSince({ closedAt }, 0, board.view.source)
  const said = (language: 'en' | 'de') => {
    const { lead, rest } = shortSentence(board, language, closed)
    return { lead, rest }
  }
  return { en: said('en'), de: said('de') }
}
