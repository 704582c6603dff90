import { beforeAll, describe, expect, it } from 'vitest'
import { resolveGate } from '../../../server/comparisons/index.ts'
import { BOOTSTRAP } from '../../../server/ratings/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { answerWords } from '../../../server/comparisons/render/comparison-words.ts'
import { compared, votesOn } from './compared.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { railState } from '../../../shared/votes/ship-verdict.ts'
import type { Board } from '../../../shared/contracts/index.ts'

/** Units numbered by their sorted names, as boards and comparisons number them. */
function rankedAmong(names: readonly string[]): number[] {
  const sorted = [...new Set(names)].sort()
  return names.map((name) => sorted.indexOf(name))
}

const TWO: [string, string] = ['Quillon-7b', 'Zephrite-v2']
const [challenger, incumbent] = TWO

const app = appFor()

/** A against B on an arena's votes: counts, sources, criteria, the gate and its guardrails. */
describe('a comparison', () => {
  const made = (slug: string, options: Parameters<typeof arenaOf>[1]) =>
    app.import(arenaOf(slug, { prompts: 0, ...options }))

  describe('the counts', () => {
    it('count the votes of one source on both contestants under each criterion; inconsistent and both bad are ties', async () => {
      const judge = { source: 'judge', voter: 'jo' } as const
      await made('counts', {
        arena: { criteria: ['clear', 'kind'] },
        prompts: 12,
        votes: [
          ...votesOn(TWO, { wins: 5, losses: 2, ties: 1, criterion: 'clear', ...judge }),
          voteOf(challenger, incumbent, 'tie', {
            ...judge,
            prompt: 'p9',
            inconsistent: true,
            criterion: 'clear',
          }),
          voteOf(incumbent, challenger, 'both_bad', { ...judge, prompt: 'p10', criterion: 'clear' }),
          ...votesOn(TWO, { wins: 1, losses: 3, criterion: 'kind', ...judge }),
          ...votesOn(TWO, { losses: 6, criterion: 'clear' }),
          voteOf(challenger, 'Marlowe-xl', 'left', { ...judge, criterion: 'clear' }),
        ],
      })
      const { criteria, source, contestants } = await compared(app, 'counts', TWO, { source: 'judges' })
      expect([source, contestants]).toEqual(['judges', TWO])
      expect(criteria).toMatchObject([
        {
          criterion: 'clear',
          wins: 5,
          losses: 2,
          ties: 3,
          inconsistent: 1,
          bothBad: 1,
          failed: 0,
          votes: 10,
          units: 10,
          winRate: 0.65,
        },
        { criterion: 'kind', wins: 1, losses: 3, ties: 0, votes: 4, winRate: 0.25 },
      ])
      const ofPeople = await compared(app, 'counts', TWO, { source: 'people' })
      expect(ofPeople.criteria).toMatchObject([{ losses: 6, votes: 6 }])
      const all = await compared(app, 'counts', TWO, { source: 'all', criteria: ['clear'] })
      // beside people a judge counts only after calibration
      expect(all).toMatchObject({ judges: { only: [] }, criteria: [{ wins: 0, losses: 6 }] })
      expect(all.warnings.map(({ code }) => code)).toEqual(['few_units', 'criteria_left_out'])
    })

    it('ignore retracted votes', async () => {
      await made('back', { prompts: 4, votes: votesOn(TWO, { wins: 3, losses: 1 }) })
      await app.sql`insert into retractions (arena_id, vote_id, retracted_at)
      select v.arena_id, min(v.id), now() from votes v join arenas a on a.id = v.arena_id and a.slug = 'back'
      group by v.arena_id`
      expect((await compared(app, 'back', TWO)).criteria).toMatchObject([{ wins: 2, losses: 1 }])
    })
  })

  describe('the gate', () => {
    const gate = { minVotes: 40, minWinRate: 0.6 }

    it('says better, worse or not shown, whether to ship, and why', async () => {
      await made('good', { prompts: 40, votes: votesOn(TWO, { wins: 28, losses: 12 }) })
      expect(await compared(app, 'good', TWO, { gate })).toMatchObject({
        answer: 'better',
        because: 'passed',
        ship: true,
        level: 0.95,
        moreVotes: null,
        criteria: [{ answer: 'better', passes: true, significantFor: challenger }],
      })
      expect(await compared(app, 'good', [incumbent, challenger], { gate })).toMatchObject({
        answer: 'worse',
        because: 'worse',
        ship: false,
        criteria: [{ answer: 'worse', because: 'worse', significantFor: challenger }],
      })
      expect(await compared(app, 'good', TWO)).toMatchObject({
        answer: 'better',
        because: 'too_few_votes',
        ship: false,
        moreVotes: 360,
      })
    })

    it('holds back what people and judges decide together, and has prompts alone as units then', async () => {
      const pair: [string, string] = ['new', 'old']
      await made('together', {
        names: pair,
        prompts: 40,
        votes: [
          ...votesOn(pair, { wins: 40, source: 'judge', voter: 'gpt-9' }),
          ...votesOn(pair, { wins: 40, voter: 'jo' }),
        ],
      })
      await app.settle()
      const all = await compared(app, 'together', pair, { gate: { minVotes: 40 }, source: 'all' })
      expect(all).toMatchObject({
        answer: 'not_shown',
        because: 'held_back',
        ship: false,
        heldBack: { finding: { code: 'held_together' } },
        criteria: [{ cluster: 'prompt', voters: null }],
      })
      const turned = await compared(app, 'together', ['old', 'new'], {
        gate: { minVotes: 40 },
        source: 'all',
      })
      expect([turned.answer, turned.ship]).toEqual(['not_shown', false])
      expect((await compared(app, 'together', pair, { gate: { minVotes: 40 }, source: 'judges' })).ship).toBe(
        true,
      )
    })

    it('holds back what judges of the winner’s family decide alone, or unmeasured ones if the gate asks for measured', async () => {
      const pair: [string, string] = ['gpt-9-mini', 'claude-9']
      const by = (voter: string) => ({ source: 'judge', voter }) as const
      const options = { names: pair, prompts: 40 }
      await made('family', {
        ...options,
        votes: [
          ...votesOn(pair, { wins: 40, ...by('gpt-9') }),
          ...votesOn(pair, { wins: 20, losses: 20, ...by('jo') }),
        ],
      })
      await app.settle()
      const family = (source: string, [own, other] = pair) =>
        compared(app, 'family', [own, other], { gate: { minVotes: 40 }, source })
      expect(await family('judges')).toMatchObject({
        answer: 'not_shown',
        ship: false,
        heldBack: {
          code: 'held_back',
          finding: { code: 'held_by_family', values: { judges: ['gpt-9'], winner: 'gpt-9-mini' } },
        },
        criteria: [{ passes: true }],
      })
      const alone = await family('judge:gpt-9')
      expect(alone.heldBack?.finding?.code).toBe('held_by_family_alone')
      expect(answerWords(alone)).toMatch(
        /^Not shown, held back\. The votes decide for gpt-9-mini, but all are of gpt-9,/,
      )
      expect((await family('judge:gpt-9', ['claude-9', 'gpt-9-mini'])).answer).toBe('not_shown')

      await made('other-family', { ...options, votes: votesOn(pair, { losses: 40, ...by('gpt-9') }) })
      await app.settle()
      const gate = { minVotes: 40 }
      expect((await compared(app, 'other-family', [pair[1], pair[0]], { gate, source: 'judges' })).ship).toBe(
        true,
      )

      await app.sql`update arenas set settings = '{"gate":{"judge":"measured"}}' where slug = 'other-family'`
      const unmeasured = await compared(app, 'other-family', [pair[1], pair[0]], { gate, source: 'judges' })
      expect(unmeasured).toMatchObject({
        answer: 'not_shown',
        ship: false,
        heldBack: { finding: { code: 'held_unmeasured', values: { judges: ['gpt-9'] } } },
      })
      await made('other-family', { ...options, votes: votesOn(pair, { losses: 40, from: 1, voter: 'ann' }) })
      await made('other-family', {
        prompts: 60,
        names: pair,
        votes: [
          ...votesOn(pair, { losses: 20, from: 41, voter: 'ann' }),
          ...votesOn(pair, { losses: 20, from: 41, ...by('gpt-9') }),
        ],
      })
      await app.settle()
      expect((await compared(app, 'other-family', [pair[1], pair[0]], { gate, source: 'judges' })).ship).toBe(
        true,
      )
    })

    it('requires every criterion to pass, with significance for all of them together', async () => {
      const votes = [
        ...votesOn(TWO, { wins: 28, losses: 12, criterion: 'clear' }),
        ...votesOn(TWO, { wins: 27, losses: 13, criterion: 'kind' }),
        ...votesOn(TWO, { wins: 20, losses: 20, criterion: 'short' }),
      ]
      await made('many', { prompts: 40, votes, arena: { criteria: ['clear', 'kind', 'short'] } })
      const { criteria, answer, ship } = await compared(app, 'many', TWO, { gate })
      expect([answer, ship]).toEqual(['not_shown', false])
      const [clear, kind, short] = criteria as [
        (typeof criteria)[0],
        (typeof criteria)[0],
        (typeof criteria)[0],
      ]
      expect(clear.pHolm).toBeCloseTo(3 * clear.p, 12)
      expect(kind.pHolm).toBeCloseTo(2 * kind.p, 12)
      expect(short).toMatchObject({ pHolm: 1, because: 'more_votes', moreVotes: null })
      const two = await compared(app, 'many', TWO, { gate, criteria: ['kind', 'clear'] })
      expect([two.answer, two.ship]).toEqual(['better', true])
    })

    it('may be set by the arena, and a requested preset replaces it', () => {
      const settings = { preset: 'critical', minVotes: 50 }
      expect(resolveGate({ alpha: 0.01 }, settings)).toEqual({
        preset: 'critical',
        minWinRate: 0.6,
        minVotes: 50,
        alpha: 0.01,
        setBy: 'request',
        hasPresetVotes: false,
      })
      expect(resolveGate({}, { minVotes: 50 }).setBy).toBe('arena')
      expect(resolveGate({ preset: 'critical' }, settings).setBy).toBe('preset')
      expect(resolveGate({ preset: 'cosmetic' }, settings)).toMatchObject({ minVotes: 200, alpha: null })
      expect(() => resolveGate({}, { minWinrate: 0.6 })).toThrow(/gate of the arena\.yaml.*minWinrate/)
      expect(() => resolveGate({ minWinRate: 1.2 })).toThrow(
        `gate, minWinRate: ${englishText(msg('no_share', { given: '1.2' }))}.`,
      )
    })
  })

  describe('guardrails', () => {
    const gate = { minVotes: 1, minWinRate: 0.5 }

    it('do not ship a contestant that significantly loses a category, even if it wins overall', async () => {
      const votes = [
        ...votesOn(TWO, { wins: 60, losses: 8, category: 'small talk' }),
        ...votesOn(TWO, { losses: 20, wins: 0, from: 101, category: 'refunds' }),
        ...votesOn(TWO, { losses: 5, from: 201, category: 'returns' }),
      ]
      await made('categories', { votes })
      const { answer, because, ship, guardRails, criteria } = await compared(app, 'categories', TWO, { gate })
      expect([answer, because, ship, criteria[0].passes]).toEqual(['better', 'guardrail', false, true])
      expect(guardRails).toMatchObject([
        { rail: 'category', category: 'refunds', votes: 20, winRate: 0, tooFew: false, holds: false },
        { rail: 'category', category: 'returns', votes: 5, winRate: 0, tooFew: true, holds: true },
        { rail: 'category', category: 'small talk', votes: 68, holds: true },
      ])
    })

    it('never hold on votes of which no loss could be significant beside the other categories', async () => {
      const categories = ['account', 'billing', 'delivery', 'product', 'refunds']
      const votes = categories.flatMap((category, i) =>
        votesOn(TWO, { wins: 4, losses: 2, category, from: 1 + 100 * i }),
      )
      const enough = votesOn(TWO, { wins: 30, losses: 10, category: 'small talk', from: 1001 })
      await made('few', { votes: [...votes, ...enough] })
      const { guardRails } = await compared(app, 'few', TWO, { gate })
      // six losses of six have p = 0.03, but not among six categories
      expect(guardRails.map((rail) => [rail.rail === 'category' && rail.category, railState(rail)])).toEqual([
        ...categories.map((category) => [category, 'few']),
        ['small talk', 'holds'],
      ])
    })

    it('compare cost and latency with the requested bounds, over prompts with both values', async () => {
      const arena = arenaOf('dear', { prompts: 10, votes: votesOn(TWO, { wins: 10 }) })
      for (const answer of arena.answers) {
        if (answer.prompt === 'p1') continue
        answer.costUsd = answer.contestant === challenger ? 0.003 : 0.002
      }
      await app.import(arena)
      const withCostBound = (cost: number) =>
        compared(app, 'dear', TWO, { gate, bounds: { cost, latency: null } })
      expect((await withCostBound(1.6)).guardRails).toMatchObject([{ rail: 'cost', prompts: 9, holds: true }])
      const { because, ship, guardRails } = await withCostBound(1.4)
      expect([because, ship]).toEqual(['guardrail', false])
      expect(guardRails).toMatchObject([{ rail: 'cost', maxRatio: 1.4, holds: false }])
      await expect(compared(app, 'dear', TWO, { bounds: { cost: null, latency: 2 } })).rejects.toThrow(
        /known latency.*latencyMs/,
      )
    })
  })

  it("bounds of the arena's gate apply unless the request sets others, and a preset keeps them", async () => {
    const settings = { gate: { maxLatencyRatio: 1.4 } }
    const incoming = arenaOf('bounded', { prompts: 4, votes: votesOn(TWO, { wins: 4 }), settings })
    for (const answer of incoming.answers) answer.latencyMs = answer.contestant === challenger ? 300 : 200
    await app.import(incoming)
    const rails = async (latency: number | null) =>
      (await compared(app, 'bounded', TWO, { gate: { preset: 'cosmetic' }, bounds: { cost: null, latency } }))
        .guardRails
    expect(await rails(null)).toMatchObject([{ rail: 'latency', ratio: 1.5, maxRatio: 1.4, holds: false }])
    expect(await rails(1.6)).toMatchObject([{ maxRatio: 1.6, holds: true }])
  })

  describe('what cannot be compared', () => {
    it('because no prompt has both answers gives that reason', async () => {
      const says = (name: string, n: number) => (name === challenger ? n <= 2 : n > 2) && `${name} ${n}`
      await made('apart', { names: TWO, prompts: 4, says: (name, n) => says(name, n) || null })
      await expect(compared(app, 'apart', TWO)).rejects.toThrow(
        /No prompt has answers of both.*Give Quillon-7b and Zephrite-v2 answers to the same prompts/,
      )
    })

    it('because nobody has voted under a criterion names those with votes', async () => {
      await expect(compared(app, 'counts', TWO, { source: 'people', criteria: ['kind'] })).rejects.toThrow(
        /no votes of people.*under kind.*There are votes under clear/,
      )
    })
  })
})

/** Votes of people: what hangs together by prompt and by person counts as what it is. */
describe('votes of people', () => {
  /** Each voter votes on all of twelve prompts and likes one of the two. */
  const votesOf = (voters: number) =>
    Array.from({ length: voters }, (_, voter) =>
      votesOn(TWO, { ...(voter % 4 === 0 ? { losses: 12 } : { wins: 12 }), voter: `v${voter}` }),
    ).flat()

  const made = (voters: number) => app.import(arenaOf(`by-${voters}`, { prompts: 0, votes: votesOf(voters) }))

  it('are grouped by prompt and person together', async () => {
    await made(12)
    const { criteria, warnings } = await compared(app, 'by-12', TWO)
    const { cluster, units, effectiveUnits, voters, p } = criteria[0]
    expect({ cluster, units, effectiveUnits, voters }).toEqual({
      cluster: 'both',
      units: 12,
      effectiveUnits: 12,
      voters: 12,
    })
    // all prompts say the same; persons do not
    const byVoter = headToHead(
      votesOf(12).map((_, at) => (Math.floor(at / 12) % 4 === 0 ? 0 : 1)),
      rankedAmong(votesOf(12).map(({ voter }) => voter!)),
      BOOTSTRAP,
    )!
    expect(p).toBeCloseTo(byVoter.p, 6)
    expect(p).toBeGreaterThan(0.02)
    expect(warnings.map(({ code }) => code)).not.toContain('speaks_for_few')
  })

  it('are decided like the board of the two, for one look, for all and by default, whatever they name', async () => {
    const stream = new RandomStream(5, 0)
    const decided = new Set<string | null>()
    for (let n = 0; n < 16; n++) {
      const [prompts, voters] = [n % 2 ? 12 : 400, [0, 3, 12, 40][Math.floor(n / 4)]!]
      const lean = n % 4 < 2 ? 0.62 : 0.75
      const votes = Array.from({ length: 120 }, (_, at) =>
        voteOf(TWO[0], TWO[1], stream.uniform() < lean ? 'left' : 'right', {
          prompt:
            n % 3 === 0 && n % 2 ? null : `p${prompts === 400 ? at : Math.floor(12 * stream.uniform())}`,
          voter: voters === 0 ? null : `v${Math.floor(voters * stream.uniform())}`,
        }),
      )
      await app.import(arenaOf(`two-${n}`, { prompts: 0, names: TWO, votes }))
      for (const looks of ['one', 'any', ''] as const) {
        const [{ significantFor, cluster }] = (
          await compared(app, `two-${n}`, TWO, { sequential: looks ? looks === 'any' : undefined })
        ).criteria
        const answer = await app.request(`/api/arenas/two-${n}/leaderboard?looks=${looks}`)
        const { state, leader, cluster: ofBoard } = (await answer.json()) as Board
        const winner = state === 'wins' ? leader : null
        expect([n, looks, cluster, significantFor]).toEqual([n, looks, ofBoard, winner])
        decided.add(significantFor)
      }
    }
    expect(decided).toEqual(new Set([TWO[0], null]))
  })

  it('of few people are grouped by prompt, and the comparison names whom it applies to', async () => {
    await made(4)
    const { criteria, warnings } = await compared(app, 'by-4', TWO)
    expect(criteria[0]).toMatchObject({ cluster: 'prompt', units: 12, voters: 4 })
    expect(warnings.find(({ code }) => code === 'speaks_for_few')?.message).toBe(
      'Most votes are by 4 people: the result speaks for them alone.',
    )
  })
})

describe('a comparison that is watched', () => {
  const gate = { minVotes: 40, minWinRate: 0.6 }

  beforeAll(() => app.import(arenaOf('looks', { prompts: 0, votes: votesOn(TWO, { wins: 62, losses: 18 }) })))

  it('is decided for all looks, and stricter than at one look', async () => {
    const fixed = await compared(app, 'looks', TWO, { gate })
    expect(fixed).toMatchObject({ answer: 'better', ship: true, sequential: false })
    const comparison = await compared(app, 'looks', TWO, { gate, sequential: true })
    const [{ p, interval, significantFor }] = comparison.criteria
    const scores = Array.from({ length: 80 }, (_, at) => (at < 62 ? 1 : 0))
    const prompts = rankedAmong(scores.map((_, at) => `p${1 + at}`))
    const expected = headToHead(scores, prompts, { looks: 'any', ...BOOTSTRAP })!
    expect({ p, interval }).toEqual({ p: expected.p, interval: expected.interval })
    expect(p).toBeGreaterThan(fixed.criteria[0].p)
    expect(significantFor).toBe(TWO[0])
    expect(comparison.ship).toBe(true)
    const strict = await compared(app, 'looks', TWO, { gate: { ...gate, alpha: 0.0005 }, sequential: true })
    expect(strict).toMatchObject({ answer: 'not_shown', criteria: [{ because: 'more_votes' }] })
    expect(strict.moreVotes).toBe(
      headToHead(scores, prompts, { alpha: 0.0005, looks: 'any', ...BOOTSTRAP })!.moreVotes,
    )
    expect(strict.moreVotes).toBeGreaterThan(0)
  })

  it('is worse, practically equal, or better by less than the gate asks, each in its words', async () => {
    const high = { ...gate, minWinRate: 0.85 }
    const less = await compared(app, 'looks', TWO, { gate: high, sequential: true })
    expect(less).toMatchObject({ answer: 'better', because: 'win_rate_too_low', ship: false })
    expect(answerWords(less)).toMatch(
      /^Better, but do not ship Quillon-7b\. Criterion overall has a win rate of 77\.5 %, below/,
    )
    const turned = await compared(app, 'looks', [TWO[1], TWO[0]], { gate, sequential: true })
    expect(answerWords(turned)).toMatch(/^Worse: do not ship Zephrite-v2\. .*in favour of Quillon-7b\.$/)

    await app.import(
      arenaOf('even', { prompts: 0, votes: votesOn(TWO, { ties: 1900, wins: 50, losses: 50 }) }),
    )
    const even = await compared(app, 'even', TWO, { gate: { minVotes: 1 }, sequential: true })
    expect(even).toMatchObject({ answer: 'not_shown', because: 'practically_equal', moreVotes: null })
    expect(answerWords(even)).toMatch(
      /^Not shown\. Practically equal, within 45 % and 55 %: criterion overall/,
    )
  })
})
