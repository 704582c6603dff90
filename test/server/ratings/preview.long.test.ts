/** A board that takes long is finished however many votes keep coming. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { boardAt, castOne, requestBoard, wideArena } from './wide-arena.ts'

const there = wideArena()

it('a slow board is finished while votes keep coming, and an older board never replaces a newer one', async () => {
  const { app } = there
  await requestBoard(there)
  await app.settle()
  const settled = new Set<number>()
  const served: number[] = []
  const { votes } = await boardAt(there)
  for (let n = 0; n < 2000 && settled.size < 3; n++) {
    await castOne(there)
    served.push((await boardAt(there)).votes)
    settled.add((await boardAt(there, '/settled')).votes)
    await sleep(20)
  }
  expect(settled.size).toBe(3)
  expect(served).toEqual([...served].sort((a, b) => a - b))
  await requestBoard(there)
  await app.settle()
  const board = await boardAt(there)
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
