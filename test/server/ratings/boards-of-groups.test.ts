/** The board of a group of invited people: its votes alone, and never of so few people that one could be recognised. */
import { expect, it } from 'vitest'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { invitedPerson } from '../invited.ts'
import { problemOf, Visitor } from '../visitor.ts'

const ARENA = '/api/arenas/grouped'
const app = appFor({}, async () => {
  await app.import(arenaOf('grouped', { prompts: 20, categories: ['one', 'two'] }))
})

/** A person of the group casts so many votes, all for the left answer. */
async function votesIn(group: string, votes: number): Promise<Visitor> {
  const { person } = await invitedPerson(app, 'grouped', 'Somebody', group)
  for (let i = 0; i < votes; i++) await person.vote(await person.battle('grouped'), 'left')
  return person
}

const boardOf = (query: string) => app.read(Board, `${ARENA}/leaderboard${query}`)
const groups = async () => (await app.json<{ groups?: string[] }>(ARENA)).groups ?? []

it('A group has a board once three of its people have counted votes', async () => {
  const anybody = new Visitor(app)
  for (let i = 0; i < 5; i++) await anybody.vote(await anybody.battle('grouped'), 'left')
  for (let people = 1; people <= 3; people++) {
    expect(await groups()).toEqual([])
    await expect(app.request(`${ARENA}/leaderboard?group=experts`)).toBeProblem(400, 'invalid_request')
    await votesIn('experts', 4)
  }
  expect(await groups()).toEqual(['experts'])
  const ofGroup = await boardOf('?group=experts')
  expect([ofGroup.votes, ofGroup.voters, ofGroup.view.group]).toEqual([12, 3, 'experts'])
  const ofAll = await boardOf('')
  expect([ofAll.votes, ofAll.view.group]).toEqual([17, undefined])
})

it('Its board follows new votes, equals a count from the database, and is verified from its export', async () => {
  await boardOf('?group=experts')
  await votesIn('experts', 3)
  await votesIn('crowd', 3)
  const board = await boardOf('?group=experts')
  expect([board.votes, board.voters, board.looks]).toEqual([15, 4, 'any'])
  const arena = await app.arena('grouped')
  const view = await resolveView(app.deps, arena, { group: 'experts' })
  expect(await recountBoard(app.deps, arena, view, board)).toEqual(board)
  const rowsOf = async (query: string) => exportedRows(await app.text(`${ARENA}/export/votes.jsonl${query}`))
  const own = await rowsOf('?group=experts')
  expect(own).toHaveLength(15)
  expect(verifyBoard(board, own, { version: VERSION })).toMatchObject({ agrees: true, differences: [] })
  expect(verifyBoard(board, await rowsOf(''), { version: VERSION }).agrees).toBe(false)
})

it('Text, picture and badge of its board name the group, and its pairs are its own', async () => {
  const textAt = async (path: string) => (await app.request(path)).text()
  expect(await textAt('/a/grouped.txt?group=experts')).toContain('15 votes (source people, group experts)')
  expect(await textAt('/a/grouped/badge.svg?group=experts')).toContain('experts')
  expect(await textAt('/a/grouped/plate.svg?group=experts')).toContain('experts')
  const met = await app.json<{
    pairs: { wins: number; losses: number; ties: number }[]
  }>(`${ARENA}/head-to-head?group=experts`)
  expect(met.pairs.reduce((sum, { wins, losses, ties }) => sum + wins + losses + ties, 0)).toBe(15)
})

it('Nothing narrows the board of a group down to fewer people', async () => {
  for (const more of ['category=one', 'from=2026-01-01', 'to=2026-12-31', 'source=all'])
    expect([more, await problemOf(await app.request(`${ARENA}/leaderboard?group=experts&${more}`))]).toEqual([
      more,
      [400, 'invalid_request'],
    ])
  await expect(app.request(`${ARENA}/export/votes.csv?group=crowd`)).toBeProblem(400, 'invalid_request')
})
