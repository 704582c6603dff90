import { afterAll, describe, expect, it } from 'vitest'
import { arenaById, arenaNamed } from '../../../server/arenas/index.ts'
import { resolveView, wholeSnapshot } from '../../../server/ratings/index.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { sentence } from '../../../shared/sentence/index.ts'
import { Watcher } from '../leaderboard/watcher.ts'
import { boardAt, castOne, wideArena, requestBoard } from './wide-arena.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { recountBoard } from '../../../server/ratings/recount-board.ts'

/** A board that takes long is preceded by its preview, and follows though votes keep coming. */
describe('the board of slow votes', () => {
  const there = wideArena()
  let watcher: Watcher
  afterAll(() => watcher?.leave())

  const next = async () => (await watcher.next())!.board

  describe('a slow board', () => {
    it('comes as a preview to its first visitor, which names no winner before the full board', async () => {
      watcher = await Watcher.of(there.address, 'wide')
      const preview = await next()
      expect(preview).toMatchObject({ preview: true, winner: null, votesSha256: '' })
      expect(sentence(preview).lead).toBe('No winner yet.')
      const board = await next()
      expect(board.votes).toBe(preview.votes)
      expect(board.contestants[0].rating).toBe(preview.contestants[0].rating)
      expect(board.winner).toBe('C001')
      expect(board.votesSha256).toMatch(/^[0-9a-f]{64}$/)
    })

    it('keeps its winner in later previews, and the full board follows though another vote comes meanwhile', async () => {
      const before = await boardAt(there)
      await castOne(there)
      const preview = await next()
      expect(preview).toMatchObject({ preview: true, votes: before.votes + 1, winner: 'C001' })
      expect(sentence(preview).lead).toBe('C001 leads.')
      const response = await there.app.request('/api/arenas/wide/leaderboard')
      expect(response.headers.get('etag')).toMatch(/^"[\w-]{27}"$/)
      const settled = await boardAt(there, '/settled')
      expect(settled.preview).toBeUndefined()
      expect(() => verifyBoard(preview, [], { version: '' })).toThrow(/preview.*settled/)
      await castOne(there)
      const seen: Board[] = []
      do seen.push(await next())
      while (seen.at(-1)!.preview || seen.at(-1)!.votes < before.votes + 2)
      const counts = seen.map(({ votes }) => votes)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      const board = seen.at(-1)!
      expect(board).toMatchObject({ votes: before.votes + 2, winner: 'C001' })
      expect(await boardAt(there)).toEqual(board)
      expect(await boardAt(there, '/settled')).toEqual(board)
    })

    it('is whole for a command, also while its preview is served', async () => {
      const { deps } = there.app
      const arena = await arenaById(deps.db, there.arena)
      const { votes } = await boardAt(there)
      await castOne(there)
      const preview = await next()
      expect(preview).toMatchObject({ preview: true, votes: votes + 1 })
      const { board } = await wholeSnapshot(deps, arena!, await resolveView(deps, arena!, {}))
      expect(JSON.parse(board)).toMatchObject({ votes: votes + 1, winner: 'C001' })
      expect(JSON.parse(board)).not.toHaveProperty('preview')
    })
  })
})

/** A board that takes long is finished however many votes keep coming. */
describe('previews while votes come', () => {
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
})
