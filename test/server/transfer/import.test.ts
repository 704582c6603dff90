/** An import is stored as a whole or not at all; the same import again changes nothing. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { ArenaImport } from '../../../server/transfer/import/arena-import.ts'
import type { ArenaDetail } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]
const TABLES = ['arenas', 'contestants', 'prompts', 'answers', 'battles', 'votes', 'graphile_worker.jobs']

describe('an import', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  async function everything(): Promise<unknown[]> {
    await app.settle()
    const count = async (table: string) => {
      const { rows } = await sql`select count(*) from ${sql.raw(table)}`.execute(app.deps.db)
      return rows[0]
    }
    return Promise.all(TABLES.map(count))
  }

  const detail = async (arena: string) =>
    (await (await app.request(`/api/arenas/${arena}`)).json()) as ArenaDetail

  it('creates the arena and reports what it added', async () => {
    const votes = [voteOf(first, second, 'left'), voteOf(second, third, 'tie', { criterion: 'kind' })]
    const arena = arenaOf('fresh', { votes, arena: { description: 'Which one?' } })
    expect(await importInto(app.deps, arena)).toEqual({
      arena: 'fresh',
      created: true,
      contestants: 3,
      contestantsNamed: [first, second, third].toSorted(),
      prompts: 4,
      promptsWithoutText: 0,
      votable: true,
      dryRun: false,
      contestantsAdded: 3,
      promptsAdded: 4,
      answers: 12,
      answersAdded: 12,
      votesAdded: 2,
      votesAlreadyThere: 0,
      promptsRetired: [],
      promptsRestored: [],
      promptsThatWerePublic: [],
      contestantsNotNamed: [],
      kinds: [],
    })
    expect(await detail('fresh')).toMatchObject({
      title: 'Arena fresh',
      description: 'Which one?',
      criteria: ['overall', 'kind'],
      votable: true,
      votes: 2,
    })
  })

  it('adds nothing the second time, and does not change the board', async () => {
    const arena = arenaOf('again', { votes: [voteOf(first, second, 'left'), voteOf(second, third, 'left')] })
    await importInto(app.deps, arena)
    await app.settle()
    const board = async () => (await app.request('/api/arenas/again/leaderboard')).headers.get('etag')
    const [before, tag] = [await everything(), await board()]
    expect(await importInto(app.deps, arena)).toMatchObject({
      created: false,
      answersAdded: 0,
      votesAdded: 0,
      votesAlreadyThere: 2,
    })
    await app.settle()
    expect(await everything()).toEqual(before)
    expect(await board()).toBe(tag)
  })

  it('counts a vote that is in the file twice once', async () => {
    const vote = voteOf(first, second, 'left')
    const result = await importInto(
      app.deps,
      arenaOf('twice', { votes: [vote, { ...vote, outcome: 'right' }] }),
    )
    expect(result).toMatchObject({ votesAdded: 1, votesAlreadyThere: 1 })
  })

  it('adds new contestants, prompts, criteria and votes to the existing ones', async () => {
    await importInto(app.deps, arenaOf('grows', { names: [first, second], prompts: 2 }))
    const votes = [voteOf(first, third, 'left', { criterion: 'brief', prompt: 'p9' })]
    const result = await importInto(app.deps, arenaOf('grows', { prompts: 3, votes }))
    expect(result).toMatchObject({
      created: false,
      contestants: 3,
      prompts: 4,
      answersAdded: 5,
      votesAdded: 1,
    })
    expect((await detail('grows')).criteria).toEqual(['overall', 'brief'])
  })

  const failing: [string, (arena: ArenaImport) => ArenaImport, RegExp][] = [
    [
      'two answers of one contestant to one prompt',
      (arena) => ({
        ...arena,
        answers: [...arena.answers, { ...arena.answers[0], text: 'On second thoughts.' }],
      }),
      /Quillon-7b has two different answers to prompt "p1"/,
    ],
    [
      'a vote of a contestant against itself',
      (arena) => ({ ...arena, votes: [voteOf(first, first, 'tie')] }),
      /no_self_battle/,
    ],
    [
      'a vote nobody can read, after a thousand good ones',
      (arena) => ({
        ...arena,
        votes: [
          ...Array.from({ length: 1000 }, () => voteOf(first, second, 'left')),
          voteOf(first, second, 'model_a' as 'left'),
        ],
      }),
      /check constraint/,
    ],
  ]

  it.each(failing)('with %s leaves nothing behind', async (_, spoil, complaint) => {
    const before = await everything()
    await expect(importInto(app.deps, spoil(arenaOf('spoilt')))).rejects.toThrow(complaint)
    expect(await everything()).toEqual(before)
    expect((await app.request('/api/arenas/spoilt')).status).toBe(404)
  })

  it.each(failing)('with %s leaves an existing arena unchanged', async (_, spoil, complaint) => {
    await importInto(app.deps, arenaOf('standing', { names: [second], prompts: 1 }))
    const [before, arena] = [await everything(), await detail('standing')]
    await expect(importInto(app.deps, spoil(arenaOf('standing')))).rejects.toThrow(complaint)
    expect(await everything()).toEqual(before)
    expect(await detail('standing')).toEqual(arena)
  })

  it('twice at once, into an arena that is new or not, adds everything once', async () => {
    const arena = arenaOf('raced', { votes: Array.from({ length: 50 }, () => voteOf(first, second, 'left')) })
    const twice = () => Promise.all([importInto(app.deps, arena), importInto(app.deps, arena)])
    const fresh = await twice()
    expect(fresh.map(({ votesAdded }) => votesAdded).sort()).toEqual([0, 50])
    expect(fresh.map(({ created }) => created).sort()).toEqual([false, true])
    arena.votes.push(voteOf(first, third, 'right'))
    expect((await twice()).map(({ votesAdded }) => votesAdded).sort()).toEqual([0, 1])
    expect((await detail('raced')).votes).toBe(51)
  })

  it('gives every contestant a separate slug', async () => {
    const names = ['GPT 4.1', 'gpt-4.1', 'Ünïcode', '***', '日本', 'x'.repeat(90)]
    await importInto(app.deps, arenaOf('slugs', { names, prompts: 1 }))
    const { contestants } = (await (await app.request('/api/arenas/slugs/leaderboard')).json()) as {
      contestants: { name: string; slug: string }[]
    }
    const slugs = new Map(contestants.map(({ name, slug }) => [name, slug]))
    expect(new Set(slugs.values()).size).toBe(6)
    for (const slug of slugs.values()) expect(slug).toMatch(/^[a-z0-9-]{1,64}$/)
    expect(slugs.get('Ünïcode')).toBe('u-ni-code')
  })

  it('lets visitors vote while it runs', async () => {
    await importInto(app.deps, arenaOf('busy', { prompts: 20 }))
    const visitor = new Visitor(app)
    const votes = Array.from({ length: 2000 }, () => voteOf(first, second, 'left'))
    const importing = importInto(app.deps, arenaOf('busy', { prompts: 20, votes }))
    const cast = []
    for (let n = 0; n < 5; n++) cast.push((await visitor.vote(await visitor.battle('busy'), 'left')).status)
    await importing
    expect(cast).toEqual([201, 201, 201, 201, 201])
    expect((await detail('busy')).votes).toBe(2005)
  })
})
