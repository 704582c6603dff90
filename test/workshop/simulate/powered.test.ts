/** Judges of known quality: boards powered by them, and which of them are called calibrated (docs/explanation/judges.md). */
import { describe, expect, it } from 'vitest'
import { JUDGES, simulateJudge } from '../../../workshop/simulate/judges.ts'
import { powered, WORLDS, simulatePowered, type PoweredScore } from '../../../workshop/simulate/powered.ts'
import { withTerminal } from '../../scripts/run-here.ts'

const setting = { boards: 150, rounds: 80, seed: 1 }
const ofWorld = (words: string): PoweredScore => {
  const place = WORLDS.findIndex(({ name }) => name.includes(words))
  return simulatePowered(WORLDS[place], place, setting)
}

describe('people’s board, powered', () => {
  const [coin, fond, copy] = [
    ofWorld('a coin'),
    ofWorld('a good judge, fond'),
    ofWorld('says what people say'),
  ]

  it.each([
    ['a coin', coin],
    ['a good judge with a liking of its own', fond],
    ['a judge who says what people say', copy],
  ])('by %s, keeps its promised coverage and error rate, within chance', (_, { powered: own }) => {
    expect(own.coverage.share).toBeGreaterThan(0.93 - 2 * own.coverage.error)
    expect(own.anyFalse.share).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / setting.boards))
  })

  it('gains by a good judge, and loses nothing by a worthless one', () => {
    expect(coin.width.median).toBeGreaterThan(0.97)
    expect(coin.width.mostly).toBeLessThan(1.1)
    expect(coin.powered.error).toBeLessThan(1.05 * coin.people.error)
    expect(fond.width.median).toBeLessThan(0.9)
    expect(fond.powered.error).toBeLessThan(0.95 * fond.people.error)
    expect(copy.width.median).toBeLessThan(0.65)
    expect([coin.weight < 0.2, fond.weight > 0.4, copy.weight > 0.8]).toEqual([true, true, true])
  })
})

it('npm run simulate -- powered prints a row for each world, and refuses what it cannot do', async () => {
  const outputOf = (...args: string[]) =>
    withTerminal((terminal) => powered.run(args, terminal), { cwd: '.' })
  const few = ['--boards', '3', '--rounds', '20']
  const first = await outputOf(...few)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout.trim().split('\n')).toHaveLength(2 + WORLDS.length)
  expect(await outputOf(...few)).toEqual(first)
  expect(await outputOf('--boards', 'many')).toMatchObject({ code: 2 })
})

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

  it('a usual judge is calibrated as often as by agreement alone', () => {
    for (const name of ['right on 90 %', 'right on 85 %', 'right on 80 %'])
      expect(inUse(name)).toEqual(ofAgreementAlone(name))
    expect(Math.min(...inUse('right on 85 %'))).toBeGreaterThan(0.9)
  })

  it('judges that turned round, hardly decide or mostly follow the order are not, although they agree on what they decide', () => {
    for (const name of ['turned round', 'says tie on 70 %', 'takes the first on 70 %']) {
      expect(Math.min(...ofAgreementAlone(name))).toBeGreaterThan(0.95)
      expect(inUse(name)).toEqual([0, 0, 0])
    }
  })

  it('the lower limit of the interval would shut out most judges that are right on 80 %', () => {
    expect(
      Math.max(...shares.get('right on 80 %')!.byDecided.map(({ lowerLimit }) => lowerLimit)),
    ).toBeLessThan(0.4)
  })
})
