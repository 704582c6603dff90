/** Who wins on a live board does so at all looks at it. Anybody may ask for one look, unless the arena has a decision day. */
import { expect, it } from 'vitest'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { rateArena } from '../../../server/ratings/snapshots.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'

const [first, second, third] = NAMES as [string, string, string]
/** The first wins 3 of 4 votes against both others, on 60 prompts. */
const VOTES = Array.from({ length: 240 }, (_, i) =>
  voteOf(
    i % 2 ? first : third,
    i % 2 ? (i % 4 === 1 ? second : third) : second,
    Math.floor(i / 4) % 4 < 3 ? 'left' : 'right',
    {
      prompt: `p${1 + (i % 60)}`,
    },
  ),
)

const app = appFor({}, async () => {
  await app.import(arenaOf('watched', { prompts: 60, votes: VOTES }))
  await app.settle()
})

const text = async (path: string): Promise<string> => (await app.request(path)).text()
const boardAt = async (query = '', route = ''): Promise<Board> =>
  Board.parse(JSON.parse(await text(`/api/arenas/watched/leaderboard${route}${query}`)))

it('the board holds for all looks unless the request names one look: bars are the same, and only who wins differs', async () => {
  const [any, one, anyRequested] = [await boardAt(), await boardAt('?looks=one'), await boardAt('?looks=any')]
  expect(any).toMatchObject({ looks: 'any', leader: first })
  expect(one).toMatchObject({ looks: 'one', state: 'wins', leader: first, votesSha256: any.votesSha256 })
  expect(['leads', 'wins']).toContain(any.state)
  expect(anyRequested).toEqual(any)
  expect(any.contestants).toEqual(one.contestants)
  expect([any.deadHeat, any.clearBy, any.finishLine]).toEqual([one.deadHeat, one.clearBy, one.finishLine])
})

it.each(['', '?looks=one'])('the board %s is recomputed from the exported votes', async (query) => {
  const board = await boardAt(query)
  const rows = await exportedRows(await text(`/api/arenas/watched/export/votes.jsonl${query}`))
  expect(verifyBoard(board, rows, { version: VERSION })).toMatchObject({ agrees: true, differences: [] })
})

it('a board that was stored when boards held for one look is computed again', async () => {
  const any = await boardAt()
  await app.database.pool.query(
    `update snapshots set data_version = '1:240:0:0', board = jsonb_set(board::jsonb - 'looks', '{leader}', '"old"')::text
     where view_key not like '%one%'`,
  )
  expect(await boardAt()).toEqual(any)
  await app.database.pool.query(
    `update snapshots set data_version = split_part(data_version, ':any', 1), board = '{}'`,
  )
  const { id } = await app.arena('watched')
  await rateArena(app.deps, id)
  expect(await boardAt()).toEqual({ ...any, computedAt: expect.any(String) })
})

it('where the arena has a decision day, no request makes a look the planned one', async () => {
  await app.import(arenaOf('decides', { prompts: 60, votes: VOTES, settings: { decides: { votes: 999 } } }))
  await app.settle()
  for (const query of ['', '?looks=one', '?looks=any']) {
    const board = Board.parse(JSON.parse(await text(`/api/arenas/decides/leaderboard${query}`)))
    expect(board).toMatchObject({ looks: 'any', state: 'leads', leader: first })
  }
})
