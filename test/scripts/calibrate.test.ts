import { expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { judgesText } from '../../server/judge-evaluation/render/judges-text.ts'
import { JudgesReport, type Outcome } from '../../shared/contracts/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { appFor } from '../support/app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { terminalOn } from './deadheat.ts'

const app = appFor({ clock: new Date().toISOString() })

/** The command at a width. */
const here = async (width: number, ...args: string[]) =>
  terminalOn(app, await temporaryFolder(), { COLUMNS: `${width}` })('calibrate', ...args)
const calibrate = (...args: string[]) => here(120, ...args)

const outcomeOf = (n: number): Outcome => (n % 2 === 0 ? 'left' : 'right')
const votesBy = (source: 'human' | 'judge', voter: string, agreed: number) =>
  Array.from({ length: 60 }, (_, n) =>
    voteOf(NAMES[0], NAMES[1], n < agreed ? outcomeOf(n) : outcomeOf(n + 1), {
      source,
      voter,
      prompt: `p${n + 1}`,
    }),
  )

test('prints every judge against the humans, and exits 1 while one is not calibrated', async () => {
  const votes = [...votesBy('human', 'ann', 60), ...votesBy('judge', 'agrees', 54)]
  await importInto(app.deps, arenaOf('court', { prompts: 60, votes }))
  const good = await calibrate('court')
  expect([good.code, good.stderr]).toEqual([0, ''])
  expect(good.stdout).toMatch(/^agrees: calibration passed, 60 votes$/m)
  expect(good.stdout).toMatch(/^ {2}Agrees with people +90 % \(80–95 %\), of 60 decided by both$/m)
  expect(good.stdout).toContain(
    'A judge passes if the interval of its agreement begins at 75 % or above, on at least 50 pairs.',
  )

  await importInto(app.deps, arenaOf('court', { prompts: 60, votes: votesBy('judge', 'fails', 30) }))
  const bad = await calibrate('court')
  expect(bad.code).toBe(1)
  expect(bad.stdout).toMatch(/^fails: calibration failed, 60 votes\n {2}! It agrees/m)
  expect(bad.stdout).toContain('It agrees with humans too rarely: 50 % of the 60 pairs that both decided')
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

test('says that there is no judge, and refuses an unknown arena', async () => {
  await importInto(app.deps, arenaOf('people'))
  expect(await calibrate('people')).toMatchObject({ code: 1, stdout: 'No judge has voted here.\n' })
  expect(await calibrate('nowhere')).toMatchObject({ code: 2, stdout: '' })
})

test('prints the same words at any width, and lists the requested parts', async () => {
  const votes = [...votesBy('human', 'ann', 60), ...votesBy('judge', 'steady', 54)]
  const categories = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5']
  await importInto(app.deps, arenaOf('parts', { prompts: 60, votes, categories }))
  const wide = (await here(160, 'parts')).stdout
  const narrow = (await here(40, 'parts')).stdout
  const words = (text: string) => text.split(/\s+/).join(' ')
  expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40)
  expect(words(narrow)).toBe(words(wide))
  const labels = ['with ties', 'Flips with order', 'Picks the first', 'Picks the longer', 'its own family']
  for (const label of [...labels, 'with itself', 'board, τ', 'Failed', 'cost and time'])
    expect(wide).toMatch(new RegExp(`^  ${label} +\\S`, 'm'))

  expect(wide).not.toContain('by category')
  const parts = (await here(160, 'parts', '--by', 'category')).stdout
  expect(parts.match(/^ {4}c\d +\d+ % \(\d+–\d+ %\) of 10.*; with ties .*; flips with order/gm)).toHaveLength(
    6,
  )
  expect((await here(160, 'parts', '--by', 'version')).stdout).toMatch(
    /^ {4}imported +passed, 60 of 60 votes/m,
  )
  expect(await here(160, 'parts', '--by', 'weather')).toMatchObject({ code: 2, stdout: '' })
})

test('reports failures, repeats, cost, A/A controls and versions of judges that Deadheat called', async () => {
  const votes = [...votesBy('human', 'ann', 60), ...votesBy('judge', 'asked', 54)]
  await importInto(app.deps, arenaOf('asked', { prompts: 60, votes }))
  const report = JudgesReport.parse(JSON.parse((await here(100, 'asked', '--json')).stdout))
  const [judge] = report.judges
  const twins = { criterion: 'overall', control: 'Bare (control)', ties: 11, p: 1, isToldApart: false }
  const own = {
    selfAgreement: { hits: 18, n: 20, share: 0.9, interval: [0.699, 0.972] as [number, number], kappa: 0.8 },
    failures: [{ cause: 'both_unreadable', count: 3 }],
    cost: {
      calls: 130,
      failedCalls: 4,
      usd: 1.3,
      usdPerVote: 0.02,
      medianLatencyMs: 640,
      latencyMsPerVote: 1280,
    },
    controls: [
      { ...twins, contestant: 'Bare', wins: 0, losses: 1 },
      { ...twins, contestant: 'Kind', wins: 0, losses: 12, p: 0.00049, isToldApart: true },
    ],
    versions: [2, 1].map((version) => ({
      ...judge!.versions[0],
      version,
      model: 'model-x',
      since: '2026-01-02T00:00:00Z',
      current: version === 2,
      standing: version === 2 ? 60 : 0,
    })),
  }
  const text = judgesText({ ...report, judges: [{ ...judge!, ...own }] }, 200)
  const lines = text.split('\n').map((line) => line.trim().replace(/ +/g, ' '))
  expect(lines).toEqual(
    expect.arrayContaining([
      'with itself 90 % (70–97 %) of 20, κ 0.80',
      'Failed 5 %',
      'causes of failure both unreadable 3',
      'cost and time $0.020 and 1.3 s a vote; $1.30 for 130 calls, 4 of them failed; a call takes 640 ms (median)',
      'control Bare and its A/A control: 0 won, 1 lost, 11 tied: it does not distinguish them',
      'control Kind and its A/A control: 0 won, 12 lost, 11 tied: it distinguishes the two, p 0.00049',
      expect.stringMatching(/^2, current model-x since 2026-01-02; passed, 60 of 60 votes count; 90 %/),
      expect.stringMatching(/^1 model-x since 2026-01-02; passed, 0 of 60 votes count; 90 %/),
    ]),
  )
})
