/** What is on record of one contestant: the same votes as its board, and no text before its time. */
import { describe, expect, it } from 'vitest'
import { bestAndWorstPrompts } from '../../../server/leaderboard/contestant-record.ts'
import { retirePrompts } from '../../../server/prompts/index.ts'
import { ContestantList, ContestantRecord, Differences, HeadToHead } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import '../visitor.ts'

const [quillon, zephrite, marlowe] = NAMES as [string, string, string]

describe('the record of a contestant', () => {
  const app = appFor({}, async () => {
    const votes = [
      // Quillon loses on p1 whomever it meets, and wins elsewhere
      ...Array.from({ length: 24 }, (_, n) => voteOf(quillon, [zephrite, marlowe][n % 2], 'right')),
      ...Array.from({ length: 30 }, (_, n) =>
        voteOf([zephrite, marlowe][n % 2], quillon, n % 6 === 0 ? 'tie' : 'right', {
          prompt: `p${2 + (n % 3)}`,
        }),
      ),
      voteOf(zephrite, marlowe, 'both_bad'),
      voteOf(quillon, zephrite, 'left', { prompt: null }),
      voteOf(quillon, zephrite, 'left', { source: 'judge', voter: 'critic', prompt: 'p2' }),
      voteOf(quillon, zephrite, 'tie', {
        source: 'judge',
        voter: 'critic',
        inconsistent: true,
        prompt: 'p3',
      }),
    ]
    const arena = arenaOf('known', { votes, categories: ['odd', 'even'] })
    const description = { model: 'some-model-2026-01-01', system: 'Be {{mood}}.' }
    await app.import({
      ...arena,
      contestants: arena.contestants.map((one) => ({ ...one, ...description })),
    })
    await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(`/api/arenas/known/contestants/${path}`, { headers })
  const recordOf = async (path: string, headers = {}) =>
    ContestantRecord.strict().parse(await (await get(path, headers)).json())

  it('has its description, its row of the board and its record against each opponent', async () => {
    const record = await recordOf('quillon-7b')
    expect(record.contestant).toMatchObject({
      name: quillon,
      model: 'some-model-2026-01-01',
      system: 'Be {{mood}}.',
      retiredAt: null,
    })
    expect(record.row).toMatchObject({ name: quillon, wins: 26, losses: 24, ties: 5, votes: 55 })
    expect(record.board).toMatchObject({ votes: 56, rated: 3 })
    const pairs = await app.read(HeadToHead, '/api/arenas/known/head-to-head')
    expect(record.opponents.map(({ name }) => name)).toEqual([marlowe, zephrite])
    const differences = await app.read(Differences, '/api/arenas/known/differences?contestant=quillon-7b')
    for (const { name, wins, losses, ties, expected } of record.opponents) {
      const place = (one: string) => pairs.contestants.indexOf(one)
      const pair = pairs.pairs.find(
        ({ a, b }) => [a, b].includes(place(quillon)) && [a, b].includes(place(name)),
      )!
      const isFirst = pair.a === place(quillon)
      expect([wins, losses, ties]).toEqual(
        isFirst ? [pair.wins, pair.losses, pair.ties] : [pair.losses, pair.wins, pair.ties],
      )
      const { winRate, winRateInterval } = differences.others.find((other) => other.name === name)!
      expect(expected).toEqual({ winRate, interval: winRateInterval })
    }
    expect(record.judgements).toEqual({ inconsistent: 0, failed: [] })
  })

  it('lists its worst prompts, and marks only those that chance does not explain', async () => {
    const { prompts } = await recordOf('quillon-7b')
    expect(prompts.counted).toBe(4)
    expect(prompts.worst.map(({ key, score, standsOut }) => [key, score, standsOut])).toEqual([
      ['p1', 0, true],
    ])
    expect(prompts.worst[0]).toMatchObject({ wins: 0, losses: 24, votes: 24, category: 'even', text: null })
    expect(prompts.best.map(({ key }) => key).sort()).toEqual(['p2', 'p3', 'p4'])
  })

  it('follows the switches of the board', async () => {
    const odd = await recordOf('quillon-7b?category=odd')
    expect(odd.view.category).toBe('odd')
    expect(odd.prompts.counted).toBe(2)
    const judged = await recordOf('quillon-7b?source=judge:critic')
    expect(judged.prompts.best.map(({ key }) => key)).toEqual(['p2'])
    expect(judged.judgements.inconsistent).toBe(1)
    expect(judged.row).toMatchObject({ wins: 1, ties: 1 })
    const none = await recordOf('marlowe-xl?source=judge:critic')
    expect(none).toMatchObject({ opponents: [], prompts: { counted: 0, score: null, best: [] } })
    await expect(get('quillon-7b?category=none')).toBeProblem(400, 'invalid_request')
  })

  it('shows the beginning of prompts to the admin, and to everyone once their texts are public', async () => {
    const textOf = async (headers = {}) => (await recordOf('quillon-7b', headers)).prompts.worst[0].text
    expect(await textOf(AS_ADMIN)).toBe('Question 1?')
    const whole = await (await get('quillon-7b')).text()
    for (const secret of ['Question', 'Reply', '"voter":', 'voter_']) expect(whole).not.toContain(secret)
    const arena = await app.arena('known')
    const { textsPublicFrom } = await retirePrompts(app.deps, arena, { keys: ['p1'] }, app.clock.now())
    expect(await textOf()).toBeNull()
    app.clock.set(textsPublicFrom!)
    expect(await textOf()).toBe('Question 1?')
    expect(await (await get('quillon-7b')).text()).not.toContain('Question 2')
  })

  it('is refused for an unknown contestant, and in a private arena', async () => {
    await expect(get('nobody')).toBeProblem(404, 'contestant_unknown')
    for (const path of ['/contestants', '/contestants/quillon-7b']) {
      await expect(app.request(`/api/arenas/hidden${path}`)).toBeProblem(404, 'arena_unknown')
      expect((await app.asAdmin(`/api/arenas/hidden${path}`)).status).toBe(200)
    }
    const all = await app.read(ContestantList.strict(), '/api/arenas/known/contestants')
    expect(all.contestants.map(({ slug }) => slug)).toEqual(['marlowe-xl', 'quillon-7b', 'zephrite-v2'])
  })
})

describe('marked prompts', () => {
  it('are rare if a contestant is equally good on all', () => {
    const stream = new RandomStream(7, 0)
    let boards = 0
    for (let trial = 0; trial < 400; trial++) {
      const prompts = Array.from({ length: 30 }, (_, n) => {
        const wins = Array.from({ length: 12 }, () => stream.uniform() < 0.6).filter(Boolean).length
        return { key: `p${n}`, category: null, wins, losses: 12 - wins, ties: 0, bothBad: 0 }
      })
      const { best, worst } = bestAndWorstPrompts(prompts)
      if ([...best, ...worst].some(({ standsOut }) => standsOut)) boards++
    }
    // 5 % at most by Holm; the exact test is below that
    expect(boards).toBeLessThanOrEqual(20)
  })

  it('do not come first because of a single lucky vote', () => {
    const prompt = (key: string, wins: number, losses: number) => ({
      key,
      category: null,
      wins,
      losses,
      ties: 0,
      bothBad: 0,
    })
    const { best } = bestAndWorstPrompts([
      prompt('once', 1, 0),
      prompt('often', 18, 2),
      prompt('rest', 10, 30),
    ])
    expect(best.map(({ key }) => key)).toEqual(['often', 'once'])
  })
})
