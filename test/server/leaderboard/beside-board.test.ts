import { folderForAll } from '../../support/temporary-folder.ts'
import { describe, expect, it } from 'vitest'
import {
  HeadToHead,
  SamplingCounts,
  WinRates,
  type Outcome,
  Board,
  Differences,
  BoardReports,
  History,
} from '../../../shared/contracts/index.ts'
import { tableOf } from '../../support/cases.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import '../visitor.ts'
import { terminalOn } from '../../scripts/deadheat.ts'
import { boardOf } from '../ratings/boards.ts'
import { computeBoardWithMethod } from '../../../server/ratings/compute-board.ts'
import { modelFitReport, positionReport } from '../../../server/ratings/reports/model-fit.ts'
import { columnsFromRows, type RatedVote } from '../../../shared/votes/vote-table.ts'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'

// Who beat whom: counted per pair from published votes alone, blank where two never met.

/** Imported votes as a board takes them. */
const ratedOf = (votes: readonly ImportedVote[]): RatedVote[] =>
  votes.map(({ left, right, outcome, prompt }, n) => ({
    id: String(n),
    contestantA: left,
    contestantB: right,
    outcome,
    prompt,
    voter: null,
  }))

const [quillon, zephrite, marlowe] = NAMES as [string, string, string]
const VOTES = () => [
  ...Array.from({ length: 6 }, () => voteOf(quillon, zephrite, 'left')),
  voteOf(zephrite, quillon, 'left'),
  voteOf(zephrite, quillon, 'right', { prompt: 'p2' }),
  voteOf(zephrite, quillon, 'tie'),
  voteOf(quillon, zephrite, 'both_bad'),
  voteOf(marlowe, quillon, 'tie'),
  voteOf(marlowe, quillon, 'right', { source: 'simulated' }),
]

describe('the head-to-head record', () => {
  const app = appFor({}, async () => {
    await app.import(arenaOf('met', { votes: VOTES(), categories: ['travel', 'billing'] }))
    await app.import(arenaOf('fresh'))
  })

  const get = (query = '', arena = 'met') => app.request(`/api/arenas/${arena}/head-to-head${query}`)
  const record = async (query = '', arena = 'met') => HeadToHead.parse(await (await get(query, arena)).json())
  /** By name, with the first named first. */
  const named = ({ contestants, pairs }: HeadToHead) =>
    pairs.map(({ a, b, ...counts }) => [contestants[a], contestants[b], counts])

  it('counts both sides alike, ties beside the wins, and lists only opponents that met', async () => {
    const met = await record()
    expect(met).toMatchObject({ arena: 'met', votes: 11, view: { source: 'people', category: null } })
    expect(met.contestants).toEqual([...NAMES].sort())
    expect(named(met)).toEqual([
      [marlowe, quillon, { wins: 0, losses: 0, ties: 1, bothBad: 0 }],
      [quillon, zephrite, { wins: 7, losses: 1, ties: 2, bothBad: 1 }],
    ])
  })

  it('follows the switches of the board', async () => {
    const simulated = [[marlowe, quillon, { wins: 0, losses: 1, ties: 0, bothBad: 0 }]]
    expect(named(await record('?source=simulated'))).toEqual(simulated)
    const travel = [[quillon, zephrite, { wins: 1, losses: 0, ties: 0, bothBad: 0 }]]
    expect(named(await record('?category=travel'))).toEqual(travel)
    expect((await record('?from=2025-01-01')).pairs).toEqual([])
    expect(await record('', 'fresh')).toMatchObject({ votes: 0, pairs: [] })
  })
})

/** Votes on every pair that can be drawn, met or not. */
describe('the votes on each pair', () => {
  const app = appFor({}, async () => {
    const names = ['Ash', 'Birch', 'Cedar', 'Dogwood']
    const votes = [
      ...Array.from({ length: 5 }, () => voteOf('Ash', 'Birch', 'left')),
      voteOf('Cedar', 'Ash', 'tie'),
      voteOf('Ash', 'Cedar', 'both_bad'),
      voteOf('Cedar', 'Ash', 'right'),
    ]
    await app.import(arenaOf('even', { names, votes }))
    await app.import(arenaOf('fresh'))
  })

  const get = (arena = 'even', headers = {}, query = '') =>
    app.request(`/api/arenas/${arena}/sampling${query}`, { headers })
  const counts = async (arena = 'even', query = '') =>
    SamplingCounts.parse(await (await get(arena, {}, query)).json())

  it('counts the votes of each pair of contestants with votes, whatever the outcome, and how even they are', async () => {
    const { contestants, votes, pairs, evenness } = await counts()
    expect([contestants, votes]).toEqual([['Ash', 'Birch', 'Cedar'], 8])
    expect(pairs!.map(({ a, b, votes: own }) => [a, b, own])).toEqual(tableOf('0 1 5 / 0 2 3 / 1 2 0'))
    expect(pairs![0].ofExpected).toBeCloseTo(1.875, 12)
    expect(evenness).toMatchObject({ degreesOfFreedom: 2 })
    expect(evenness!.chiSquare).toBeCloseTo((3 * 34) / 8 - 8, 9)
  })

  it('counts pairs by their votes; pairs=none leaves their list out', async () => {
    const { pairs, byVotes, evenness } = await counts('even', '?pairs=none')
    expect(pairs).toBeUndefined()
    expect(byVotes).toEqual([0, 3, 5].map((votes) => ({ votes, pairs: 1 })))
    expect(evenness).toEqual((await counts()).evenness)
    expect(await counts('fresh')).toMatchObject({ contestants: [], pairs: [], votes: 0, evenness: null })
  })

  it('leaves out retired contestants, since they are no longer drawn', async () => {
    const etag = (await get()).headers.get('etag')!
    const retired = await app.request('/api/admin/arenas/even/contestants/birch/retire', {
      method: 'POST',
      headers: AS_ADMIN,
    })
    expect(retired.status).toBe(200)
    expect((await get('even', { 'if-none-match': etag })).status).toBe(200)
    expect(await counts()).toMatchObject({ contestants: ['Ash', 'Cedar'], votes: 3, evenness: null })
  })
})

/** Win rates of an arena against a fixed reference, over HTTP and in the terminal. */
describe('win rates', () => {
  const NAMES = ['Base', 'Long', 'Same', 'Alone']
  const cwd = folderForAll()

  /** Of this many prompts the first `wins` are won by the left. */
  const votes = (left: string, right: string, wins: number, prompts: number, more: object = {}) =>
    Array.from({ length: prompts }, (_, n) =>
      voteOf(left, right, (n < wins ? 'left' : 'right') as Outcome, { prompt: `p${n + 1}`, ...more }),
    )

  const app = appFor({}, async () => {
    await app.import(
      arenaOf('fixed', {
        names: NAMES,
        prompts: 40,
        // longer, though not always, where it wins
        says: (name, n) =>
          `${name} ${n} ${'so '.repeat(name === 'Long' ? (n <= 24 ? 40 : 20) + 8 * (n % 5) : 20 + (n % 3))}`,
        votes: [
          ...votes('Long', 'Base', 24, 40),
          ...votes('Base', 'Same', 10, 20),
          voteOf('Same', 'Base', 'both_bad', { prompt: 'p21' }),
          ...votes('Long', 'Same', 30, 40),
        ],
      }),
    )
    await app.settle()
  })

  const winRatesAt = (query = '') => app.read(WinRates, `/api/arenas/fixed/win-rates${query}`)

  it('count only the votes of the two, highest first, beside the ratings of the view', async () => {
    const { baseline, contestants, votes: all, withoutRating } = await winRatesAt('?baseline=base')
    expect(baseline).toEqual({ name: 'Base', slug: 'base', chosenBy: 'request' })
    expect([all, withoutRating]).toEqual([61, ['Alone']])
    expect(contestants).toMatchObject([
      { name: 'Long', slug: 'long', votes: 40, wins: 24, losses: 16, ties: 0, winRate: 0.6 },
      { name: 'Same', votes: 21, wins: 10, losses: 10, ties: 1, winRate: 0.5 },
    ])
    const [long] = contestants
    // 24 ones and 16 noughts, one on each prompt: s/√n
    expect(long!.standardError).toBeCloseTo(Math.sqrt(((40 / 39) * 0.24) / 40), 12)
    const board = await app.json('/api/arenas/fixed/leaderboard')
    const rated = (board as { contestants: { name: string; rating: number; place: [number, number] }[] })
      .contestants
    for (const { name, rating, place } of contestants)
      expect(rated.find((one) => one.name === name)).toMatchObject({ rating, place })
  })

  it('are lower with length control if longer answers won', async () => {
    const { contestants } = await winRatesAt('?baseline=Base')
    const { lengthControlled } = contestants[0]
    expect(lengthControlled).toMatchObject({ votes: 40, plain: 0.6 })
    expect(lengthControlled!.winRate).toBeLessThan(0.6)
  })

  it('are against the contestant with the most battles if none is named', async () => {
    expect((await winRatesAt()).baseline).toEqual({ name: 'Long', slug: 'long', chosenBy: 'most_met' })
  })

  it('name an unknown contestant, and are empty if the two never met', async () => {
    const wrong = await app.request('/api/arenas/fixed/win-rates?baseline=nobody')
    await expect(wrong).toBeProblem(400, 'invalid_request')
    await app.import(arenaOf('unmet'))
    const none = await app.request('/api/arenas/unmet/win-rates')
    expect(await none.json()).toMatchObject({ baseline: null, contestants: [], votes: 0 })
  })

  it('in the terminal they are printed below the board of the same votes', async () => {
    const run = terminalOn(app, cwd, { COLUMNS: '120' })
    const { code, stdout } = await run('win-rates', 'fixed', '--baseline', 'Base')
    expect(code).toBe(0)
    expect(stdout).toMatch(/Directly against Base: win rate/)
    expect(stdout).toMatch(/Long +40 +24\/16\/0 +60\.0 %/)
    expect(stdout.indexOf('Directly against')).toBeGreaterThan(stdout.indexOf('Same'))
    const json = await run('win-rates', 'fixed', '--baseline', 'base', '--json')
    expect(WinRates.parse(JSON.parse(json.stdout))).toEqual(await winRatesAt('?baseline=base'))
  })
})

/** Two of a board, taken singly: the same rounds as the board's, from either side, and only of published votes. */
describe('the differences of one contestant', () => {
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

  const app = appFor({}, async () => {
    await app.import(arenaOf('three', { prompts: 40, votes: VOTES() }))
    await app.import(arenaOf('fresh'))
    await app.settle()
  })

  const get = (query: string, arena = 'three') => app.request(`/api/arenas/${arena}/differences?${query}`)
  const from = async (contestant: string, arena = 'three') =>
    Differences.parse(await (await get(`contestant=${contestant}`, arena)).json())

  it('equal those of the ratings shown, with opposite signs from the other side', async () => {
    const board = await app.board('three')
    const rating = new Map(board.contestants.map((row) => [row.name, row.rating!]))
    const own = await from(quillon)
    expect(own).toMatchObject({ contestant: quillon, votes: VOTES().length })
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

  it('equal those of the board computed again', async () => {
    const board = await app.board('three')
    const votes = ratedOf(VOTES())
    const again = boardOf(votes, { baseline: marlowe, rounds: board.rounds, seed: board.seed })
    const row = again.contestants.find(({ name }) => name === quillon)!
    const served = (await from(quillon)).others.find(({ name }) => name === marlowe)!
    expect(served.winRateInterval).toEqual(
      row.againstBaseline!.interval!.map((end) => expect.closeTo(end, 9)),
    )
    expect(served.winRate).toBeCloseTo(row.againstBaseline!.winRate, 9)
  })

  it('accept a slug, are empty if there are no ratings, and refuse an unknown contestant', async () => {
    expect((await from('quillon-7b')).contestant).toBe(quillon)
    expect((await from(quillon, 'fresh')).others).toEqual([])
    await expect(get('contestant=Nobody')).toBeProblem(400, 'invalid_request')
    await expect(get('')).toBeProblem(400, 'invalid_request')
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
    await expect(stranger).toBeProblem(400, 'invalid_request')
  })
})

/** The reports beside a live board equal those of `rate` for the same votes, and hold back what too few votes say. */
describe('reports', async () => {
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

  const app = appFor({}, async () => {
    await app.import(arenaOf('three', { prompts: 40, votes: VOTES }))
    await app.import(arenaOf('few', { prompts: 40, votes: VOTES.slice(0, 30) }))
    await app.import(arenaOf('fresh'))
    await app.settle()
  })

  const get = (arena: string, init?: RequestInit) => app.request(`/api/arenas/${arena}/reports`, init)
  const reportsOf = async (arena: string) => BoardReports.parse(await (await get(arena)).json())

  it('equal those of the terminal for the same votes', async () => {
    const board = await app.board('three')
    const table = columnsFromRows(ratedOf(VOTES))
    const offline = computeBoardWithMethod('bradley-terry', table, {
      arena: 'three',
      view: board.view,
      contestants: NAMES.map((name) => ({ name })),
      rounds: 0,
      seed: 1,
      computedAt: board.computedAt,
      version: 'test',
    })
    const reports = await reportsOf('three')
    expect(reports).toMatchObject({ votes: 120, tooLarge: false, cluster: 'prompt', effectiveUnits: 40 })
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
    expect(await reportsOf('fresh')).toMatchObject({ votes: 0, fit: null, position: null })
  })
})

/** Ratings over time are those of the boards that were shown: one an hour, and one a day further back. */
describe('the course of ratings', async () => {
  const [first, second, third] = [quillon, zephrite, marlowe]
  /** Four votes on each of 12 prompts. */
  const ROUND = () =>
    Array.from({ length: 12 }, (_, i) => ({ prompt: `p${i + 1}` })).flatMap((on) => [
      voteOf(first, second, 'left', on),
      voteOf(second, third, 'left', on),
      voteOf(third, first, 'left', on),
      voteOf(first, third, 'tie', on),
    ])

  const app = appFor({ clock: '2024-05-01T12:00:00.000Z' }, async () => {
    await app.work()
    for (const moment of ['01T12:00', '01T12:40', '01T13:10', '05T09:00']) {
      app.clock.set(`2024-05-${moment}:00.000Z`)
      await app.import(arenaOf('grown', { prompts: 12, votes: ROUND() }))
      await app.settle()
    }
    await app.import(arenaOf('fresh'))
  })

  const get = (path = 'grown/history', headers = {}) => app.request(`/api/arenas/${path}`, { headers })
  const history = async (path?: string) => History.parse(await (await get(path)).json())

  it('has the last board of each hour, oldest first, and ends with the current one', async () => {
    const { arena, view, points } = await history()
    expect([arena, view.source]).toEqual(['grown', 'people'])
    expect(points.map(({ at, votes }) => [at, votes])).toEqual([
      ['2024-05-01T12:40:00.000Z', 96],
      ['2024-05-01T13:10:00.000Z', 144],
      ['2024-05-05T09:00:00.000Z', 192],
    ])
    const board = Board.parse(await (await get('grown/leaderboard')).json())
    const { state, leader, deadHeat, ratings } = points.at(-1)!
    expect([state, leader, deadHeat]).toEqual([board.state, board.leader, board.deadHeat])
    expect(ratings).toEqual(
      board.contestants.map(({ name, rating, interval }) => ({
        name,
        rating,
        low: interval?.[0] ?? null,
        high: interval?.[1] ?? null,
      })),
    )
  })

  it('keeps one board a day before the newest 48 hours', async () => {
    await app.sql`insert into snapshots (arena_id, view_key, tracked, data_version, board, etag, computed_at)
    select arena_id, view_key, tracked, data_version,
      jsonb_set(board::jsonb, '{computedAt}', to_jsonb(to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))::text, etag, at at time zone 'UTC'
    from (select * from snapshots order by id desc limit 1) s,
      generate_series('2024-06-01 00:30'::timestamp, '2024-06-04 23:30', '1 hour') at
    order by at`
    const at = (await history()).points.map((point) => point.at)
    expect(at.slice(0, 2)).toEqual(['2024-05-01T13:10:00.000Z', '2024-05-05T09:00:00.000Z'])
    expect(at.slice(2, 4)).toEqual(['2024-06-01T23:30:00Z', '2024-06-02T23:30:00Z'])
    expect(at.slice(4, 6)).toEqual(['2024-06-03T00:30:00Z', '2024-06-03T01:30:00Z'])
    expect(at).toHaveLength(4 + 48)
  })
})
