import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { quarantineVotes } from '../../../server/integrity/index.ts'
import { aaControlsOf } from '../../../server/judge-evaluation/aa-controls.ts'
import type { Outcome } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const setUp = { settings: {}, providers: [], judges: [], checks: [] }
const NAMES = ['Warm', 'Warm again', 'Terse']

async function findings(slug: string, votes: [string, string, string, Outcome][]) {
  const arena = arenaOf(slug, { names: NAMES, prompts: 12 })
  arena.votes = votes.map(([voter, left, right, outcome], i) =>
    voteOf(left, right, outcome, { voter, source: 'judge', prompt: `p${(i % 12) + 1}` }),
  )
  const contestants = NAMES.map((name) => ({ name, controlOf: name === 'Warm again' ? 'Warm' : null }))
  await importInto(app.deps, { ...arena, contestants, setUp })
  const { id } = await app.deps.db
    .selectFrom('arenas')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return aaControlsOf(app.deps.db, id)
}

test('votes between a contestant and its control are counted by judge, on either side', async () => {
  expect(
    await findings('counted', [
      ['even', 'Warm', 'Warm again', 'left'],
      ['even', 'Warm again', 'Warm', 'left'],
      ['even', 'Warm again', 'Warm', 'right'],
      ['even', 'Warm', 'Warm again', 'tie'],
      ['even', 'Warm', 'Terse', 'left'],
      ['other', 'Warm', 'Warm again', 'both_bad'],
    ]),
  ).toEqual([
    {
      judge: 'even',
      criterion: 'overall',
      contestant: 'Warm',
      control: 'Warm again',
      wins: 2,
      losses: 1,
      ties: 1,
      p: expect.closeTo(1, 9),
      isToldApart: false,
    },
    {
      judge: 'other',
      criterion: 'overall',
      contestant: 'Warm',
      control: 'Warm again',
      wins: 0,
      losses: 0,
      ties: 1,
      p: expect.closeTo(1, 9),
      isToldApart: false,
    },
  ])
})

test('a judge that prefers one of them is reported', async () => {
  const all = Array.from({ length: 10 }, (): [string, string, string, Outcome] => [
    'biased',
    'Warm again',
    'Warm',
    'left',
  ])
  const [finding] = await findings('apart', all)
  expect(finding).toMatchObject({ losses: 10, isToldApart: true })
  expect(finding!.p).toBeCloseTo(2 / 2 ** 10, 12)
})

test('votes in quarantine do not count for a control', async () => {
  const votes = Array.from({ length: 4 }, (): [string, string, string, Outcome] => [
    'odd',
    'Warm',
    'Warm again',
    'left',
  ])
  const [before] = await findings('odd', votes)
  expect(before).toMatchObject({ wins: 4 })
  const arena = await arenaNamed(app.deps.db, 'odd')
  const { rows } = await app.database.pool.query('select id from votes where arena_id = $1', [arena.id])
  const ids = rows.map(({ id }) => Number(id))
  await quarantineVotes(app.deps, arena, ids.slice(0, 3), 'looked odd')
  expect(await aaControlsOf(app.deps.db, arena.id)).toMatchObject([{ wins: 1, losses: 0, ties: 0 }])
})
