/** Win rates of an arena against a fixed reference, over HTTP and in the terminal. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { winRatesCommand } from '../../../scripts/cli/commands/win-rates.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { WinRates, type Outcome } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { runHere } from '../../scripts/run-here.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

const NAMES = ['Base', 'Long', 'Same', 'Alone']
let app: TestApp
let cwd: string

/** Of this many prompts the first `wins` are won by the left. */
const votes = (left: string, right: string, wins: number, prompts: number, more: object = {}) =>
  Array.from({ length: prompts }, (_, n) =>
    voteOf(left, right, (n < wins ? 'left' : 'right') as Outcome, { prompt: `p${n + 1}`, ...more }),
  )

beforeAll(async () => {
  app = await createTestApp()
  cwd = await mkdtemp(join(tmpdir(), 'deadheat-'))
  await importInto(
    app.deps,
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
afterAll(async () => {
  await app?.close()
  await rm(cwd, { recursive: true, force: true })
})

const winRatesAt = async (query = '') =>
  WinRates.parse(await (await app.request(`/api/arenas/fixed/win-rates${query}`)).json())

describe('win rates against one contestant', () => {
  it('count only the votes of the two, highest first, beside the ratings of the view', async () => {
    const { baseline, contestants, votes: all, notMet } = await winRatesAt('?baseline=base')
    expect(baseline).toEqual({ name: 'Base', slug: 'base', chosenBy: 'request' })
    expect([all, notMet]).toEqual([61, ['Alone']])
    expect(contestants).toMatchObject([
      { name: 'Long', slug: 'long', votes: 40, wins: 24, losses: 16, ties: 0, winRate: 0.6 },
      { name: 'Same', votes: 21, wins: 10, losses: 10, ties: 1, winRate: 0.5 },
    ])
    const [long] = contestants
    // 24 ones and 16 noughts, one on each prompt: s/√n
    expect(long!.standardError).toBeCloseTo(Math.sqrt(((40 / 39) * 0.24) / 40), 12)
    const board = await (await app.request('/api/arenas/fixed/leaderboard')).json()
    const rated = (board as { contestants: { name: string; rating: number; rank: number }[] }).contestants
    for (const { name, rating, rank } of contestants)
      expect(rated.find((one) => one.name === name)).toMatchObject({ rating, rank })
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

  it('have an ETag that changes with the votes', async () => {
    const first = await app.request('/api/arenas/fixed/win-rates?baseline=same')
    const etag = first.headers.get('etag')!
    const again = await app.request('/api/arenas/fixed/win-rates?baseline=same', {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    await importInto(app.deps, {
      arena: { slug: 'fixed' },
      contestants: [],
      prompts: [],
      answers: [],
      votes: [voteOf('Same', 'Base', 'left', { prompt: 'p30' })],
    })
    await app.settle()
    const later = await app.request('/api/arenas/fixed/win-rates?baseline=same', {
      headers: { 'if-none-match': etag },
    })
    expect(later.status).toBe(200)
    expect(WinRates.parse(await later.json()).votes).toBe(62)
  })

  it('name an unknown contestant, and are empty if the two never met', async () => {
    const wrong = await app.request('/api/arenas/fixed/win-rates?baseline=nobody')
    expect(await problemOf(wrong)).toEqual([400, 'invalid_request'])
    await importInto(app.deps, arenaOf('unmet'))
    const none = await app.request('/api/arenas/unmet/win-rates')
    expect(await none.json()).toMatchObject({ baseline: null, contestants: [], votes: 0 })
  })
})

describe('in the terminal', () => {
  const here = (...args: string[]) =>
    runHere(winRatesCommand, ['win-rates', ...args], {
      cwd,
      env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd, COLUMNS: '120' },
    })

  it('are printed below the board of the same votes', async () => {
    const { code, stdout } = await here('fixed', '--baseline', 'Base')
    expect(code).toBe(0)
    expect(stdout).toMatch(/Directly against Base: win rate/)
    expect(stdout).toMatch(/Long +40 +24\/16\/0 +60\.0 %/)
    expect(stdout.indexOf('Directly against')).toBeGreaterThan(stdout.indexOf('Same'))
    const json = await here('fixed', '--baseline', 'base', '--json')
    expect(WinRates.parse(JSON.parse(json.stdout))).toEqual(await winRatesAt('?baseline=base'))
  })

  it('report an error in one line', async () => {
    for (const [args, expectedError] of [
      [['nowhere'], /no arena "nowhere"/],
      [['fixed', '--baseline', 'nobody'], /baseline: arena "fixed" has no .*"nobody"/],
      [['fixed', '--source', 'aliens'], /--source: .*humans, judges/],
      [['fixed', '--criterion', 'wit'], /criterion: arena "fixed" has overall/],
    ] as const) {
      const { code, stdout, stderr } = await here(...args)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(expectedError)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })
})
