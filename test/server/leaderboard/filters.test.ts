/** Criterion, category and time narrow a board; what does not exist is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

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
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    const votes = VOTES.map(([criterion, prompt, castAt]) =>
      voteOf(first, second, 'left', { criterion, prompt, castAt: new Date(castAt) }),
    )
    const arena = { criteria: ['helpful', 'kind'] }
    await importInto(app.deps, arenaOf('narrow', { arena, categories: ['travel', 'billing'], votes }))
    await importInto(app.deps, arenaOf('plain', { votes: [voteOf(first, second, 'left')] }))
  })
  afterAll(() => app.close())

  const get = (query: string, arena = 'narrow') => app.request(`/api/arenas/${arena}/leaderboard?${query}`)

  it.each([
    ['', 5],
    ['criterion=helpful', 5],
    ['criterion=kind', 2],
    ['category=travel', 3],
    ['category=billing', 2],
    ['criterion=kind&category=billing', 1],
    ['from=2024-03-01&to=2024-03-01', 2],
    ['from=2024-03-02', 3],
    ['to=2024-03-02', 3],
    ['from=2024-03-01T23:59:59.999Z', 4],
    ['to=2024-03-01T23:59:59.999Z', 1],
    ['from=2024-03-05T13:00:00%2B01:00', 2],
    ['from=2025-01-01', 0],
    ['criterion=&category=&from=&to=&source=', 5],
  ])('with %s counts %i votes', async (query, votes) => {
    const response = await get(query)
    expect(response.status).toBe(200)
    expect(Board.parse(await response.json()).votes).toBe(votes)
  })

  it('names the values it was narrowed to, and null for filters that are not set', async () => {
    const board = Board.parse(await (await get('category=travel&from=2024-03-01')).json())
    expect(board.view).toEqual({
      source: 'humans',
      criterion: 'helpful',
      category: 'travel',
      from: '2024-03-01',
      to: null,
    })
    const plain = Board.parse(await (await get('', 'plain')).json())
    expect(plain.view).toEqual({ source: 'humans', criterion: null, category: null, from: null, to: null })
  })

  it.each([
    ['criterion=funny', /criterion.*helpful, kind/],
    ['category=sports', /category.*billing, travel/],
    ['from=yesterday', /from/],
    ['to=2024-13-01', /to/],
    ['from=2024-03-01T12:00:00', /from/],
    ['source=humans&source=judges', /source/],
  ])('with %s is refused, and the message lists the possible values', async (query, detail) => {
    const response = await get(query)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringMatching(detail),
    })
  })

  it('has the same refusals in stream, export and text', async () => {
    const paths = [
      '/api/arenas/narrow/leaderboard/stream',
      '/api/arenas/narrow/export/votes.csv',
      '/a/narrow.md',
    ]
    for (const path of paths) {
      const response = await app.request(`${path}?category=sports`)
      expect([path, response.status]).toEqual([path, 400])
    }
  })

  it('by category and time counts new votes, though no job keeps the view current', async () => {
    const votes = async () => Board.parse(await (await get('category=travel')).json()).votes
    const before = await votes()
    const vote = voteOf(first, second, 'right', { criterion: 'helpful', prompt: 'p2' })
    await importInto(app.deps, arenaOf('narrow', { votes: [vote] }))
    expect(await votes()).toBe(before + 1)
  })
})
