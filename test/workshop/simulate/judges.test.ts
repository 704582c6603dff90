/** Which judges the rule of trust calls calibrated, in a short form of `npm run simulate -- judges`, the same at every run. */
import { describe, expect, it } from 'vitest'
import { trustState } from '../../../server/judge-evaluation/trust.ts'
import { TrustTerms } from '../../../shared/contracts/index.ts'
import { binomialTail } from '../../../shared/stats/numbers/distributions.ts'
import { judges } from '../../../workshop/simulate/judges.ts'
import { total } from '../../../workshop/simulate/study.ts'

describe('which judges are called calibrated', () => {
  const measurements = new Map(judges.worlds.map(({ name }) => [name, judges.firstResults(name, 200)]))
  /** The share of measurements by 50, 100 and 200 decided pairs of which something is so. */
  const shares = (name: string, isSo: 'isTrusted' | 'agrees') =>
    [0, 1, 2].map((at) => measurements.get(name)!.filter((byDecided) => byDecided[at]![isSo]).length / 200)
  const inUse = (name: string) => shares(name, 'isTrusted')
  const ofAgreementAlone = (name: string) => shares(name, 'agrees')

  it('usual judges are as usual: 80 % consistent, and about 90 % in agreement with themselves', () => {
    const all = measurements.get('right on 90 %')!.flat()
    const sum = (of: 'ordered' | 'consistent' | 'repeated') => total(all, (measured) => measured[of])
    expect(Math.abs(sum('consistent') / sum('ordered') - 0.8)).toBeLessThan(0.03)
    expect(Math.abs(sum('repeated') / (60 * all.length) - 0.89)).toBeLessThan(0.03)
  })

  it('good judges are calibrated once enough pairs show it, and those below the bar are not', () => {
    const [few, more, many] = inUse('right on 90 %')
    expect([few > 0.6, more > 0.9, many]).toEqual([true, true, 1])
    expect(Math.max(...ofAgreementAlone('right on 70 %'))).toBeGreaterThan(0.1)
    expect(Math.max(...inUse('right on 70 %'))).toBeLessThan(0.02)
  })

  it('has the exact chances of the binomial distribution', () => {
    const chanceOf = (right: number, pairs: number) => {
      const of = (agreed: number) => ({
        decidedByHumans: pairs,
        decided: pairs,
        agreed,
        ordered: pairs,
        consistent: pairs,
      })
      const least = Array.from({ length: pairs + 1 }, (_, agreed) => agreed).find(
        (agreed) => trustState(of(agreed), TrustTerms.parse({})) === 'calibrated',
      )!
      return [least, Number(binomialTail(least, pairs, right).toFixed(4))]
    }
    expect(chanceOf(0.96, 163)).toEqual([134, 1])
    expect(chanceOf(0.9, 60)).toEqual([52, 0.8584])
    expect(chanceOf(0.7, 100)).toEqual([84, 0.001])
    expect(chanceOf(0.75, 100)).toEqual([84, 0.0211])
  })

  it('judges that turned round, hardly decide or mostly follow the order are not, although they agree on what they decide', () => {
    for (const name of ['turned round', 'says tie on 70 %', 'takes the first on 70 %']) {
      expect(Math.min(...ofAgreementAlone(name))).toBeGreaterThan(0.95)
      expect(inUse(name)).toEqual([0, 0, 0])
    }
  })
})
