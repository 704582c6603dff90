/** No format names a winner while some contestants with votes are not linked to it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { Board } from '../../../shared/contracts/index.ts'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'

/** The first wins about 10 of 11 votes against the second. Two others met each other only. */
const VOTES: ImportedVote[] = Array.from({ length: 400 }, (_, n) =>
  voteOf('Strong', 'Weak', (n * n + 3 * Math.floor(n / 40)) % 11 ? 'left' : 'right', {
    prompt: `p${1 + (n % 40)}`,
  }),
)
const ISLAND = ['left', 'right'].map((outcome) => voteOf('Far-a', 'Far-b', outcome as 'left' | 'right'))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const names = ['Strong', 'Weak', 'Far-a', 'Far-b']
  await importInto(app.deps, arenaOf('linked', { names, prompts: 40, votes: VOTES }))
  await importInto(app.deps, arenaOf('islands', { names, prompts: 40, votes: [...VOTES, ...ISLAND] }))
})
afterAll(() => app?.close())

const text = async (path: string) => (await (await app.request(path)).text()).replaceAll(/\s+/g, ' ')

it('a winner is named if votes link all contestants that have votes', async () => {
  const board = Board.parse(JSON.parse(await text('/api/arenas/linked/leaderboard')))
  expect(board.winner).toBe('Strong')
  expect(await text('/a/linked/badge.svg')).toContain('Strong leads')
})

it('no winner is named if some contestants are not linked: JSON, text, Markdown, badge', async () => {
  const board = Board.parse(JSON.parse(await text('/api/arenas/islands/leaderboard')))
  expect(board).toMatchObject({ winner: null, frontRunner: null })
  expect(board.deadHeatForFirst).toEqual(['Strong', 'Far-a', 'Far-b'])
  for (const path of ['/a/islands.txt', '/a/islands.md', '/a/islands/badge.svg']) {
    const shown = await text(path)
    expect([path, shown.includes('Strong leads')]).toEqual([path, false])
    expect([path, /No winner yet|dead heat/.test(shown)]).toEqual([path, true])
  }
})
