/** Stopping early, on comparisons of known win rates: its error rate, and its savings. */
import { describe, expect, it } from 'vitest'
import { drawScores, SCHEDULES, simulateStopping } from '../../../../scripts/dev/simulate/stopping.ts'
import { stopping } from '../../../../scripts/dev/simulate/stopping-command.ts'
import { stoppingOf } from '../../../../shared/stats/looks/watched-mean.ts'
import { withTerminal } from '../../run-here.ts'

const setting = { ties: 0.2, prompts: 150, runs: 400, alpha: 0.05, seed: 1 }

describe('equals', () => {
  const scores = simulateStopping({ ...setting, winRate: 0.5 })

  it.each(scores)(
    'are declared different in at most alpha of runs, with looks $schedule',
    ({ wrong, decided }) => {
      expect(wrong).toBe(decided)
      expect(wrong).toBeLessThanOrEqual(setting.alpha)
    },
  )

  it('are declared different more often by a one-look interval with every further look', () => {
    const [every, five, twentyFive, growing] = scores.map(({ wrongByInterval }) => wrongByInterval)
    expect(every).toBeGreaterThan(0.2)
    expect(every).toBeGreaterThan(five!)
    expect(five).toBeGreaterThan(twentyFive!)
    expect(growing).toBeGreaterThan(2 * setting.alpha)
  })

  it('are declared different no more often without ties, or at another alpha', () => {
    const few = { ...setting, runs: 200, winRate: 0.5 }
    for (const [ties, alpha] of [
      [0, 0.05],
      [0, 0.2],
    ] as const)
      for (const { wrong } of simulateStopping({ ...few, ties, alpha }))
        expect(wrong).toBeLessThanOrEqual(alpha)
  })
})

describe('the better of two', () => {
  const runs = 80
  const at = (winRate: number) => simulateStopping({ ...setting, prompts: 400, runs, winRate })
  const [at55, at60, at70] = [at(0.55), at(0.6), at(0.7)]

  it('is found with fewer calls if the difference is larger', () => {
    for (const i of Object.keys(SCHEDULES).keys()) {
      expect(at70[i].saved).toBeGreaterThan(at60[i].saved)
      expect(at60[i].saved).toBeGreaterThan(at55[i].saved)
      expect(at70[i].saved).toBeGreaterThan(0.5)
      expect(at70[i].decided).toBeGreaterThan(0.95)
    }
  })

  it('is found sooner with more looks', () => {
    for (const [every, five, twentyFive] of [at60, at70]) {
      expect(every!.judged).toBeLessThanOrEqual(five!.judged)
      expect(five!.judged).toBeLessThanOrEqual(twentyFive!.judged)
    }
  })
})

it('uses the confidence sequence of the scores so far at each look', () => {
  for (let run = 0; run < 6; run++) {
    const one = { ...setting, prompts: 100, runs: 1, winRate: 0.7 }
    const scores = drawScores(one, run)
    for (const at of [5, 25, 60, 100]) {
      const { decidedAfter, interval } = stoppingOf(scores.slice(0, at))
      const whole = stoppingOf(scores).decidedAfter
      expect([at, decidedAfter]).toEqual([at, whole !== null && whole <= at ? whole : null])
      expect(decidedAfter !== null).toBe(interval![0] > 0.5 || interval![1] < 0.5)
    }
  }
})

it('npm run simulate -- stopping prints the same table each time, and refuses what it cannot do', async () => {
  const outputOf = (...args: string[]) => withTerminal((terminal) => stopping(args, terminal), { cwd: '.' })
  const few = ['--runs', '5', '--prompts', '60']
  const first = await outputOf(...few)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout.trim().split('\n')).toHaveLength(2 + 4 * Object.keys(SCHEDULES).length)
  expect(await outputOf(...few)).toEqual(first)
  expect(await outputOf(...few, '--seed', '2')).not.toEqual(first)
  expect(await outputOf('--ties', '0.9')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('0 to 0.6'),
  })
})
