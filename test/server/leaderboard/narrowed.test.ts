/** Criterion, category and time narrow a board; what does not exist is refused. */
import { describe, expect, it } from 'vitest'
import { Board, type ArenaDetail, type VoteSource } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'
import '../visitor.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import { casesIn } from '../../support/cases.ts'

const CASES = casesIn<{ counts: [query: string, votes: number][] }>(import.meta.url, 'narrowed')

const [first, second] = NAMES as [string, string]

/** One vote each, under a criterion, on a prompt (p1 and p3 are billing, p2 and p4 travel), at a time. */
const VOTES: [criterion: string, prompt: string, castAt: string][] = [
  ['helpful', 'p1', '2024-03-01T00:00:00.000Z'],
  ['helpful', 'p2', '2024-03-01T23:59:59.999Z'],
  ['helpful', 'p3', '2024-03-02T00:00:00.000Z'],
  ['helpful', 'p4', '2024-03-05T12:00:00.000Z'],
  ['helpful', 'p4', '2024-03-05T12:00:00.000Z'],
  ['kind', 'p1', '2024-03-01T00:00:00.000Z'],
  ['kind', 'p2', '2024-03-03T00:00:00.000Z'],
]

describe('a narrowed board', () => {
  const app = appFor({}, async () => {
    const votes = VOTES.map(([criterion, prompt, castAt]) =>
      voteOf(first, second, 'left', { criterion, prompt, castAt: new Date(castAt) }),
    )
    const arena = { criteria: ['helpful', 'kind'] }
    await app.import(arenaOf('narrow', { arena, categories: ['travel', 'billing'], votes }))
    await app.import(arenaOf('plain', { votes: [voteOf(first, second, 'left')] }))
  })

  const get = (query: string, arena = 'narrow') => app.request(`/api/arenas/${arena}/leaderboard?${query}`)

  it.each(CASES.counts)('with %s counts %i votes', async (query, votes) => {
    const response = await get(query)
    expect(response.status).toBe(200)
    expect(Board.parse(await response.json()).votes).toBe(votes)
  })

  it('names the values it was narrowed to, and null for filters that are not set', async () => {
    const board = Board.parse(await (await get('category=travel&from=2024-03-01')).json())
    expect(board.view).toEqual({
      source: 'people',
      criterion: 'helpful',
      category: 'travel',
      from: '2024-03-01',
      to: null,
    })
    const plain = Board.parse(await (await get('', 'plain')).json())
    expect(plain.view).toEqual({ source: 'people', criterion: null, category: null, from: null, to: null })
  })

  it.each([
    ['criterion=funny', /criterion.*"helpful", "kind"/],
    ['category=sports', /category.*"billing", "travel"/],
    ['from=yesterday', /from/],
    ['to=2024-13-01', /to/],
    ['from=2024-03-01T12:00:00', /from/],
    ['source=people&source=judges', /source/],
  ])('with %s is refused, and the message lists the possible values', async (query, detail) => {
    const response = await get(query)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringMatching(detail),
    })
  })

  it('by the first name of a source is the same board', async () => {
    const [first, present] = await Promise.all([get('source=humans'), get('source=people')])
    expect(await first.json()).toEqual(await present.json())
  })

  it('by category and time counts new votes, though no job keeps the view current', async () => {
    const votes = async () => Board.parse(await (await get('category=travel')).json()).votes
    const before = await votes()
    const vote = voteOf(first, second, 'right', { criterion: 'helpful', prompt: 'p2' })
    await app.import(arenaOf('narrow', { votes: [vote] }))
    expect(await votes()).toBe(before + 1)
  })
})

/** Whose votes a board counts, and the default source. */
describe('the source of a board', () => {
  const [first, second, third] = NAMES as [string, string, string]

  /** So many votes by one voter, each source with a count that no other has. */
  const votesBy = (source: VoteSource, voter: string, count: number): ImportedVote[] =>
    Array.from({ length: count }, (_, n) =>
      voteOf(first, n % 2 === 0 ? second : third, n % 3 === 0 ? 'right' : 'left', {
        source,
        voter,
        prompt: `p${1 + (n % 4)}`,
      }),
    )

  const app = appFor({}, async () => {
    await app.work()
    await app.import(arenaOf('mixed'))
  })

  const add = async (votes: ImportedVote[]) => {
    await app.import(arenaOf('mixed', { votes }))
    await app.settle()
  }
  const board = async (query = '') => {
    const response = await app.request(`/api/arenas/mixed/leaderboard${query}`)
    return Board.strict().parse(await response.json())
  }
  const detail = () => app.json<ArenaDetail>('/api/arenas/mixed')
  const codes = ({ warnings }: Board) => warnings.map(({ code }) => code)

  it('is humans while there are no votes', async () => {
    const empty = await board()
    expect(empty).toMatchObject({
      arena: 'mixed',
      votes: 0,
      state: 'first_votes',
      leader: null,
      view: { source: 'people' },
    })
    expect(empty.contestants.map(({ status }) => status)).toEqual(['not_linked', 'not_linked', 'not_linked'])
    expect(codes(empty)).toEqual(['no_votes'])
    expect(await detail()).toMatchObject({ votes: 0, sources: [], defaultSource: null })
  })

  it('is simulated if all votes are, and no other view counts them', async () => {
    await add(votesBy('simulated', 'simulated-1', 2))
    expect(await board()).toMatchObject({ votes: 2, view: { source: 'simulated' } })
    for (const source of ['people', 'judges', 'all']) expect((await board(`?source=${source}`)).votes).toBe(0)
    expect(await detail()).toMatchObject({
      votes: 0,
      simulatedVotes: 2,
      sources: [{ source: 'simulated', kind: 'simulated', votes: 2 }],
      defaultSource: 'simulated',
    })
  })

  it('is all real votes once recorded results are the most', async () => {
    await add(votesBy('result', 'season', 3))
    expect(await board()).toMatchObject({ votes: 3, view: { source: 'all' } })
    expect(await detail()).toMatchObject({ votes: 3, defaultSource: 'all' })
  })

  it('is judges once they have the most votes, all together or one alone', async () => {
    await add([...votesBy('judge', 'critic', 5), ...votesBy('judge', 'référée 2', 8)])
    const judges = await board()
    expect(judges).toMatchObject({ votes: 13, view: { source: 'judges' } })
    expect(judges.warnings).toContainEqual(
      warning(msg('judges_not_measured', { judges: ['critic', 'référée 2'] }), {
        kind: 'uncalibrated_judge',
      }),
    )
    const one = await board(`?source=${encodeURIComponent('judge:référée 2')}`)
    expect(one).toMatchObject({ votes: 8, view: { source: 'judge:référée 2' } })
    expect(codes(one)).toContain('uncalibrated_judge')
  })

  it('stays the same while people have fewer than fifty votes, and is humans from the fiftieth on', async () => {
    await add(votesBy('human', 'somebody', 11))
    expect(await board()).toMatchObject({ votes: 13, view: { source: 'judges' } })
    await add(votesBy('human', 'somebody', 39))
    const humans = await board()
    expect(humans).toMatchObject({ votes: 50, view: { source: 'people' } })
    expect(codes(humans)).not.toContain('uncalibrated_judge')
    expect(codes(humans)).not.toContain('mixed_sources')
  })

  it('can be all real votes together, without those of unchecked judges and without simulated ones', async () => {
    const all = await board('?source=all')
    expect(all).toMatchObject({ votes: 3 + 50, view: { source: 'all', judges: { only: [] } } })
    expect(all.warnings).toContainEqual(
      warning(
        msg('judges_left_out_beside_people', {
          judges: ['critic', 'référée 2'].map((judge) => msg('judge_not_measured', { judge })),
        }),
        { kind: 'judge_left_out', count: 2 },
      ),
    )
    expect((await board('?source=simulated')).votes).toBe(2)
    expect((await detail()).sources.map(({ source, votes }) => [source, votes])).toEqual([
      ['people', 50],
      ['judge:critic', 5],
      ['judge:référée 2', 8],
      ['judges', 13],
      ['all', 53],
      ['simulated', 2],
    ])
  })

  it.each(['robots', 'human', 'judge:', 'judge:nobody', 'judge:somebody'])('cannot be %s', async (source) => {
    const response = await app.request(`/api/arenas/mixed/leaderboard?source=${encodeURIComponent(source)}`)
    await expect(response).toBeProblem(400, 'invalid_request')
  })
})
