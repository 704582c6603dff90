import { describe, expect, it } from 'vitest'
import { retirePrompts } from '../../../server/prompts/index.ts'
import {
  CategoryStandings,
  DecidedBattle,
  Exploration,
  ExploredAnswer,
} from '../../../shared/contracts/index.ts'
import { type TestApp, appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

// Prompts × contestants: the same votes as the board, and no text, no check and no length before its time.

const [quillon, zephrite, marlowe] = NAMES as [string, string, string]
const ALL = 'contestant=quillon-7b&contestant=zephrite-v2&contestant=marlowe-xl'
const LONG = `Réponse 🎯 ${'mot '.repeat(200)}`

describe('exploring an arena', () => {
  const app = appFor({}, async () => {
    const votes = [
      // p1: Quillon always loses; people are divided on p2; p3 is tied; p4 has no votes
      ...Array.from({ length: 6 }, () => voteOf(quillon, zephrite, 'right')),
      voteOf(quillon, zephrite, 'left', { prompt: 'p2' }),
      voteOf(zephrite, quillon, 'left', { prompt: 'p2' }),
      voteOf(marlowe, quillon, 'right', { prompt: 'p2' }),
      voteOf(quillon, marlowe, 'tie', { prompt: 'p3' }),
      voteOf(quillon, marlowe, 'both_bad', { prompt: 'p3' }),
      voteOf(quillon, zephrite, 'left', { prompt: null }),
      voteOf(quillon, zephrite, 'left', { source: 'judge', voter: 'critic' }),
      voteOf(marlowe, zephrite, 'left', { source: 'judge', voter: 'critic', prompt: 'p4' }),
    ]
    await app.import({
      ...arenaOf('open', {
        votes,
        prompts: 6,
        categories: ['even', 'odd'],
        says: (name, prompt) =>
          prompt === 5 ? (name === quillon ? LONG : null) : `Reply of ${name} to question ${prompt}.`,
      }),
      setUp: {
        settings: {},
        providers: [],
        judges: [],
        checks: [{ name: 'is short', kind: 'contains', value: 'Reply', ignoreCase: false }],
      },
    })
    await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
    await failCheck(app, zephrite, 'p1')
  })

  const get = (query = '', headers: Record<string, string> = {}) =>
    app.request(`/api/arenas/open/explore${query}`, { headers })
  const explored = async (query = '', headers = {}) =>
    Exploration.strict().parse(await (await get(query, headers)).json())
  const keys = async (query: string, headers = {}) => {
    const { total, prompts } = await explored(query, headers)
    expect(total).toBe(prompts.length)
    return prompts.map(({ key }) => key)
  }
  const answerOf = async (query: string, headers = {}) =>
    ExploredAnswer.strict().parse(await (await get(`/answer?${query}`, headers)).json())

  it('has the votes of each contestant on each prompt, in the order of the prompts', async () => {
    const page = await explored(`?${ALL}`)
    expect(page.contestants.map(({ name }) => name)).toEqual([quillon, zephrite, marlowe])
    expect(page.checks).toEqual(['is short'])
    expect(page.prompts.map(({ key }) => key)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
    const counts = page.prompts.map(({ cells }) =>
      cells.map(({ wins, losses, ties, bothBad, divided }) =>
        [wins, losses, ties, bothBad, divided].join(''),
      ),
    )
    expect(counts.slice(0, 4)).toEqual([
      ['06000', '60000', '00000'],
      ['21001', '11001', '01000'],
      ['00210', '00000', '00210'],
      ['00000', '00000', '00000'],
    ])
  })

  it('begins with the highest rated, and follows source, category and page', async () => {
    const board = await app.board('open')
    const page = await explored()
    expect(page.contestants.map(({ name }) => name)).toEqual(board.contestants.map(({ name }) => name))
    expect(await keys('?category=odd')).toEqual(['p1', 'p3', 'p5'])
    const second = await explored(`?${ALL}&offset=1&limit=2`)
    expect([second.total, second.offset, second.prompts.map(({ key }) => key)]).toEqual([6, 1, ['p2', 'p3']])
    const judged = await explored(`?${ALL}&source=judges`)
    expect(judged.prompts[0].cells.map(({ wins, losses }) => wins - losses)).toEqual([1, -1, 0])
    expect(judged.prompts[3].cells.map(({ wins, losses }) => wins - losses)).toEqual([0, -1, 1])
  })

  it('lists prompts by their votes, the clearest first', async () => {
    expect(await keys(`?${ALL}&show=lost&of=quillon-7b`)).toEqual(['p1'])
    expect(await keys(`?${ALL}&show=won&of=quillon-7b`)).toEqual(['p2'])
    expect(await keys(`?${ALL}&show=won`)).toEqual(['p1', 'p2'])
    expect(await keys(`?${ALL}&show=tied&of=marlowe-xl`)).toEqual(['p3'])
    expect(await keys(`?${ALL}&show=bothBad`)).toEqual(['p3'])
    expect(await keys(`?${ALL}&show=divided`)).toEqual(['p2'])
    expect(await keys(`?${ALL}&show=divided&of=marlowe-xl`)).toEqual([])
    // as on the board, a judge that was never compared with people does not count with them
    expect(await keys(`?${ALL}&show=divided&source=all`)).toEqual(['p2'])
    expect(await keys(`?${ALL}&show=won&category=odd`)).toEqual(['p1'])
    const second = await explored(`?${ALL}&show=won&offset=1&limit=1`)
    expect([second.total, second.prompts.map(({ key }) => key)]).toEqual([2, ['p2']])
    expect(second.prompts[0].cells[0]).toMatchObject({ wins: 2, losses: 1, divided: 1 })
  })

  it('hides texts, lengths, numbers of answers and checks while the prompt is voted on', async () => {
    for (const query of ['', '&show=divided', '&show=won', '&show=failed', '&show=readable']) {
      const text = await (await get(`?${ALL}${query}`)).text()
      for (const secret of ['Question', 'Reply', 'Réponse', 'voter']) expect(text).not.toContain(secret)
    }
    const { prompts } = await explored(`?${ALL}`)
    for (const { withheld, text, cells } of prompts) {
      expect([withheld, text]).toEqual(['in_use', null])
      // p5 was answered by one contestant only, p1 failed a check: nothing of it shows
      for (const cell of cells) expect(cell).toMatchObject({ text: null, samples: null, checks: [] })
    }
    expect(await keys(`?${ALL}&show=failed`)).toEqual([])
    expect(await keys(`?${ALL}&show=readable`)).toEqual([])
    const cell = await answerOf('contestant=zephrite-v2&prompt=p1')
    expect(cell).toMatchObject({ withheld: 'in_use', messages: [], answers: [], votes: { wins: 6 } })
    expect((await get('?source=humans')).headers.get('cache-control')).toBe('no-store')
    expect(await problemOf(await get('', { authorization: 'Bearer wrong' }))).toEqual([401, 'token_invalid'])
  })

  it('shows beginnings, answers and checks with the admin token', async () => {
    const { prompts } = await explored(`?${ALL}`, AS_ADMIN)
    expect(prompts[0]).toMatchObject({ withheld: null, text: 'Question 1?' })
    expect(prompts[0].cells[1]).toMatchObject({
      text: `Reply of ${zephrite} to question 1.`,
      samples: 1,
      checks: [{ name: 'is short', passed: 0, of: 1 }],
    })
    const [long, missing] = prompts[4].cells
    expect([Array.from(long.text!).length, long.text!.endsWith('…'), long.samples]).toEqual([280, true, 1])
    expect(missing).toMatchObject({ text: null, samples: 0, checks: [] })
    expect(await keys(`?${ALL}&show=failed`, AS_ADMIN)).toEqual(['p1'])
    expect(await keys(`?${ALL}&show=failed&check=other`, AS_ADMIN)).toEqual([])
    expect(await keys(`?${ALL}&show=failed&of=quillon-7b`, AS_ADMIN)).toEqual([])
    const cell = await answerOf('contestant=quillon-7b&prompt=p5', AS_ADMIN)
    expect(cell.answers).toEqual([{ text: LONG, sample: 1, checks: [] }])
    expect(cell.battles).toEqual([])
  })

  it('leads from a cell to its battles', async () => {
    const { votes, battles } = await answerOf('contestant=quillon-7b&prompt=p2')
    expect(votes).toEqual({ wins: 2, losses: 1, ties: 0, bothBad: 0, divided: 1 })
    expect(battles.map(({ opponent, outcome }) => `${opponent.slug} ${outcome}`).sort()).toEqual([
      'marlowe-xl left',
      'zephrite-v2 left',
      'zephrite-v2 right',
    ])
    const battle = await app.read(DecidedBattle, `/api/battles/${battles[0].id}`)
    expect(battle.prompt?.key).toBe('p2')
  })

  it('has the categories as their own boards declare them', async () => {
    const response = await get(`/categories?${ALL}`)
    const page = CategoryStandings.strict().parse(await response.json())
    expect([page.total, page.categories.map(({ category }) => category)]).toEqual([2, [null, 'even', 'odd']])
    for (const { category, state, leader, inDeadHeat, rated, votes, cells } of page.categories) {
      const board = await app.board('open', category === null ? '' : `?category=${category}`)
      expect({ state, leader, votes }).toEqual({
        state: board.state,
        leader: board.leader,
        votes: board.votes,
      })
      expect(inDeadHeat).toBe(board.deadHeat.length)
      expect(rated).toBe(board.contestants.filter((one) => one.status === 'rated').length)
      page.contestants.forEach(({ name }, column) => {
        const {
          status,
          rating,
          interval,
          place,
          votes: of,
        } = board.contestants.find((one) => one.name === name)!
        const mayBeFirst = board.deadHeat.includes(name)
        expect(cells[column]).toEqual({ status, votes: of, rating, interval, place, mayBeFirst })
      })
    }
    const second = CategoryStandings.parse(await (await get(`/categories?${ALL}&offset=1&limit=1`)).json())
    expect(second.categories.map(({ category }) => category)).toEqual(['odd'])
  })

  it('is refused for what does not exist, for too much at once, and in a private arena', async () => {
    expect(await problemOf(await get('?contestant=nobody'))).toEqual([404, 'contestant_unknown'])
    expect(await problemOf(await get('?of=nobody'))).toEqual([404, 'contestant_unknown'])
    expect(await problemOf(await get('/answer?contestant=quillon-7b&prompt=p99'))).toEqual([
      404,
      'prompt_unknown',
    ])
    const nine = Array.from({ length: 9 }, () => 'contestant=quillon-7b').join('&')
    for (const bad of [`?${nine}`, '?limit=51', '?show=some', '?offset=-1', '?category=none'])
      expect(await problemOf(await get(bad)), bad).toEqual([400, 'invalid_request'])
    for (const path of ['explore', 'explore/categories', 'explore/answer?contestant=quillon-7b&prompt=p1']) {
      expect(await problemOf(await app.request(`/api/arenas/hidden/${path}`))).toEqual([404, 'arena_unknown'])
      const asAdmin = await app.asAdmin(`/api/arenas/hidden/${path}`)
      expect(asAdmin.status).toBe(200)
    }
  })

  it('shows everybody what is no longer voted on, once no pair on it is open', async () => {
    const arena = await app.arena('open')
    const { textsPublicFrom } = await retirePrompts(app.deps, arena, { keys: ['p1'] }, app.clock.now())
    expect((await explored(`?${ALL}`)).prompts[0]).toMatchObject({ withheld: 'just_retired', text: null })
    expect(await keys(`?${ALL}&show=failed`)).toEqual([])
    app.clock.set(textsPublicFrom!)
    const { prompts } = await explored(`?${ALL}`)
    expect(prompts[0]).toMatchObject({ withheld: null, retired: true, text: 'Question 1?' })
    expect(prompts[0].cells[1].checks).toEqual([{ name: 'is short', passed: 0, of: 1 }])
    expect(await keys(`?${ALL}&show=readable`)).toEqual(['p1'])
    expect(await keys(`?${ALL}&show=failed`)).toEqual(['p1'])
    expect(await (await get(`?${ALL}`)).text()).not.toContain('question 2')
    expect(await (await get('/answer?contestant=quillon-7b&prompt=p1')).text()).toContain('Reply of Quillon')
  })
})

/** Records that the answer of a contestant to a prompt failed the check of the arena. */
async function failCheck(app: TestApp, contestant: string, prompt: string): Promise<void> {
  const client = await app.database.connect()
  try {
    await client.query(
      `with run as (
        insert into runs (arena_id, kind, status, plan, started_at, ended_at)
        select id, 'judge', 'done', '{}', now(), now() from arenas where slug = 'open' returning arena_id, id)
      insert into check_results (arena_id, run_id, name, sha256, answer_id, passed, checked_at)
      select run.arena_id, run.id, k.name, k.sha256, a.id, false, now()
      from run join checks k on k.arena_id = run.arena_id
      join contestants c on c.arena_id = run.arena_id and c.name = $1
      join prompts p on p.arena_id = run.arena_id and p.key = $2
      join answers a on a.arena_id = run.arena_id and a.contestant_id = c.id and a.prompt_id = p.id`,
      [contestant, prompt],
    )
  } finally {
    await client.end()
  }
}
