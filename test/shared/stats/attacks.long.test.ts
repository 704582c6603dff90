import { describe, expect, it } from 'vitest'
import { findAttacks, fitHonesty } from '../../../shared/stats/attacks/find-attacks.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import {
  type CastVotes,
  votesByVoter,
  honestModel,
  voterEvidence,
} from '../../../shared/stats/attacks/honest-model.ts'
import { castVotes, drawAttack, drawCrowd, ORIGINS, type Attack } from '../../../workshop/simulate/attacks.ts'

const EQUAL = new Array<number>(8).fill(0)
const STRENGTHS = [0.3, 0.3, 0.1, 0, 0, -0.2, -0.2, -0.3]

function arena(seed: number, attack: Attack | null, votes = 2000) {
  const crowd = drawCrowd({ strengths: STRENGTHS, votes, prompts: 30 }, new RandomStream(seed, 0))
  const drawn = attack
    ? drawAttack(attack, crowd, { strengths: STRENGTHS, target: 1 }, new RandomStream(seed, 1))
    : { votes: [], network: [] }
  const networks = [...crowd.network, ...drawn.network]
  const all = castVotes([...crowd.votes, ...drawn.votes], networks, STRENGTHS.length)
  return { all, honest: crowd.voters, sided: crowd.sided, attacks: findAttacks(all) }
}

describe('attacks on a contestant', () => {
  it.each([
    [
      'one cookie that votes on the target alone',
      { kind: 'target only', origin: 'one cookie', share: 0.02 },
      'voter',
    ],
    [
      'cookies of one network that vote honestly beside the target',
      { kind: 'mimicry', origin: 'one network, 5 votes a cookie', share: 0.1 },
      'network',
    ],
    ['a voter that is honest at first', { kind: 'sleeper', origin: 'one cookie', share: 0.03 }, 'voter'],
    [
      'cookies of many networks with one vote each',
      { kind: 'downvotes', origin: 'many networks, 1 vote a cookie', share: 0.05 },
      'brief',
    ],
  ] as const)('are found: %s', (_, attack, by) => {
    const { attacks, honest } = arena(3, attack)
    const fakes = attacks.accused.filter(({ voter }) => voter >= honest)
    expect(fakes.length).toBeGreaterThan(0)
    expect(fakes.map((one) => one.by)).toContain(by)
    for (const { aim } of fakes)
      expect(aim).toEqual({ contestant: 1, direction: attack.kind === 'downvotes' ? -1 : 1 })
    expect(attacks.accused.length - fakes.length).toBeLessThanOrEqual(Math.ceil(0.02 * honest))
  })

  it.each(Object.keys(ORIGINS) as (keyof typeof ORIGINS)[])(
    'lose more than nine tenths of their votes where a twentieth of all is for the target alone, and fewer than 2 % of honest voters are accused: %s',
    (origin) => {
      for (const kind of ['target only', 'downvotes'] as const) {
        const { all, honest, sided, attacks } = arena(7, { kind, origin, share: 0.05 }, 4000)
        const accused = new Set(attacks.accused.map(({ voter }) => voter))
        const votes = all.voter.filter((voter) => voter >= honest)
        expect(votes.filter((voter) => accused.has(voter)).length / votes.length, kind).toBeGreaterThan(0.9)
        const falsely = [...accused].filter((voter) => voter < honest && !sided.has(voter))
        expect(falsely.length / honest, kind).toBeLessThan(0.02)
      }
    },
  )

  it('from many networks of one site are found by the site', () => {
    const attack = { kind: 'mimicry', origin: 'one network, 5 votes a cookie', share: 0.1 } as const
    const { all, honest } = arena(3, attack)
    const own = Int32Array.from({ length: all.voters }, (_, who) => who)
    const site = Int32Array.from(own, (who) => (who < honest ? -1 : all.voters))
    const accused = (votes: CastVotes) =>
      findAttacks(votes).accused.filter(({ voter, by }) => voter >= honest && by === 'network').length
    expect(accused({ ...all, network: own })).toBe(0)
    expect(accused({ ...all, network: own, site })).toBeGreaterThan(0.8 * (all.voters - honest))
  })

  it('accuse no honest voter of several votes where cookies of one vote explain the evidence of a larger group', () => {
    const crowd = drawCrowd({ strengths: EQUAL, votes: 1000, prompts: 50 }, new RandomStream(1, 0))
    const attack = { kind: 'downvotes', origin: 'many networks, 1 vote a cookie', share: 0.05 } as const
    const drawn = drawAttack(attack, crowd, { strengths: EQUAL, target: 0 }, new RandomStream(1, 1))
    const networks = [...crowd.network, ...drawn.network]
    const votes = castVotes([...crowd.votes, ...drawn.votes], networks, EQUAL.length)
    const { accused } = findAttacks(votes)
    expect(accused.filter(({ voter }) => voter >= crowd.voters)).toHaveLength(50)
    expect(accused.filter((one) => one.voter < crowd.voters && one.votes > 1)).toEqual([])
  })

  it('are distinguished from a voter that always takes the left answer', () => {
    const { all } = arena(4, null, 1200)
    const voter = all.voter[0]
    const stream = new RandomStream(1, 1)
    const more = Array.from({ length: 40 }, () => {
      const left = Math.floor(8 * stream.uniform())
      return { left, right: (left + 1 + Math.floor(7 * stream.uniform())) % 8 }
    })
    const added: CastVotes = {
      ...all,
      voters: all.voters + 1,
      network: Int32Array.from([...all.network, -1]),
      left: Int32Array.from([...all.left, ...more.map(({ left }) => left)]),
      right: Int32Array.from([...all.right, ...more.map(({ right }) => right)]),
      outcome: Uint8Array.from([...all.outcome, ...more.map(() => LEFT)]),
      voter: Int32Array.from([...all.voter, ...more.map(() => all.voters)]),
      prompt: Int32Array.from([...all.prompt, ...more.map(() => -1)]),
    }
    const { accused } = findAttacks(added)
    expect(accused).toMatchObject([{ voter: all.voters, aim: null, side: 'left', by: 'voter', votes: 40 }])
    expect(accused.some((one) => one.voter === voter)).toBe(false)
  })

  it('are the same for votes with sides swapped and contestants numbered otherwise', () => {
    const { all, attacks } = arena(5, { kind: 'target only', origin: 'one cookie', share: 0.02 }, 800)
    const number = (one: number) => 7 - one
    const turned = findAttacks({
      ...all,
      left: all.right.map(number),
      right: all.left.map(number),
      outcome: all.outcome.map((one) => (one === LEFT ? RIGHT : one === RIGHT ? LEFT : one)),
    })
    expect(attacks.accused.length).toBeGreaterThan(0)
    expect(turned.accused.map(({ voter }) => voter).sort()).toEqual(
      attacks.accused.map(({ voter }) => voter).sort(),
    )
    expect(turned.accused[0].aim).toEqual({ contestant: 6, direction: 1 })
  })

  it('cannot be seen where there are no votes, no voters or one voter', () => {
    const none = { contestants: 2, voters: 0, isInOrder: true }
    const empty = { left: new Int32Array(0), right: new Int32Array(0), voter: new Int32Array(0) }
    expect(findAttacks({ ...none, ...empty, outcome: new Uint8Array(0) }).accused).toEqual([])
    const alone = {
      ...none,
      voters: 1,
      left: new Int32Array(30),
      right: new Int32Array(30).fill(1),
      outcome: new Uint8Array(30).fill(LEFT),
      voter: new Int32Array(30),
    }
    expect(findAttacks(alone).accused).toEqual([])
    const unnamed = { ...alone, voters: 0, voter: new Int32Array(30).fill(-1) }
    expect(findAttacks(unnamed).accused).toEqual([])
  })
})

describe('the evidence against one voter', () => {
  it('is an e-value: over honest voters, ratios are 1 on average or less', () => {
    const sums = [0, 0, 0, 0]
    let tested = 0
    for (let seed = 30; seed < 36; seed++) {
      const { all } = arena(seed, null, 1500)
      const byVoter = votesByVoter(all)
      const honesty = fitHonesty(all, byVoter)
      for (let who = 0; who < byVoter.voters; who++) {
        const { aims, absent } = voterEvidence(all, byVoter.of(who), honesty)
        const missing = 2 * STRENGTHS.length - aims.length
        sums.forEach((_, kind) => {
          const met = aims.reduce((sum, { ratios }) => sum + Math.min(1000, Math.exp(ratios[kind])), 0)
          sums[kind] += (met + missing * Math.exp(absent[kind])) / (2 * STRENGTHS.length)
        })
        tested++
      }
    }
    for (const sum of sums) expect(sum / tested).toBeLessThan(1.1)
  })

  it('compares a voter with a fit without its own votes, by one step as by a fit anew', () => {
    const { all } = arena(6, null, 900)
    const byVoter = votesByVoter(all)
    const heavy = Array.from(all.voter).reduce((most, who) =>
      byVoter.count(who) > byVoter.count(most) ? who : most,
    )
    const stepped = honestModel(all, byVoter, () => true)
    const anew = honestModel(all, byVoter, (who) => who !== heavy)
    const apart = [...byVoter.of(heavy)].map((vote) => Math.abs(stepped.leftOdds(vote) - anew.leftOdds(vote)))
    const others = votesByVoter({ ...all, voter: all.voter.map((who) => (who === heavy ? -1 : who)) })
    const full = honestModel(all, others, () => true)
    const untouched = [...byVoter.of(heavy)].map((vote) =>
      Math.abs(full.leftOdds(vote) - anew.leftOdds(vote)),
    )
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(apart)).toBeLessThan(mean(untouched) / 3)
  })

  it('counts no tie as a win of the target', () => {
    const { all } = arena(7, { kind: 'target only', origin: 'one cookie', share: 0.03 }, 900)
    const fake = all.voters - 1
    const tied = { ...all, outcome: all.outcome.map((one, vote) => (all.voter[vote] === fake ? TIE : one)) }
    expect(findAttacks(all).accused.some(({ voter }) => voter === fake)).toBe(true)
    expect(findAttacks(tied).accused.some(({ voter }) => voter === fake)).toBe(false)
  })
})
