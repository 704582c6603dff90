/** The reports beside a live board equal those of `rate` for the same votes, and hold back what too few votes say. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { computeBoardBy } from '../../../server/ratings/compute-board.ts'
import { modelFitReport, positionReport } from '../../../server/ratings/reports/board-reports.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { Board, BoardReports } from '../../../shared/contracts/index.ts'
import { tableOf } from '../../../shared/votes/vote-table.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

const [quillon, zephrite, marlowe] = NAMES as [string, string, string]
/** 40 prompts, each with one vote of each pair; the left one wins two of three. */
const VOTES = Array.from({ length: 40 }, (_, n) => {
  const prompt = `p${n + 1}`
  const won = (pair: number) => ((n + pair) % 3 ? 'left' : 'right')
  return [
    voteOf(quillon, zephrite, won(0), { prompt }),
    voteOf(marlowe, quillon, won(1), { prompt }),
    voteOf(zephrite, marlowe, won(n % 2 ? 2 : 0), { prompt }),
  ]
}).flat()

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.work()
  await importInto(app.deps, arenaOf('three', { prompts: 40, votes: VOTES }))
  await importInto(app.deps, arenaOf('few', { prompts: 40, votes: VOTES.slice(0, 30) }))
  await importInto(app.deps, arenaOf('sampled', { prompts: 40, votes: SAMPLED }))
  await importInto(app.deps, arenaOf('fresh'))
  await app.settle()
})
afterAll(() => app.close())

/** 40 prompts, each with two votes on either answer of the first contestant; the second answer loses on every fourth. */
const SAMPLED = Array.from({ length: 40 }, (_, n) =>
  [1, 1, 2, 2].map((sample) =>
    voteOf(quillon, zephrite, sample === 2 && n % 4 === 0 ? 'right' : 'left', {
      prompt: `p${n + 1}`,
      leftSample: sample,
    }),
  ),
).flat()

it('show how often other answers change the outcome, and give a reason if votes are on one answer', async () => {
  expect((await reportsOf('sampled')).samples).toMatchObject({
    votes: 160,
    prompts: 40,
    different: expect.closeTo(0.25, 9),
    equal: 0,
    share: expect.closeTo(0.25, 9),
    interval: [expect.any(Number), expect.any(Number)],
    reason: null,
  })
  expect((await reportsOf('three')).samples).toMatchObject({ share: null, reason: 'no_samples' })
  expect((await reportsOf('fresh')).samples).toBe(null)
})

const get = (arena: string, init?: RequestInit) => app.request(`/api/arenas/${arena}/reports`, init)
const reportsOf = async (arena: string) => BoardReports.parse(await (await get(arena)).json())

it('equal those of the terminal for the same votes', async () => {
  const board = Board.parse(await (await app.request('/api/arenas/three/leaderboard')).json())
  const table = tableOf(
    VOTES.map(({ left, right, outcome, prompt }, n) => ({
      id: String(n),
      contestantA: left,
      contestantB: right,
      outcome,
      prompt,
      voter: null,
    })),
  )
  const offline = computeBoardBy('bradley-terry', table, {
    arena: 'three',
    view: board.view,
    contestants: NAMES.map((name) => ({ name })),
    rounds: 0,
    seed: 1,
    computedAt: board.computedAt,
    version: 'test',
    fragility: true,
  })
  const reports = await reportsOf('three')
  expect(reports).toMatchObject({ votes: 120, tooLarge: false, cluster: 'prompt', effectiveUnits: 40 })
  expect(reports.fragility).toEqual(offline.fragility)
  expect(reports.fit!.p).toBe(modelFitReport(table, offline)!.p)
  expect(reports.fit!.chiSquare).toBeCloseTo(modelFitReport(table, offline)!.chiSquare, 9)
  const position = positionReport(table, offline)
  expect(reports.position!.eta).toBeCloseTo(position.eta!, 9)
  expect(reports.position!.leftWins.winRate).toBeGreaterThan(0.6)
  expect(reports.position!.leftWins.interval).toEqual(
    position.leftWins!.interval.map((end) => expect.closeTo(end, 9)),
  )
})

it('leave out the effect of position if votes are few, and have no report without votes', async () => {
  expect((await reportsOf('few')).position).toBe(null)
  expect(await reportsOf('fresh')).toMatchObject({ votes: 0, fragility: null, fit: null, position: null })
})

it('keep their ETag while nothing changes, and are refused for an unknown arena', async () => {
  const etag = (await get('three')).headers.get('etag')!
  expect((await get('three', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect(await problemOf(await get('nowhere'))).toEqual([404, 'arena_unknown'])
})
