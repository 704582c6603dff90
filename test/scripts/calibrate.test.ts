import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/exchange/index.ts'
import type { Outcome } from '../../shared/contracts/index.ts'
import { JudgesReport } from '../../shared/contracts/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheat } from './deadheat.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: new Date().toISOString() })
})
afterAll(() => app?.close())

async function calibrate(...args: string[]) {
  const env = { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: await temporaryFolder() }
  return deadheat(['calibrate', ...args], { env: { ...env, COLUMNS: '120' } })
}

const said = (n: number): Outcome => (n % 2 === 0 ? 'left' : 'right')
const votesBy = (source: 'human' | 'judge', voter: string, agreed: number) =>
  Array.from({ length: 60 }, (_, n) =>
    voteOf(NAMES[0]!, NAMES[1]!, n < agreed ? said(n) : said(n + 1), { source, voter, prompt: `p${n + 1}` }),
  )

test('prints every judge against the humans, and exits 1 while one is not calibrated', async () => {
  const votes = [...votesBy('human', 'ann', 60), ...votesBy('judge', 'agrees', 54)]
  await importInto(app.deps, arenaOf('court', { prompts: 60, votes }))
  const good = await calibrate('court')
  expect([good.code, good.stderr]).toEqual([0, ''])
  expect(good.stdout).toMatch(/agrees +calibrated +90 % +80–95 +60 +0\.80/)
  expect(good.stdout).toContain('75 % of at least 50 pairs')

  await importInto(app.deps, arenaOf('court', { prompts: 60, votes: votesBy('judge', 'fails', 30) }))
  const bad = await calibrate('court')
  expect(bad.code).toBe(1)
  expect(bad.stdout).toMatch(/fails +uncalibrated +50 %/)
  expect(bad.stdout).toContain(
    'fails: It agrees with humans too rarely: 50 % of the 60 pairs that both decided',
  )
  expect(Math.max(...bad.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)

  const json = await calibrate('court', '--json')
  expect(json.code).toBe(1)
  const { judges } = JudgesReport.strict().parse(JSON.parse(json.stdout))
  expect(judges.map(({ judge, state }) => [judge, state])).toEqual([
    ['agrees', 'calibrated'],
    ['fails', 'uncalibrated'],
  ])
  // boards go by it from now on
  const board = await app.request('/api/arenas/court/leaderboard?source=all')
  expect(await board.json()).toMatchObject({ votes: 120, view: { judges: { only: ['agrees'] } } })
})

test('says so where there is no judge, and refuses an arena that is not there', async () => {
  await importInto(app.deps, arenaOf('people'))
  expect(await calibrate('people')).toMatchObject({ code: 0, stdout: 'No judge has voted in people.\n' })
  expect(await calibrate('nowhere')).toMatchObject({ code: 2, stdout: '' })
})
