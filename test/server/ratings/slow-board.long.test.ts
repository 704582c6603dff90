import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, afterAll, describe, beforeAll } from 'vitest'
import type { Arena } from '../../../server/arenas/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { resolveView, type ArenaView, type ViewRequest } from '../../../server/ratings/index.ts'
import { Board, type Outcome } from '../../../shared/contracts/index.ts'
import { currentPublication, beginPublishing } from '../../../server/platform/postgres/publishing.ts'
import { appFor, createTestApp, type TestApp } from '../../support/app.ts'
import { insertVotes, makeArena, Writer } from './busy-arena.ts'
import { requestRating } from '../../../server/votes/index.ts'

/** Just enough for a board to take long, with votes enough for the first to lead. */
const CONTESTANTS = 262
const STEPS = [1, 7, 31, 67, 101]
const OUTCOMES: Outcome[] = ['left', 'right', 'tie', 'tie']

interface WideArena {
  app: TestApp
  arena: number
  address: string
}

/** Imports and serves the arena before the tests of the file; no board was requested yet. */
function wideArena(): WideArena {
  const there = {} as WideArena
  beforeAll(async () => {
    there.app = await createTestApp()
    const { pool } = there.app.database
    const { rows } = await pool.query(
      `insert into arenas (slug, title, criteria) values ('wide', 'Wide', '{better}') returning id`,
    )
    there.arena = rows[0].id
    await pool.query(
      `insert into contestants (arena_id, slug, name)
      select $1, 'c' || n, 'C' || lpad(n::text, 3, '0') from generate_series(1, ${CONTESTANTS}) n`,
      [there.arena],
    )
    // all are equal except the first, which meets every other and loses to few
    const everybody = Array.from({ length: CONTESTANTS }, (_, n) => n)
    const even = STEPS.flatMap((step) =>
      OUTCOMES.flatMap((outcome) => everybody.map((n): Cast => [n, (n + step) % CONTESTANTS, outcome])),
    )
    const ofFirst = (outcomeOf: (n: number) => Outcome) =>
      everybody.slice(1).map((n): Cast => [0, n, outcomeOf(n)])
    await cast(there, [
      ...[1, 2, 3, 4].flatMap(() => even),
      ...ofFirst((n) => ((n + 1) % 25 === 0 ? 'right' : 'left')),
      ...[1, 2, 3, 4, 5, 6].flatMap(() => ofFirst(() => 'left')),
    ])
    there.address = await there.app.serve()
    await there.app.work()
  })
  afterAll(() => there.app?.close())
  return there
}

type Cast = [left: number, right: number, outcome: Outcome]

/** Votes by people, each by another. */
const cast = ({ app, arena }: WideArena, votes: readonly Cast[]): Promise<void> =>
  insertVotes(
    app.database,
    arena,
    votes.map(([left, right, outcome]) => ({
      left: left + 1,
      right: right + 1,
      voter: app.deps.chance.newId(),
      outcome,
    })),
  )

/** One more vote for the first, and a request for new boards. */
async function castOne(there: WideArena): Promise<void> {
  await cast(there, [[0, 1, 'left']])
  await requestBoard(there)
}

const requestBoard = ({ app, arena }: WideArena) =>
  app.deps.db.transaction().execute((trx) => requestRating(trx, arena, 0))

/** The board as it is served at the end of its path. */
const boardAt = ({ app }: WideArena, path = '') => app.read(Board, `/api/arenas/wide/leaderboard${path}`)

const there = wideArena()

it('a slow board follows while votes keep coming, and an older board never replaces a newer one', async () => {
  const { app } = there
  await requestBoard(there)
  await app.settle()
  const first = await boardAt(there)
  expect(first.leader).toBe('C001')
  const served: number[] = []
  for (let n = 0; n < 2000 && new Set(served).size < 4; n++) {
    await castOne(there)
    served.push((await boardAt(there)).votes)
    await sleep(20)
  }
  expect(new Set(served).size).toBe(4)
  expect(served).toEqual([...served].sort((a, b) => a - b))
  await requestBoard(there)
  await app.settle()
  const board = await boardAt(there)
  expect(board.votes).toBe(first.votes + served.length)
  const row = await app.arena('wide')
  const view = await resolveView(app.deps, row, {})
  expect(board).toEqual(await recountBoard(app.deps, row, view, board))
})

/** Boards out of the fold equal a recount from scratch, whatever happens at once: writers, retractions, quarantine, kills. */
describe('a board from the vote store equals a recount from the database', () => {
  const WRITERS = 4
  const VIEWS: ViewRequest[] = [
    { source: 'people', criterion: 'helpful' },
    { source: 'people', criterion: 'kind' },
    { source: 'judges', criterion: 'helpful' },
    { source: 'judge:critic', criterion: 'kind' },
    { source: 'simulated' },
    { source: 'all', category: 'k1' },
    { source: 'all', from: '2024-01-03', to: '2024-01-06T12:00:00Z' },
  ]
  let arena: Arena
  const writers: Writer[] = []

  const app = appFor({}, async () => {
    const id = await makeArena(app.database, 'busy')
    for (let n = 0; n < WRITERS; n++) {
      const client = await app.database.connect()
      closing.push(() => client.end())
      writers.push(new Writer(client, id, n))
    }
    for (let n = 0; n < 40; n++) await writers[0].write()
    arena = await app.arena('busy')
  })
  const closing: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })

  const viewOf = (request: ViewRequest) => resolveView(app.deps, arena, request)

  async function folded(view: ArenaView, deps = app.deps): Promise<Board> {
    const computedAt = deps.clock()
    const task = {
      slug: arena.slug,
      view,
      computedAt,
      judging: { warnings: [], checks: new Map(), failures: new Map() },
      hasImportedVotes: false,
      voterCap: null,
    }
    return Board.parse(
      JSON.parse(
        (await deps.services.boards.ask('board', arena.id, await currentPublication(deps), task)).board,
      ),
    )
  }

  /** Votes of a view that are in quarantine, counted without the server's own queries. */
  async function quarantined(view: ArenaView): Promise<number> {
    const { source, criterion, category, since, before, judges } = view
    const only = judges && 'only' in judges ? judges.only : null
    const { rows } = await app.database.pool.query(
      `select count(*)::int as votes from votes v join battles b on b.id = v.battle_id left join prompts p on p.id = b.prompt_id
      join lateral (select released from quarantines q where q.vote_id = v.id order by q.id desc limit 1) q on not q.released
    where v.arena_id = $1 and v.id not in (select vote_id from retractions)
      and case when $2 = 'all' then v.source <> 'simulated' when $2 = 'people' then v.source = 'human' when $2 like 'judge:%' then 'judge:' || v.voter = $2
        else $2 in (v.source, v.source || 's') end
      and ($3::text is null or b.criterion = $3) and ($4::text is null or p.category = $4)
      and ($5::timestamptz is null or v.cast_at >= $5) and ($6::timestamptz is null or v.cast_at < $6)
      and ($7::text[] is null or v.source <> 'judge' or v.voter = any ($7))`,
      [arena.id, source, criterion, category, since, before, only],
    )
    return rows[0].votes
  }

  async function expectEqual(request: ViewRequest): Promise<Board> {
    const view = await viewOf(request)
    const { warnings, ...board } = await folded(view)
    const { warnings: recounted, ...expected } = await recountBoard(app.deps, arena, view, {
      ...board,
      warnings,
    })
    expect(board).toEqual(expected)
    expect(warnings).toEqual(expect.arrayContaining(recounted))
    expect(board.excluded.quarantined).toBe(await quarantined(view))
    return { ...board, warnings }
  }

  /** Runs every writer until boards were requested at least this number of times. */
  async function busily(meanwhile: () => Promise<unknown>, times = 12): Promise<void> {
    let requests = 0
    let isOver = false
    const writing = Promise.all(
      writers.map(async (writer) => {
        for (let n = 0; n < 15 || requests < times; n++) {
          await writer.write()
          // a recount of thousands of votes finds no more than one of hundreds
          if (n >= 15) await sleep(20)
        }
      }),
    ).finally(() => (isOver = true))
    for (; !isOver; requests++) await meanwhile()
    await writing
  }

  const killConnections = () =>
    app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'deadheat vote store' and datname = current_database()`,
    )

  it('after many concurrent writes and reads', async () => {
    const views = await Promise.all(VIEWS.map(viewOf))
    let requests = 0
    await busily(() => folded(views[requests++ % views.length]))
    const boards = []
    for (const request of VIEWS) boards.push(await expectEqual(request))
    expect(boards.every(({ votes }) => votes > 0)).toBe(true)
    expect(boards.some(({ excluded }) => excluded.quarantined > 0)).toBe(true)
  })

  it('after its thread ended and its connections were cut during a read', async () => {
    const views = await Promise.all(VIEWS.map(viewOf))
    let requests = 0
    let failed = 0
    await busily(async () => {
      const asking = Promise.allSettled(views.map((view) => folded(view)))
      if (requests++ % 3 === 1) await app.deps.services.boards.close()
      if (requests % 3 === 1) await killConnections()
      failed += (await asking).filter(({ status }) => status === 'rejected').length
    }, 8)
    expect(failed).toBeGreaterThan(0)
    for (const request of VIEWS) await expectEqual(request)
    await busily(() => folded(views[requests++ % views.length]))
    for (const request of VIEWS) await expectEqual(request)
  })

  it('at every publication, and again at an earlier one', async () => {
    const deps = { ...app.deps, publishEvery: 1 }
    await beginPublishing(deps.db, 1)
    const { rows } = await app.database.pool.query(
      `select array_agg(txid::text order by txid) as all from (select distinct txid from votes where arena_id = $1) t`,
      [arena.id],
    )
    const transactions: string[] = rows[0].all
    const view = await viewOf(VIEWS[0])
    const counts: number[] = []
    for (const share of [0.2, 0.5, 0.8, 1, 0.4]) {
      const [end, later] = [share, Math.min(1, share + 0.1)].map(
        (part) => transactions[Math.floor(part * (transactions.length - 1))],
      )
      const [open] = transactions
      await app.database.pool.query('update publishing set current = row($1::pg_snapshot, $2::pg_snapshot)', [
        `${open}:${end}:${open}`,
        `${later}:${later}:`,
      ])
      const { warnings: _, ...board } = await folded(view, deps)
      const { warnings: __, ...expected } = await recountBoard(deps, arena, view, {
        ...board,
        warnings: [],
      })
      expect(board).toEqual(expected)
      counts.push(board.votes)
    }
    await beginPublishing(deps.db, 0)
    // later ones have more votes, though a quarantine may take some out again
    expect(counts[0]).toBeLessThan(counts[1])
    expect(counts[1]).toBeLessThan(counts[3])
    expect(counts[4]).toBeLessThan(counts[2])
  })

  it('after contestants and prompts were added', async () => {
    await app.database.pool.query(
      `with c as (insert into contestants (arena_id, slug, name) values ($1, 'first', 'A first') returning 1),
        p as (insert into prompts (arena_id, key, category) values ($1, 'a', 'k1') returning 1)
      update arenas set revision = revision + 1 where id = $1`,
      [arena.id],
    )
    arena = await app.arena('busy')
    await busily(() => viewOf(VIEWS[0]).then((view) => folded(view)))
    for (const request of VIEWS) {
      const { contestants } = await expectEqual(request)
      expect(contestants.map(({ name }) => name)).toContain('A first')
    }
  })
})
