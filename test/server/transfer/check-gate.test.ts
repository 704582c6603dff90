import { describe, expect, test } from 'vitest'
import { checked, DESCRIBED } from './arena-files.ts'

describe('a gate', () => {
  const gated = (gate: unknown, more: object = {}) => checked({ ...DESCRIBED, gate, ...more })

  test('keeps its values', async () => {
    const gate = { preset: 'critical', minWinRate: 0.58, minVotes: 3, alpha: 0.01, maxCostRatio: 1.2 }
    const { plan, problems, warnings } = await gated(gate)
    expect([problems, warnings.filter((one) => one.includes('gate'))]).toEqual([[], []])
    expect(plan.incoming?.setUp.settings.gate).toEqual(gate)
  })

  test.each<[string, unknown, string]>([
    [
      'a win rate in percent',
      { minWinRate: 55 },
      'minWinRate: 55 is not a share from 0 to 1; write 0.55 for',
    ],
    ['a text', { minWinRate: '55 %' }, 'minWinRate: "55 %" is not a share from 0 to 1; write 0.55 for 55 %'],
    ['no votes', { minVotes: 0 }, 'minVotes: 0 is not a number of votes; write a whole number'],
    ['half a vote', { minVotes: 2.5 }, 'minVotes: 2.5 is not a number of votes; write a whole number'],
    ['an alpha of nought', { alpha: 0 }, 'alpha: 0 is not between 0.000000001 and 1; write 0.05 for 5 %'],
    ['an alpha in percent', { alpha: 5 }, 'alpha: 5 is not between 0.000000001 and 1; write 0.05 for 5 %'],
    ['a bound below nought', { maxCostRatio: -1 }, 'maxCostRatio: -1 is not a ratio; write a number above 0'],
    [
      'a bound of nought',
      { maxLatencyRatio: 0 },
      'maxLatencyRatio: 0 is not a ratio; write a number above 0',
    ],
    ['no such preset', { preset: 'strict' }, 'preset: "strict" is not a preset; choose cosmetic, default'],
    ['no such key', { minWinrate: 0.5 }, 'minWinrate: unknown key; did you mean "minWinRate"?'],
  ])('%s is refused at its line, with the values to write', async (_what, gate, expectedError) => {
    const { plan, problems } = await gated(gate)
    expect(problems).toEqual([expect.stringMatching(/^arena\.yaml:\d+: gate\./)])
    expect(problems[0]).toContain(expectedError)
    expect(plan.incoming).toBeNull()
  })

  test('gets a warning if it requires more votes than the judges can give', async () => {
    const warned = async (...args: Parameters<typeof gated>) =>
      (await gated(...args)).warnings.filter((one) => one.includes('gate.minVotes'))
    expect(await warned({ minVotes: 4 })).toEqual([expect.stringContaining('the judges give at most 3')])
    expect(await warned({ minVotes: 3 }, { plan: { votesPerPair: 2 } })).toHaveLength(1)
    expect(await warned({ minVotes: 400 }, { judges: [] })).toEqual([])
  })
})
