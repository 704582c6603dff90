import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { boardAt, castOne, requestBoard, wideArena } from './wide-arena.ts'

const there = wideArena()

it('a slow board follows while votes keep coming, and an older board never replaces a newer one', async () => {
  const { app } = there
  await requestBoard(there)
  await app.settle()
  const first = await boardAt(there)
  expect(first.winner).toBe('C001')
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
  const row = await arenaNamed(app.deps.db, 'wide')
  const view = await resolveView(app.deps, row, {})
  expect(board).toEqual(await recountBoard(app.deps, row, view, board))
})
