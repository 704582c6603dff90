/** A board that takes long is preceded by its preview, and follows however many votes keep coming. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { requestRating } from '../../../server/votes/index.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { sentence } from '../../../shared/sentence/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { Watcher } from '../leaderboard/watcher.ts'

/** Enough for a board to take long, with votes enough for the first to lead. */
const CONTESTANTS = 262
const STEPS = [1, 7, 31, 67, 101]
const PATIENCE = 120_000

let app: TestApp
let arena: number
let address: string
let watcher: Watcher

beforeAll(async () => {
  app = await createTestApp()
  const { pool } = app.database
  const { rows } = await pool.query(
    `insert into arenas (slug, title, criteria) values ('wide', 'Wide', '{better}') returning id`,
  )
  arena = rows[0].id
  await pool.query(
    `insert into contestants (arena_id, slug, name)
      select $1, 'c' || n, 'C' || lpad(n::text, 3, '0') from generate_series(1, ${CONTESTANTS}) n`,
    [arena],
  )
  // all are equal but for the first, who meets everybody and loses to few
  for (const step of [...STEPS, ...STEPS, ...STEPS, ...STEPS])
    for (const outcome of ['left', 'right', 'tie', 'tie'])
      await cast(`n, 1 + (n + ${step - 1}) % ${CONTESTANTS}`, `1, ${CONTESTANTS}`, `'${outcome}'`)
  await cast('1, n', `2, ${CONTESTANTS}`, `case when n % 25 = 0 then 'right' else 'left' end`)
  for (let again = 0; again < 6; again++) await cast('1, n', `2, ${CONTESTANTS}`, `'left'`)
  address = await app.serve()
  await app.work()
}, PATIENCE)
afterAll(async () => {
  await watcher?.leave()
  await app?.close()
})

/** Votes by people, one for each n, and a request for new boards. */
async function cast(pair: string, series: string, outcome: string): Promise<void> {
  await app.database.pool.query(
    `with drawn as (select gen_random_uuid() as id, pair.l, pair.r, ${outcome} as outcome
      from generate_series(${series}) n, lateral (values (${pair})) as pair (l, r)),
    own as (select array_agg(id order by id) as c from contestants where arena_id = ${arena}),
    shown as (insert into battles (arena_id, id, criterion, left_contestant_id, right_contestant_id, voter, origin, shown_at)
      select ${arena}, drawn.id, 'better', c[l], c[r], 'v', 'import', now() from drawn, own returning id)
    insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
    select ${arena}, shown.id, 'v', outcome, 'human', now(), now() from shown join drawn using (id)`,
  )
}

async function castOne(): Promise<void> {
  await cast('1, n', '2, 2', `'left'`)
  await ask()
}

const ask = () => app.deps.db.transaction().execute((trx) => requestRating(trx, arena, app.deps.clock(), 0))

const get = async (path: string) => app.request(`/api/arenas/wide/leaderboard${path}`)
const boardAt = async (path = '') => Board.parse(await (await get(path)).json())
const next = async () => (await watcher.next())!.board

describe('a slow board', { timeout: PATIENCE }, () => {
  it('comes as a preview first, which names only the winner of the last full board', async () => {
    const quick = new Promise<void>((resolve) => {
      const stop = app.deps.notifications.onBoard(arena, () => (stop(), resolve()))
    })
    await ask()
    await quick
    watcher = await Watcher.of(address, 'wide')
    const preview = await next()
    expect(preview).toMatchObject({ preview: true, winner: null, frontRunner: null, votesSha256: '' })
    expect(sentence(preview).lead).toBe('No winner yet.')
    const board = await next()
    expect(board.votes).toBe(preview.votes)
    expect(board.contestants[0].rating).toBe(preview.contestants[0].rating)
    expect(board.winner).toBe('C001')
    expect(board.votesSha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('keeps its winner in later previews, and the full board follows each preview', async () => {
    const before = await boardAt()
    await castOne()
    const preview = await next()
    expect(preview).toMatchObject({ preview: true, votes: before.votes + 1, winner: 'C001' })
    expect(sentence(preview).lead).toBe('C001 leads.')
    const response = await get('')
    expect(response.headers.get('etag')).toMatch(/^"[\w-]{27}"$/)
    const settled = await boardAt('/settled')
    expect(settled.preview).toBeUndefined()
    expect(() => verifyBoard(preview, [], { version: '' })).toThrow(/preview.*settled/)
    const board = await next()
    expect(board).toMatchObject({ votes: before.votes + 1, winner: 'C001' })
    expect(board.preview).toBeUndefined()
    expect(await boardAt()).toEqual(board)
    expect(await boardAt('/settled')).toEqual(board)
  })

  it('is finished while votes keep coming, and an older board never replaces a newer one', async () => {
    const settled = new Set<number>()
    const served: number[] = []
    const { votes } = await boardAt()
    for (let n = 0; n < 400 && settled.size < 3; n++) {
      await castOne()
      served.push((await boardAt()).votes)
      settled.add((await boardAt('/settled')).votes)
      await sleep(20)
    }
    expect(settled.size).toBe(3)
    expect(served).toEqual([...served].sort((a, b) => a - b))
    await ask()
    await app.settle()
    const board = await boardAt()
    expect(board.preview).toBeUndefined()
    expect(board.votes).toBe(votes + served.length)
    const row = await arenaNamed(app.deps.db, 'wide')
    const view = await resolveView(app.deps, row, {})
    expect(board).toEqual(await recountBoard(app.deps, row, view, board))
    const { rows } = await app.database.pool.query(
      `select count(*)::int as previews from snapshots where preview`,
    )
    expect(rows).toEqual([{ previews: 0 }])
  })
})
