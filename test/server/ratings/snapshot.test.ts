import { describe, expect, it } from 'vitest'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { currentSnapshot, resolveView } from '../../../server/ratings/index.ts'
import { computeBoard } from '../../../server/ratings/compute-board.ts'
import { columnsFromRows, type RatedVote } from '../../../shared/votes/vote-table.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { Board, Outcome } from '../../../shared/contracts/index.ts'
import { createTestApp, appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { requestRating } from '../../../server/votes/index.ts'
import { rateArena, takeSnapshot } from '../../../server/ratings/snapshots.ts'

// A board that is served is what computeBoard makes of the same votes, and it follows them.

const OUTCOMES: Outcome[] = ['left', 'left', 'left', 'right', 'tie', 'both_bad']

/** Votes of 20 people on 12 prompts, the same at every run. */
function manyVotes(count: number) {
  const random = new RandomStream(21, 0)
  const pick = <T>(list: T[]) => list[random.next() % list.length]
  return Array.from({ length: count }, () => {
    const left = pick(NAMES)
    const right = pick(NAMES.filter((name) => name !== left))
    return voteOf(left, right, pick(OUTCOMES), {
      voter: `v${random.next() % 20}`,
      prompt: `p${1 + (random.next() % 12)}`,
    })
  })
}

describe('the snapshot of a board', () => {
  const app = appFor({}, async () => {
    await app.import(arenaOf('moving', { prompts: 12, votes: manyVotes(300) }))
    await app.settle()
  })

  const board = (): Promise<Board> => app.board('moving')

  /** The standing votes of people, read without the server's own queries. */
  const votesInDatabase = async (): Promise<RatedVote[]> => {
    const rows = await app.sql<RatedVote>`
      select v.id::text, l.name as "contestantA", r.name as "contestantB", v.outcome, p.key as prompt, v.voter
      from votes v join battles b on b.id = v.battle_id
        join contestants l on l.id = b.left_contestant_id join contestants r on r.id = b.right_contestant_id
        join prompts p on p.id = b.prompt_id
      where v.source = 'human' and v.id not in (select vote_id from retractions)
      order by random()`
    return rows
  }

  /** What the served board must be, but for what is known of contestants beyond their votes. */
  /** No day is set on which it decides. */
  const expected = async (served: Board) => ({
    decides: null,
    ...computeBoard(columnsFromRows(await votesInDatabase()), {
      arena: 'moving',
      view: { source: 'people', criterion: null, category: null, from: null, to: null },
      rounds: 1000,
      seed: 1,
      looks: 'any',
      computedAt: served.computedAt,
      version: VERSION,
      contestants: served.contestants.map(
        ({ name, slug, retired, averageLength, averageWords, costUsd }) => ({
          name,
          slug: slug!,
          retired: retired!,
          averageLength,
          averageWords,
          costUsd,
        }),
      ),
    }),
  })

  it('equals the same votes computed directly, to the last digit', async () => {
    const served = await board()
    expect(served.votes).toBe(300)
    expect(served.contestants.every(({ status }) => status === 'rated')).toBe(true)
    expect(served).toMatchObject({ cluster: 'both', speaksFor: null, voters: 20 })
    expect(served).toEqual(await expected(served))
  })

  it('has the average length of the answers', async () => {
    const { contestants } = await board()
    const says = (n: number) => `Reply 1 to question ${n}.`.length
    const lengths = Array.from({ length: 12 }, (_, n) => says(n + 1))
    const average = lengths.reduce((sum, length) => sum + length) / 12
    expect(contestants[0]).toMatchObject({ averageWords: 5, costUsd: null, retired: false })
    expect(contestants[0].averageLength).toBeCloseTo(average, 10)
  })

  it('counts a new vote, and no retracted vote', async () => {
    const before = await board()
    const visitor = new Visitor(app)
    const shown = await visitor.battle('moving')
    await visitor.vote(shown, 'left')
    await app.settle()
    const after = await board()
    expect(after.votes).toBe(301)
    expect(after.votesSha256).not.toBe(before.votesSha256)
    expect(after).toEqual(await expected(after))

    await app.sql`insert into retractions (arena_id, vote_id, retracted_at)
      select arena_id, id, now() from votes where battle_id = ${shown.battle.id}`
    await app.deps.db
      .transaction()
      .execute(async (trx) => requestRating(trx, (await app.arena('moving')).id, 0))
    await app.settle()
    const again = await board()
    expect(again.votes).toBe(300)
    expect(again.votesSha256).toBe(before.votesSha256)
    expect(again.contestants).toEqual(before.contestants)
  })

  it('is stored once if the job runs twice, and the last of each hour is kept', async () => {
    const snapshots = async () => {
      const rows = await app.sql<{ id: number }>`
        select id from snapshots where view_key like '%humans%' order by id`
      return rows.map(({ id }) => id)
    }
    const before = await snapshots()
    expect(before).toHaveLength(1)
    await rateArena(app.deps, 1)
    await rateArena(app.deps, 1)
    expect(await snapshots()).toEqual(before)
    app.clock.advance(3600)
    const visitor = new Visitor(app)
    for (let n = 0; n < 3; n++) {
      await visitor.vote(await visitor.battle('moving'), 'right')
      await app.settle()
    }
    const after = await snapshots()
    expect(after).toHaveLength(2)
    expect(after[0]).toBe(before[0])
  })

  it('is computed once for many requests for a new view', async () => {
    const lastId = async () => {
      const rows = await app.sql<{ id: number }>`select max(id) as id from snapshots`
      return rows[0].id
    }
    const before = await lastId()
    const ask = () => app.request('/api/arenas/moving/leaderboard?from=2024-01-01')
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    expect(await lastId()).toBe(before + 1)
  })
})

it('jobs of one arena become one job for many votes, and are queued exactly when a vote is stored', async () => {
  const app = await createTestApp()
  await app.import(arenaOf('jobs', { prompts: 20 }))
  const jobs = () => app.sql`select key, task_identifier from graphile_worker.jobs order by key`
  await app.sql`delete from graphile_worker._private_jobs`
  const visitor = new Visitor(app)
  const shown = await visitor.battle('jobs')
  await visitor.vote({ ...shown, ticket: 'x' }, 'left')
  expect(await jobs()).toEqual([])
  for (let n = 0; n < 5; n++) await visitor.vote(await visitor.battle('jobs'), 'left')
  expect(await jobs()).toEqual([
    { key: 'find-attacks-1', task_identifier: 'find-attacks' },
    { key: 'rate-arena-1', task_identifier: 'rate-arena' },
  ])
  await app.close()
})

/** What is stored of the boards: never an older one over a newer, and not without end. */
describe('stored boards', () => {
  const app = appFor({}, async () => {
    await app.import(arenaOf('stored', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
  })

  it('a board of older data never replaces a newer one', async () => {
    const arena = await app.arena('stored')
    const view = await resolveView(app.deps, arena, {})
    const { data_version } = await currentSnapshot(app.deps, arena, view)
    const [revision, votes, retractions] = data_version.split(':').map(Number)
    const newer = [revision, votes! + 1, retractions].join(':')
    await app.deps.db
      .insertInto('snapshots')
      .values({
        arena_id: arena.id,
        view_key: view.key,
        tracked: true,
        data_version: newer,
        board: '{}',
        etag: '"newer"',
        computed_at: app.clock.now(),
      })
      .execute()
    const stored = await takeSnapshot(app.deps, arena, view, data_version, true)
    expect(stored).toMatchObject({ data_version: newer, etag: '"newer"' })
  })

  it('the newest 200 boards by dates are stored for visitors', async () => {
    const arena = await app.arena('stored')
    const computed_at = app.clock.now()
    const earlier = {
      arena_id: arena.id,
      tracked: false,
      data_version: '0:0:0',
      board: '{}',
      etag: '""',
      computed_at,
    }
    await app.deps.db
      .insertInto('snapshots')
      .values(Array.from({ length: 200 }, (_, n) => ({ ...earlier, view_key: `earlier ${n}` })))
      .execute()
    const days = ['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04', '2020-01-05']
    const keys: string[] = []
    for (const from of days) {
      const view = await resolveView(app.deps, arena, { from })
      keys.push(view.key)
      await currentSnapshot(app.deps, arena, view)
    }
    const rows = await app.sql<{ view_key: string }>`
      select view_key from snapshots where not tracked order by id`
    const left = Array.from({ length: 195 }, (_, n) => `earlier ${n + 5}`)
    expect(rows.map(({ view_key }) => view_key)).toEqual([...left, ...keys])
  })
})
