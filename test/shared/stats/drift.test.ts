import { describe, expect, it } from 'vitest'
import { changesAmong } from '../../../shared/stats/compare/boards-apart.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { wilsonInterval } from '../../../shared/stats/numbers/distributions.ts'

describe('drift', () => {
  it('is a period that differs from the one before by more than chance, with the interval of the change', () => {
    const changes = changesAmong([
      { hits: 90, n: 100 },
      { hits: 88, n: 100 },
      { hits: 60, n: 100 },
      { hits: 62, n: 100 },
    ])
    expect(changes.map(({ before, period }) => [before, period])).toEqual([[1, 2]])
    expect(changes[0].interval[0]).toBeLessThan(-0.28)
    expect(changes[0].interval[1]).toBeGreaterThan(-0.28)
    expect(changes[0].interval[1]).toBeLessThan(0)
  })

  it("has Newcombe's published interval if there is one comparison", () => {
    // Newcombe 1998, table II, example (a): 56/70 − 48/80, method 10: 0.0524 to 0.3339
    const [change] = changesAmong([
      { hits: 48, n: 80 },
      { hits: 56, n: 70 },
    ])
    expect(change!.interval[0]).toBeCloseTo(0.0524, 4)
    expect(change!.interval[1]).toBeCloseTo(0.3339, 4)
  })

  it('ignores periods without a case, and needs two others', () => {
    expect(changesAmong([])).toEqual([])
    expect(changesAmong([{ hits: 3, n: 3 }])).toEqual([])
    const gap = changesAmong([
      { hits: 95, n: 100 },
      { hits: 0, n: 0 },
      { hits: 20, n: 100 },
    ])
    expect(gap).toMatchObject([{ before: 0, period: 2 }])
  })

  it('needs larger differences if more comparisons are made', () => {
    const periods = [
      { hits: 48, n: 80 },
      { hits: 56, n: 70 },
    ]
    expect(changesAmong(periods, 20)).toEqual([])
  })

  it('is reported falsely in at most one history of twenty, while the plain rule reports it in most', () => {
    const stream = new RandomStream(5, 0)
    const histories = 2000
    let alarms = 0
    let plain = 0
    for (let history = 0; history < histories; history++) {
      const periods = Array.from({ length: 12 }, () => {
        let hits = 0
        for (let i = 0; i < 80; i++) if (stream.uniform() < 0.8) hits++
        return { hits, n: 80 }
      })
      if (changesAmong(periods).length > 0) alarms++
      const leaves = periods.some(({ hits }, i) => {
        const before = i > 0 ? wilsonInterval(periods[i - 1].hits, 80)! : null
        return before && (hits / 80 < before[0] || hits / 80 > before[1])
      })
      if (leaves) plain++
    }
    // two standard errors above what holds
    expect(alarms / histories).toBeLessThanOrEqual(0.06)
    expect(plain / histories).toBeGreaterThan(0.5)
  })
})
