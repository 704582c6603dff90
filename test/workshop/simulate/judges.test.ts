/** Which judges the rule of trust calls calibrated, in a short form of `npm run simulate -- judges`, the same at every run. */
import { describe, expect, it } from 'vitest'
import { trustState } from '../../../server/judge-evaluation/trust.ts'
import { TrustTerms } from '../../../shared/contracts/index.ts'
import { binomialTail } from '../../../shared/stats/numbers/distributions.ts'
import { JUDGES, simulateJudge } from '../../../workshop/simulate/judges.ts'

describe('which judges are called calibrated', () => {
  const shares = new Map(
    JUDGES.map((judge, i) => [judge.name, simulateJudge(judge, i, { runs: 200, seed: 1 })]),
  )
  const inUse = (name: string) => shares.get(name)!.byDecided.map(({ all }) => all)
  const ofAgreementAlone = (name: string) => shares.get(name)!.byDecided.map(({ agreement }) => agreement)

  it('usual judges are as usual: 80 % consistent, and about 90 % in agreement with themselves', () => {
    const { consistent, repeated } = shares.get('right on 90 %')!
    expect(Math.abs(consistent - 0.8)).toBeLessThan(0.03)
    expect(Math.abs(repeated - 0.89)).toBeLessThan(0.03)
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
