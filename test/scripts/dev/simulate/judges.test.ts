/** Which judges of known quality are called calibrated; docs/explanation/judges.md has the table. */
import { expect, test } from 'vitest'
import { JUDGES, simulateJudge } from '../../../../scripts/dev/simulate/judges-command.ts'

const shares = new Map(
  JUDGES.map((judge, i) => [judge.name, simulateJudge(judge, i, { runs: 200, seed: 1 })]),
)
const inUse = (name: string) => shares.get(name)!.byDecided.map(({ all }) => all)
const ofAgreementAlone = (name: string) => shares.get(name)!.byDecided.map(({ agreement }) => agreement)

test('usual judges are as usual: 80 % consistent, and about 90 % in agreement with themselves', () => {
  const { consistent, repeated } = shares.get('right on 90 %')!
  expect(Math.abs(consistent - 0.8)).toBeLessThan(0.03)
  expect(Math.abs(repeated - 0.89)).toBeLessThan(0.03)
})

test('a usual judge is calibrated as often as by agreement alone', () => {
  for (const name of ['right on 90 %', 'right on 85 %', 'right on 80 %'])
    expect(inUse(name)).toEqual(ofAgreementAlone(name))
  expect(Math.min(...inUse('right on 85 %'))).toBeGreaterThan(0.9)
})

test('judges that turned round, hardly decide or mostly follow the order are not, although they agree on what they decide', () => {
  for (const name of ['turned round', 'says tie on 70 %', 'takes the first on 70 %']) {
    expect(Math.min(...ofAgreementAlone(name))).toBeGreaterThan(0.95)
    expect(inUse(name)).toEqual([0, 0, 0])
  }
})

test('the lower limit of the interval would shut out most judges that are right on 80 %', () => {
  expect(
    Math.max(...shares.get('right on 80 %')!.byDecided.map(({ lowerLimit }) => lowerLimit)),
  ).toBeLessThan(0.4)
})
