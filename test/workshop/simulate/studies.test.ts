/** Studies of stopping, judges and attackers in a short form, the same at every run. */
import { describe, expect, it } from 'vitest'
import { scoreAttack, type AttackTask } from '../../../workshop/simulate/attacks.ts'
import { trustState } from '../../../server/judge-evaluation/trust.ts'
import { TrustTerms } from '../../../shared/contracts/index.ts'
import { JUDGES, simulateJudge } from '../../../workshop/simulate/judges.ts'
import { powered, WORLDS } from '../../../workshop/simulate/powered.ts'
import { decidedBy, drawScores, simulateStopping, stopping } from '../../../workshop/simulate/stopping.ts'
import { type AnyStudy, hasWords } from '../../../workshop/simulate/study.ts'
import { headToHead, higherOf } from '../../../shared/stats/compare/head-to-head.ts'
import { binomialTail, sequentialSignTest, signTest } from '../../../shared/stats/numbers/distributions.ts'
import { withTerminal } from '../../scripts/run-here.ts'
import { scoreWorld } from '../../../workshop/simulate/boards.ts'
import { METHODS, type MethodName, rated } from '../../../workshop/simulate/method.ts'
import {
  drawVotes,
  alike,
  byChance,
  even,
  expectedScore,
  scheduled,
  titleOf,
  truthOf,
  type World,
} from '../../../workshop/simulate/world.ts'
import { WORLDS as FIELD, ALL_WORLDS } from '../../../workshop/simulate/worlds.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { LEFT, TIE } from '../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'

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
  ['stopping', stopping, ['--runs', '5'], 4, ['--runs', 'many'], 'whole number'],
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
  it('are declared different in at most alpha of runs, and more often by the rule for one look', () => {
    const { wrong, decided, wrongAtOneLook } = simulateStopping({ ...stoppingSetting, winRate: 0.5 })
    expect(wrong).toBe(decided)
    expect(wrong).toBeLessThanOrEqual(stoppingSetting.alpha)
    expect(wrongAtOneLook).toBeGreaterThan(0.2)
  })

  it('are declared different no more often without ties, or at another alpha', () => {
    const few = { ...stoppingSetting, runs: 200, winRate: 0.5 }
    for (const [ties, alpha] of [
      [0, 0.05],
      [0, 0.2],
    ] as const)
      expect(simulateStopping({ ...few, ties, alpha }).wrong).toBeLessThanOrEqual(alpha)
  })
})

describe('the better of two', () => {
  const runs = 80
  const at = (winRate: number) => simulateStopping({ ...stoppingSetting, prompts: 400, runs, winRate })
  const [at55, at60, at70] = [at(0.55), at(0.6), at(0.7)]

  it('is found with fewer calls if the difference is larger', () => {
    expect(at70.saved).toBeGreaterThan(at60.saved)
    expect(at60.saved).toBeGreaterThan(at55.saved)
    expect(at70.saved).toBeGreaterThan(0.5)
    expect(at70.decided).toBeGreaterThan(0.95)
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

/** What methods declare on drawn boards, and how it is counted. */
describe('boards', () => {
  const world = (words: string) => FIELD.find(({ name }) => name.includes(words))!
  const setting = { boards: 40, rounds: 100, seed: 1 }

  it('a world has the same boards for the same seed, and others for another seed', () => {
    const spread = world('5 spread, judged on 10 prompts')
    const once = scoreWorld(spread, 'prompt', setting)
    expect(scoreWorld(spread, 'prompt', setting)).toEqual(once)
    expect(scoreWorld(spread, 'prompt', { ...setting, seed: 2 })).not.toEqual(once)
    expect(once).toMatchObject({ boards: 40, unequal: 400 })
    expect(once.declared).toBeGreaterThan(40)
  })

  it('declarations between equals count as false, and none as right', () => {
    const dominant = world('5 equals, 30 voters, one casts 30 %, sd 1')
    const byVote = scoreWorld(dominant, 'vote', setting)
    expect(byVote).toMatchObject({ unequal: 0, declared: 0 })
    expect(byVote.anyFalse).toBeGreaterThan(20)
    expect(scoreWorld(dominant, 'voter', setting).anyFalse).toBeLessThan(6)
  })

  it('of the same errors, first place by each rival alone is named more often than by all pairs, and max-t more often than Bonferroni', () => {
    const spread = world('5 spread, 600 votes on 30 prompts by Zipf')
    const [by] = spread.promised
    const [own, maxT, bonferroni] = (['deadheat', 'max-t', 'bonferroni'] as const).map((method) =>
      scoreWorld(spread, by, { ...setting, method }),
    )
    expect(own.rightWinner).toBeGreaterThan(maxT.rightWinner)
    expect(maxT.declared).toBeGreaterThanOrEqual(bonferroni.declared)
  })

  describe.each(Object.keys(METHODS) as MethodName[])('method %s', (name) => {
    it('puts who is far better above all others and names it, and never both of two above each other', () => {
      const far = world('5 equals, judged on 25 prompts')
      const strengths = [3, 0, 0, 0, 0]
      const { crossed: _, ...votes } = drawVotes({ ...far, strengths }, new RandomStream(4, 0))
      const { lead, winner } = METHODS[name](votes, { by: 'unit', rounds: 200, seed: 1 })
      expect(winner).toBe(0)
      for (const rival of [1, 2, 3, 4]) {
        expect(lead(0, rival)).toBeGreaterThan(1)
        expect(lead(rival, 0)).toBeLessThanOrEqual(0)
      }
    })
  })
})

/** The worlds of studies: how their votes arise, and what their boards estimate. */
describe('worlds', () => {
  describe('the lists', () => {
    it('have different names', () => {
      expect(new Set(ALL_WORLDS.map(({ name }) => name)).size).toBe(ALL_WORLDS.length)
    })

    it('are searched by all words of a choice, and by any of several choices', () => {
      const titlesWith = (words: string) => FIELD.map(titleOf).filter((title) => hasWords(title, words))
      expect(titlesWith('people, schedule 20 votes, spread 25 judged 5')).toEqual([
        'schedule: 3 equals, 20 votes a pair',
        'schedule: 20 equals, 10 votes a pair',
        'schedule: two 2 ahead of 3, 20 votes a pair',
        'even prompts: 5 spread, judged on 25 prompts, sd 0.5',
      ])
    })

    it('promise nothing that is not judged', () => {
      for (const { by, promised } of ALL_WORLDS) expect(by).toEqual(expect.arrayContaining(promised))
    })
  })

  it('a schedule lets every pair meet once before any meets twice, and gives each its prompts in turn', () => {
    const meetings = [...even(3, 2), { first: 0, second: 3, times: 1 }]
    const { pair, prompt } = scheduled(meetings, 5)(new RandomStream(1, 0))
    expect(pair.slice(0, 4)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 3],
    ])
    expect(prompt).toEqual([0, 0, 0, 0, 1, 1, 1])
  })

  it('prompts that are rarely, but then very different, are drawn as often as their world says', () => {
    const rare = ALL_WORLDS.find(({ name }) => name.startsWith('2 equals on 100 prompts, one loses'))!
    const { unit, outcome } = drawVotes(rare, new RandomStream(1, 0))
    const won = Array.from({ length: 100 }, () => ({ first: 0, votes: 0 }))
    outcome.forEach((one, vote) => {
      won[unit[vote]].votes++
      if (one === LEFT) won[unit[vote]].first++
    })
    const lost = won.filter(({ first, votes }) => votes >= 5 && first <= 0.2 * votes)
    expect(lost.length).toBeGreaterThan(4)
    expect(lost.length).toBeLessThan(20)
    const share = outcome.filter((one) => one === LEFT).length / outcome.length
    expect(Math.abs(share - 0.5)).toBeLessThan(0.08)
  })

  const VOTES = 40_000
  const world = (rest: Partial<World> = {}): World => ({
    group: 'test',
    name: 'one',
    boards: 1,
    strengths: [0.8, 0],
    ties: 0,
    spread: { prompt: 0, voter: 0 },
    draw: scheduled(even(2, VOTES), VOTES),
    by: ['prompt'],
    promised: [],
    ...rest,
  })

  describe('the expected score', () => {
    it('is the logistic function without deviations', () => {
      expect(expectedScore(0.8, 0)).toBeCloseTo(sigmoid(0.8), 12)
    })

    it('is one half between equals, and both sides add up to one', () => {
      expect(expectedScore(0, 1.7)).toBeCloseTo(0.5, 12)
      expect(expectedScore(1.1, 1.7) + expectedScore(-1.1, 1.7)).toBeCloseTo(1, 12)
    })

    it('follows the expansion for a small deviation, σ + s²σ″/2', () => {
      const p = sigmoid(0.8)
      const second = p * (1 - p) * (1 - 2 * p)
      expect(expectedScore(0.8, 0.01)).toBeCloseTo(p + (second * 0.01 ** 2) / 2, 9)
    })

    it.each<[string, Partial<World>, number]>([
      ['independent votes', {}, 0],
      ['ties', { ties: 0.3 }, 0],
      ['a prompt for every vote', { spread: { prompt: 1, voter: 0 } }, Math.SQRT2],
      [
        'prompts and voters',
        { spread: { prompt: 1, voter: 0.5 }, draw: byChance(VOTES, 2, alike(2000), alike(2000)) },
        Math.SQRT2 * Math.hypot(1, 0.5),
      ],
    ])('equals the mean of drawn votes: %s', (_, changes, deviation) => {
      const { outcome } = drawVotes(world(changes), new RandomStream(7, 0))
      const points = outcome.reduce((sum, code) => sum + (code === LEFT ? 1 : code === TIE ? 0.5 : 0), 0)
      // votes that share a prompt or a voter tell less
      const error = (deviation > 1.5 ? 2.5 : 1) * (0.5 / Math.sqrt(outcome.length))
      expect(Math.abs(points / outcome.length - expectedScore(0.8, deviation))).toBeLessThan(4 * error)
    })
  })

  describe('the truth of a world', () => {
    it('equals the given strengths if votes are independent', () => {
      expect([...truthOf(world({ ties: 0.3 }))]).toEqual([0.4, -0.4])
    })

    it('equals the fit on many prompts: closer together than the given strengths, in the same order', () => {
      const strengths = [0.9, 0.3, 0, -0.4, 1.2]
      const meetings = [...even(4, 4000), ...[0, 1, 2, 3].map((first) => ({ first, second: 4, times: 2000 }))]
      const one = world({ strengths, draw: scheduled(meetings, 4000), spread: { prompt: 1, voter: 0 } })
      const truth = truthOf({ ...one, meetings })
      const { crossed: _, ...votes } = drawVotes(one, new RandomStream(3, 0))
      const { standings } = rated(votes, { rounds: 200, seed: 1, by: 'unit' })
      standings.forEach(({ theta, standardError }, i) => {
        expect(Math.abs(theta! - truth[i])).toBeLessThan(4 * standardError!)
      })
      const order = [...strengths.keys()].sort((a, b) => strengths[a] - strengths[b])
      expect([...truth.keys()].sort((a, b) => truth[a] - truth[b])).toEqual(order)
      expect(Math.max(...truth) - Math.min(...truth)).toBeLessThan(1.6 * 0.8)
    })
  })
})
