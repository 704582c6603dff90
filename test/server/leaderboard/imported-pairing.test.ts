/** Pairs of imported votes were chosen elsewhere, perhaps by results. A live board then declares nothing either. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followedVotes, PAIRINGS } from '../../../workshop/simulate/pairing.ts'
import { spread } from '../../../workshop/simulate/world.ts'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board, type Outcome } from '../../../shared/contracts/index.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'

const names = Array.from({ length: 20 }, (_, i) => `contestant-${i}`)

/** Votes whose pairs were chosen by this rule, as an import brings them. */
function votesPaired(rule: string, source: 'human' | 'simulated') {
  const pairing = PAIRINGS.find(({ name }) => name === rule)!
  const { left, right, outcome } = followedVotes(pairing, spread(20), 1000, new RandomStream(1, 1))
  const outcomeOf = (vote: number): Outcome =>
    outcome[vote] === LEFT ? 'left' : outcome[vote] === RIGHT ? 'right' : 'tie'
  return Array.from(left, (_, vote) =>
    voteOf(names[left[vote]!]!, names[right[vote]!]!, outcomeOf(vote), {
      source,
      prompt: `p${1 + (vote % 40)}`,
    }),
  )
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.work()
  for (const [slug, rule, source] of [
    ['nearest', 'nearest opponent', 'human'],
    ['by-chance', 'by chance', 'human'],
    ['simulated', 'nearest opponent', 'simulated'],
  ] as const) {
    const votes = votesPaired(rule, source)
    await importInto(app.deps, arenaOf(slug, { names, prompts: 40, says: () => null, votes }))
  }
  await app.settle()
})
afterAll(() => app?.close())

const text = async (path: string): Promise<string> => (await app.request(path)).text()
const boardOf = async (slug: string, query = ''): Promise<Board> =>
  Board.parse(JSON.parse(await text(`/api/arenas/${slug}/leaderboard${query}`)))
const isAdaptive = ({ warnings }: Board) => warnings.some(({ code }) => code === 'adaptive_pairing')

it('declares only what holds for any choice of pairs if opponents of imported votes are nearer than chance', async () => {
  const board = await boardOf('nearest')
  expect(board).toMatchObject({ looks: 'any', winner: null, whyNot: { reason: 'pairing' } })
  expect(board.deadHeatForFirst.length).toBe(board.contestants.length)
  expect(isAdaptive(board)).toBe(true)
})

it('can be verified and counted again', async () => {
  const board = await boardOf('nearest')
  const rows = await exportedRows(await text('/api/arenas/nearest/export/votes.jsonl'))
  expect(verifyBoard(board, rows, { version: VERSION }).differences).toEqual([])
  const arena = await arenaNamed(app.deps.db, 'nearest')
  const view = await resolveView(app.deps, arena, {})
  expect(await recountBoard(app.deps, arena, view, board)).toEqual(board)
})

it('declares as before if pairs were drawn by chance, or by a simulation of its own', async () => {
  for (const board of [await boardOf('by-chance'), await boardOf('simulated', '?source=simulated')]) {
    expect(isAdaptive(board)).toBe(false)
    expect(board.contestants.every(({ comparison }) => comparison !== null)).toBe(true)
  }
})
