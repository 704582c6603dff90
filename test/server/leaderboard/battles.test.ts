/** The list of battles: the same votes as the board, parts that stay while votes come in, and no text before its time. */
import { describe, expect, it } from 'vitest'
import { retirePrompts } from '../../../server/prompts/index.ts'
import { BattleList, DecidedBattle, SHOWN_BATTLES } from '../../../shared/contracts/index.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

const [quillon, zephrite, marlowe] = NAMES as [string, string, string]
const WHY = 'It spoke to me.'

describe('the list of battles', () => {
  const app = appFor({}, async () => {
    const judged = (prompt: string, outcome: 'left' | 'right' | 'tie', judge = 'critic') =>
      voteOf(quillon, zephrite, outcome, { source: 'judge', voter: judge, prompt })
    const votes = [
      // p1: people name Zephrite, p2: they are divided, p3: a tie and both bad
      ...Array.from({ length: 3 }, () => voteOf(quillon, zephrite, 'right')),
      voteOf(quillon, zephrite, 'left', { prompt: 'p2' }),
      voteOf(zephrite, quillon, 'left', { prompt: 'p2' }),
      voteOf(marlowe, quillon, 'right', { prompt: 'p2' }),
      voteOf(quillon, marlowe, 'tie', { prompt: 'p3' }),
      voteOf(quillon, marlowe, 'both_bad', { prompt: 'p3' }),
      voteOf(quillon, zephrite, 'left', { prompt: null }),
      // against three people, against one of two, and with them
      judged('p1', 'left'),
      judged('p2', 'right'),
      judged('p1', 'right', 'clerk'),
      judged('p4', 'left'),
    ]
    await app.import(arenaOf('open', { votes, prompts: 6, categories: ['even', 'odd'] }))
    await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
  })

  const get = (query = '', headers: Record<string, string> = {}) =>
    app.request(`/api/arenas/open/battles?${query}`, { headers })
  const list = async (query = '', headers = {}) => {
    const text = await (await get(`limit=50&${query}`, headers)).text()
    const page = BattleList.strict().parse(JSON.parse(text))
    expect(page.battles).toHaveLength(page.total)
    return page.battles
  }
  /** "p2 Quillon-7b": the prompt and who won. */
  const told = async (query: string) =>
    (await list(query)).map(({ prompt, outcome, left, right }) => {
      const winner = { left: left.name, right: right.name, tie: 'tie', both_bad: 'both bad' }[outcome]
      return `${prompt?.key ?? '–'} ${winner}`
    })

  it('has the votes of a source, newest first', async () => {
    const board = await app.board('open')
    const all = await list()
    expect(all).toHaveLength(board.votes)
    expect(all[0]).toMatchObject({ prompt: null, source: 'human', judge: null, votes: null })
    expect(await told('source=judges')).toEqual([
      `p4 ${quillon}`,
      `p1 ${zephrite}`,
      `p2 ${zephrite}`,
      `p1 ${quillon}`,
    ])
    const battle = await app.read(DecidedBattle, `/api/battles/${all[1]!.id}`)
    const { arena: _, title: __, ...rest } = battle
    expect({ ...rest, votes: null }).toEqual(all[1])
  })

  it('is narrowed by contestant, pair, prompt, category, criterion, judge and outcome', async () => {
    expect(await told('contestant=marlowe-xl')).toEqual(['p3 both bad', 'p3 tie', `p2 ${quillon}`])
    expect(await told('contestant=quillon-7b&against=zephrite-v2&show=won')).toEqual([
      `– ${quillon}`,
      `p2 ${quillon}`,
    ])
    expect(await told('contestant=quillon-7b&show=lost&prompt=p2')).toEqual([`p2 ${zephrite}`])
    expect(await told('contestant=quillon-7b&show=lost&category=odd')).toHaveLength(3)
    expect(await told('contestant=quillon-7b&show=lost&category=even')).toEqual([`p2 ${zephrite}`])
    expect(await told('show=tied')).toEqual(['p3 both bad', 'p3 tie'])
    expect(await told('show=lost&prompt=p3')).toEqual([])
    expect(await told('judge=clerk')).toEqual([`p1 ${zephrite}`])
    expect(await told('criterion=overall')).toHaveLength(9)
    expect(await told('criterion=&show=&judge=&contestant=&cursor=')).toHaveLength(9)
    expect(await told('to=2001-01-01')).toEqual([])
  })

  it('finds votes on the same two answers that name different winners, whatever the sides', async () => {
    const battles = await list('show=contradicted')
    expect(battles.map(({ prompt }) => prompt!.key)).toEqual(['p2', 'p2'])
    for (const { votes } of battles) expect(votes).toEqual({ left: 1, right: 1, tie: 0, bothBad: 0 })
    expect(await told('show=contradicted&contestant=marlowe-xl')).toEqual([])
    // of judges alone, two contradict each other on p1
    expect(await told('show=contradicted&source=judges')).toEqual([`p1 ${zephrite}`, `p1 ${quillon}`])
    expect(await told('show=contradicted&judge=critic')).toEqual([])
  })

  it('finds where a judge and most people differ, opposite winners first', async () => {
    const battles = await list('show=disagreement&judge=critic')
    expect(battles.map(({ prompt, outcome, votes }) => [prompt!.key, outcome, votes])).toEqual([
      ['p1', 'left', { left: 0, right: 3, tie: 0, bothBad: 0 }],
      ['p2', 'right', { left: 1, right: 1, tie: 0, bothBad: 0 }],
    ])
    expect(await told('show=disagreement&judge=clerk')).toEqual([])
    expect(await told('show=disagreement')).toEqual([`p1 ${quillon}`, `p2 ${zephrite}`])
    expect(await told('show=disagreement&category=even')).toEqual([`p2 ${zephrite}`])
    const first = BattleList.parse(await (await get('show=disagreement&limit=1')).json())
    const rest = BattleList.parse(
      await (await get(`show=disagreement&limit=1&cursor=${first.cursor}`)).json(),
    )
    expect([first, rest].map((page) => page.battles.map(({ prompt }) => prompt!.key))).toEqual([
      ['p1'],
      ['p2'],
    ])
    expect([first.total, rest.total, rest.cursor]).toEqual([2, 2, null])
  })

  it('hides texts and reasons under every filter while the prompt is voted on', async () => {
    const filters = [
      ...['', ...SHOWN_BATTLES].map((show) => `show=${show}`),
      'prompt=p1',
      'category=odd',
      'contestant=quillon-7b&against=zephrite-v2',
      'judge=critic',
      'source=judges',
      'show=disagreement&judge=critic',
    ]
    for (const filter of filters) {
      const response = await get(`limit=50&${filter}`)
      const text = await response.text()
      for (const secret of ['Question', 'Reply', 'voter']) expect(text, filter).not.toContain(secret)
      for (const { withheld, texts, reason, requests, checks, injected } of (JSON.parse(text) as BattleList)
        .battles)
        if (withheld !== 'not_known')
          expect({ withheld, texts, reason, requests, checks, injected }).toEqual({
            withheld: 'in_use',
            texts: null,
            reason: null,
            requests: [],
            checks: [],
            injected: null,
          })
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    const text = await (await get('prompt=p1', { accept: 'text/plain' })).text()
    expect(text).toMatch(/result: .+ (?:won against|and) .+, by (?:a person|the judge critic), \d+ \w+ \d{4}/)
    expect(text).toContain('texts: withheld, since people still vote on this prompt')
    const [withToken] = await list('prompt=p1', AS_ADMIN)
    expect(withToken).toMatchObject({
      withheld: null,
      texts: { messages: [{ content: 'Question 1?' }], left: { text: expect.stringContaining('Reply') } },
    })
    await expect(get('', { authorization: 'Bearer wrong' })).toBeProblem(401, 'token_invalid')
  })

  it('says as text what each answer had retrieved, and the page of each battle', async () => {
    const arena = arenaOf('retrieval', { prompts: 1, votes: [voteOf(quillon, zephrite, 'left')] })
    const passages: Record<string, string[]> = { [quillon]: ['Page 1.', 'Page 2.'], [zephrite]: ['Page 3.'] }
    const answers = arena.answers.map((answer) => ({ ...answer, context: passages[answer.contestant] ?? [] }))
    await app.import({ ...arena, answers })
    const headers = { ...AS_ADMIN, accept: 'text/plain' }
    const text = await (await app.request('/api/arenas/retrieval/battles', { headers })).text()
    for (const line of [
      `${quillon} had retrieved, 1 of 2: Page 1.`,
      `${quillon} had retrieved, 2 of 2: Page 2.`,
      `${zephrite} had retrieved, 1 of 1: Page 3.`,
    ])
      expect(text).toContain(line)
    expect(text).toMatch(/battle: \/a\/retrieval\/b\/[0-9a-f-]{36}$/m)
  })

  it('is refused for what does not exist, and in a private arena', async () => {
    await expect(get('contestant=nobody')).toBeProblem(404, 'contestant_unknown')
    await expect(get('against=nobody')).toBeProblem(404, 'contestant_unknown')
    await expect(get('prompt=p99')).toBeProblem(404, 'prompt_unknown')
    await expect(get('judge=nobody')).toBeProblem(404, 'judge_unknown')
    for (const bad of ['limit=51', 'show=some', 'cursor=last', 'category=none', 'criterion=none', 'source=x'])
      expect(await problemOf(await get(bad)), bad).toEqual([400, 'invalid_request'])
    await expect(app.request('/api/arenas/hidden/battles')).toBeProblem(404, 'arena_unknown')
    expect((await app.asAdmin('/api/arenas/hidden/battles')).status).toBe(200)
  })

  it('goes on where it ended while votes come in, and shows a new vote once it is published', async () => {
    const before = await list()
    const first = BattleList.parse(await (await get('limit=4')).json())
    const visitor = new Visitor(app)
    const shown = await visitor.battle('open')
    await visitor.choose(shown, 'tie', { reason: WHY })
    expect(BattleList.parse(await (await get('limit=50')).json()).battles).toEqual(before)
    await visitor.reveal(shown)
    const ids = first.battles.map(({ id }) => id)
    for (let { cursor } = first; cursor !== null;) {
      const page = BattleList.parse(await (await get(`limit=4&cursor=${cursor}`)).json())
      expect(page.total).toBe(before.length + 1)
      ids.push(...page.battles.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(ids).toEqual(before.map(({ id }) => id))
    const after = await list()
    expect(after.slice(1)).toEqual(before)
    expect(after[0]).toMatchObject({ outcome: 'tie', reason: null })
    expect((await list('', AS_ADMIN))[0]).toMatchObject({ reason: WHY })
  })

  it('shows everybody what is no longer voted on, once no pair on it is open', async () => {
    const arena = await app.arena('open')
    const { textsPublicFrom } = await retirePrompts(app.deps, arena, { keys: ['p1'] }, app.clock.now())
    expect((await list('prompt=p1'))[0]).toMatchObject({ withheld: 'just_retired', texts: null })
    expect(await told('readable=true')).toEqual([])
    app.clock.set(textsPublicFrom!)
    const battles = await list('prompt=p1')
    expect(battles).toHaveLength(3)
    expect(await list('readable=true')).toEqual(battles)
    expect(await told('readable=true&prompt=p2')).toEqual([])
    expect(await told('readable=true&source=judges&show=disagreement')).toEqual([`p1 ${quillon}`])
    for (const battle of battles)
      expect(battle).toMatchObject({
        withheld: null,
        reason: null,
        prompt: { retired: true },
        texts: { messages: [{ content: 'Question 1?' }] },
      })
    expect(await (await get('limit=50')).text()).not.toMatch(/Question 2|question 2/)
  })
})
