/** Two of a board, taken singly: the same rounds as the board's, from either side, and only of published votes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { Board, Differences, HeadToHead } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { boardOf } from '../ratings/boards.ts'
import { problemOf } from '../visitor.ts'

const [quillon, zephrite, marlowe] = NAMES as [string, string, string]
/** 40 prompts, each of which says the same of the first two; the third is behind. */
const VOTES = () =>
  Array.from({ length: 40 }, (_, n) => {
    const prompt = `p${n + 1}`
    return [
      ...Array.from({ length: 40 }, (_, nth) =>
        voteOf(quillon, zephrite, nth % 2 ? 'left' : 'right', { prompt }),
      ),
      voteOf(quillon, marlowe, n % 4 ? 'left' : 'right', { prompt }),
      voteOf(marlowe, zephrite, n % 4 ? 'right' : 'left', { prompt }),
    ]
  }).flat()

describe('the differences of one contestant', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    await app.work()
    await importInto(app.deps, arenaOf('three', { prompts: 40, votes: VOTES() }))
    await importInto(app.deps, arenaOf('fresh'))
    await app.settle()
  })
  afterAll(() => app.close())

  const get = (query: string, arena = 'three') => app.request(`/api/arenas/${arena}/differences?${query}`)
  const from = async (contestant: string, arena = 'three') =>
    Differences.parse(await (await get(`contestant=${contestant}`, arena)).json())

  it('equal those of the ratings shown, with opposite signs from the other side', async () => {
    const board = Board.parse(await (await app.request('/api/arenas/three/leaderboard')).json())
    const rating = new Map(board.contestants.map((row) => [row.name, row.rating!]))
    const own = await from(quillon)
    expect(own).toMatchObject({ contestant: quillon, votes: VOTES().length, delta: 0.03 })
    expect(own.others.map(({ name }) => name)).toEqual([marlowe, zephrite])
    for (const other of own.others) {
      expect(other.points).toBeCloseTo(rating.get(quillon)! - rating.get(other.name)!, 9)
      const back = (await from(other.name)).others.find(({ name }) => name === quillon)!
      expect(back.interval.map((end) => -end).reverse()).toEqual(
        other.interval.map((end) => expect.closeTo(end, 9)),
      )
      expect(back.winRate).toBeCloseTo(1 - other.winRate, 12)
    }
  })

  it('say only for the highest rated contestant what lead it keeps on new prompts', async () => {
    const board = Board.parse(await (await app.request('/api/arenas/three/leaderboard')).json())
    const [first, ...rest] = board.contestants.map(({ name }) => name)
    const { expect: expectation } = await from(first!)
    expect(expectation).toMatchObject({ unit: 'prompt', rating: board.contestants[0]!.rating })
    expect(expectation!.expected).toBeCloseTo(expectation!.rating - expectation!.optimism, 9)
    expect(expectation!.interval[0]).toBeLessThan(expectation!.expected)
    expect(expectation!.interval[1]).toBeGreaterThan(expectation!.expected)
    for (const other of rest) expect((await from(other)).expect).toBeNull()
  })

  it('equal those of the board computed again', async () => {
    const board = Board.parse(await (await app.request('/api/arenas/three/leaderboard')).json())
    const votes = VOTES().map(({ left, right, outcome, prompt }, n) => ({
      id: String(n),
      contestantA: left,
      contestantB: right,
      outcome,
      prompt,
      voter: null,
    }))
    const again = boardOf(votes, { baseline: marlowe, rounds: board.rounds, seed: board.seed })
    const row = again.contestants.find(({ name }) => name === quillon)!
    const served = (await from(quillon)).others.find(({ name }) => name === marlowe)!
    expect(served.winRateInterval).toEqual(
      row.againstBaseline!.interval!.map((end) => expect.closeTo(end, 9)),
    )
    expect(served.winRate).toBeCloseTo(row.againstBaseline!.winRate, 9)
  })

  it('name the contestants that are practically equal, and those not known to be', async () => {
    const { others } = await from(quillon)
    const equal = Object.fromEntries(others.map(({ name, practicallyEqual }) => [name, practicallyEqual]))
    expect(equal).toEqual({ [zephrite]: true, [marlowe]: false })
  })

  it('accept a slug, are empty if there are no ratings, and refuse an unknown contestant', async () => {
    expect((await from('quillon-7b')).contestant).toBe(quillon)
    expect((await from(quillon, 'fresh')).others).toEqual([])
    expect(await problemOf(await get('contestant=Nobody'))).toEqual([400, 'invalid_request'])
    expect(await problemOf(await get(''))).toEqual([400, 'invalid_request'])
  })

  it('keep their ETag while nothing changes', async () => {
    const first = await get(`contestant=${marlowe}`)
    const etag = first.headers.get('etag')!
    const again = await app.request(`/api/arenas/three/differences?contestant=${marlowe}`, {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
  })

  it('include the head-to-head record of the contestant', async () => {
    const answer = await app.request(`/api/arenas/three/head-to-head?contestant=${marlowe}`)
    const { contestants, pairs, votes } = HeadToHead.parse(await answer.json())
    expect(votes).toBe(VOTES().length)
    expect(pairs.map(({ a, b }) => [contestants[a], contestants[b]])).toEqual([
      [marlowe, quillon],
      [marlowe, zephrite],
    ])
    const stranger = await app.request('/api/arenas/three/head-to-head?contestant=Nobody')
    expect(await problemOf(stranger)).toEqual([400, 'invalid_request'])
  })
})
