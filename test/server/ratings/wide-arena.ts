/** An arena with contestants enough for its board to take long, whose votes come while a test goes on. */
import { afterAll, beforeAll } from 'vitest'
import { requestRating } from '../../../server/votes/index.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

/** Just enough for a board to take long, with votes enough for the first to lead. */
const CONTESTANTS = 262
const STEPS = [1, 7, 31, 67, 101]

export interface WideArena {
  app: TestApp
  arena: number
  address: string
}

/** Imports and serves the arena before the tests of the file; no board was requested yet. */
export function wideArena(): WideArena {
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
    for (const step of [...STEPS, ...STEPS, ...STEPS, ...STEPS])
      for (const outcome of ['left', 'right', 'tie', 'tie'])
        await cast(there, `n, 1 + (n + ${step - 1}) % ${CONTESTANTS}`, `1, ${CONTESTANTS}`, `'${outcome}'`)
    await cast(there, '1, n', `2, ${CONTESTANTS}`, `case when n % 25 = 0 then 'right' else 'left' end`)
    for (let again = 0; again < 6; again++) await cast(there, '1, n', `2, ${CONTESTANTS}`, `'left'`)
    there.address = await there.app.serve()
    await there.app.work()
  })
  afterAll(() => there.app?.close())
  return there
}

/** Votes by people, one for each n, each by another. */
async function cast({ app, arena }: WideArena, pair: string, series: string, outcome: string): Promise<void> {
  await app.database.pool.query(
    `with drawn as (select gen_random_uuid() as id, pair.l, pair.r, ${outcome} as outcome
      from generate_series(${series}) n, lateral (values (${pair})) as pair (l, r)),
    own as (select array_agg(id order by id) as c from contestants where arena_id = ${arena}),
    shown as (insert into battles (arena_id, id, criterion, left_contestant_id, right_contestant_id, voter, origin, shown_at)
      select ${arena}, drawn.id, 'better', c[l], c[r], drawn.id::text, 'import', now() from drawn, own returning id)
    insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
    select ${arena}, shown.id, shown.id::text, outcome, 'human', now(), now() from shown join drawn using (id)`,
  )
}

/** One more vote for the first, and a request for new boards. */
export async function castOne(there: WideArena): Promise<void> {
  await cast(there, '1, n', '2, 2', `'left'`)
  await requestBoard(there)
}

export const requestBoard = ({ app, arena }: WideArena) =>
  app.deps.db.transaction().execute((trx) => requestRating(trx, arena, 0))

/** The board as it is served at the end of its path. */
export const boardAt = async ({ app }: WideArena, path = '') =>
  Board.parse(await (await app.request(`/api/arenas/wide/leaderboard${path}`)).json())
