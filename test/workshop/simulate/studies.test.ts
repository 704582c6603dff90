/** Studies of stopping, judges and attackers in a short form, the same at every run. */
import { describe, expect, it } from 'vitest'
import { scoreAttack, type AttackTask } from '../../../workshop/simulate/attacks.ts'
import { trustState } from '../../../server/judge-evaluation/trust.ts'
import { TrustTerms } from '../../../shared/contracts/index.ts'
import { JUDGES, simulateJudge } from '../../../workshop/simulate/judges.ts'
import { powered, simulatePowered, WORLDS, type PoweredScore } from '../../../workshop/simulate/powered.ts'
import {
  decidedBy,
  drawScores,
  SCHEDULES,
  simulateStopping,
  stopping,
} from '../../../workshop/simulate/stopping.ts'
import type { AnyStudy } from '../../../workshop/simulate/study.ts'
import { headToHead, higherOf } from '../../../shared/stats/compare/head-to-head.ts'
import { binomialTail, sequentialSignTest, signTest } from '../../../shared/stats/numbers/distributions.ts'
import { withTerminal } from '../../scripts/run-here.ts'

const outputOf = (study: AnyStudy, ...args: string[]) =>
  withTerminal((terminal) => study.run(args, terminal), { cwd: '.' })

it.each([
  [
    'powered',
    powered,
    ['--boards', '3', '--rounds', '20'],
    WORLDS.length,
    ['--boards', 'many'],
    'whole number',
  ],
  [
    'stopping',
    stopping,
    ['--runs', '5', '--prompts', '60'],
    4 * Object.keys(SCHEDULES).length,
    ['--ties', '0.9'],
    '0 to 0.6',
  ],
] as const)(
  'simulate %s prints the same row for each world each time, and refuses what it cannot do',
  async (_, study, few, rows, wrong, reason) => {
    const first = await outputOf(study, ...few)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout.trim().split('\n')).toHaveLength(2 + rows)
    expect(await outputOf(study, ...few)).toEqual(first)
    expect(await outputOf(study, ...few, '--seed', '2')).not.toEqual(first)
    expect(await outputOf(study, ...wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(reason),
    })
  },
)

const stoppingSetting = { ties: 0.2, prompts: 150, runs: 400, alpha: 0.05, seed: 1 }

describe('equals', () => {
  const scores = simulateStopping({ ...stoppingSetting, winRate: 0.5 })

  it.each(scores)(
    'are declared different in at most alpha of runs, with looks $schedule',
    ({ wrong, decided }) => {
      expect(wrong).toBe(decided)
      expect(wrong).toBeLessThanOrEqual(stoppingSetting.alpha)
    },
  )

  it('are declared different more often by a one-look interval with every further look', () => {
    const [every, five, twentyFive, growing] = scores.map(({ wrongAtOneLook }) => wrongAtOneLook)
    expect(every).toBeGreaterThan(0.2)
    expect(every).toBeGreaterThan(five!)
    expect(five).toBeGreaterThan(twentyFive!)
    expect(growing).toBeGreaterThan(2 * stoppingSetting.alpha)
  })

  it('are declared different no more often without ties, or at another alpha', () => {
    const few = { ...stoppingSetting, runs: 200, winRate: 0.5 }
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
  const at = (winRate: number) => simulateStopping({ ...stoppingSetting, prompts: 400, runs, winRate })
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

it('decides as `compare` does at each look', () => {
  for (let run = 0; run < 6; run++) {
    const one = { ...stoppingSetting, prompts: 100, runs: 1, winRate: 0.7 }
    const scores = drawScores(one, run)
    for (const [chance, looks] of [
      [signTest, 'one'],
      [sequentialSignTest, 'any'],
    ] as const) {
      const decided = decidedBy(chance, scores, one.alpha)
      for (const at of [5, 25, 60, 100]) {
        const compared = headToHead(scores.slice(0, at), [...Array(at).keys()], { looks })!
        const own = compared.p <= one.alpha ? higherOf(compared) === 'own' : null
        expect([run, at, decided[at - 1]]).toEqual([run, at, own])
      }
    }
  }
})

const poweredSetting = { boards: 150, rounds: 80, seed: 1 }
const ofWorld = (words: string): PoweredScore => {
  const place = WORLDS.findIndex(({ name }) => name.includes(words))
  return simulatePowered(WORLDS[place], place, poweredSetting)
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
    expect(own.anyFalse.share).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / poweredSetting.boards))
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

const task = (changes: Partial<AttackTask>): AttackTask => ({
  world: 'two equally best of 8',
  attack: { kind: 'downvotes', origin: 'many networks, 5 votes a cookie', share: 0.05 },
  boards: 4,
  votes: 1500,
  prompts: 30,
  rounds: 60,
  seed: 1,
  cap: 0.01,
  ...changes,
})

it('attackers move a board, and the search for them moves it back', () => {
  const score = scoreAttack(task({}))
  expect(score.attackVotes).toBe(4 * 75)
  expect(score.moved.attacked / 4).toBeLessThan(-30)
  expect(Math.abs(score.moved.defended / 4)).toBeLessThan(10)
  expect(score.caughtVotes / score.attackVotes).toBeGreaterThan(0.9)
  expect(score.accusedVoters / score.honestVoters).toBeLessThan(0.02)
})

it('a board without attackers stays as it is, and the same seed draws the same board', () => {
  const honest = scoreAttack(task({ attack: null, boards: 3 }))
  expect(honest).toMatchObject({ attackVotes: 0, unnoticed: 0, moved: { attacked: 0 } })
  expect(honest.anyFalse.attacked).toBe(honest.anyFalse.honest)
  expect(scoreAttack(task({ attack: null, boards: 3 }))).toEqual(honest)
  expect(scoreAttack(task({ attack: null, boards: 3, seed: 2 }))).not.toEqual(honest)
})
