import { expect, it, describe } from 'vitest'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { smallPrint } from '../../../shared/finish/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { Visitor } from '../visitor.ts'

/** Live boards say since when their winner has stood, and how often a named winner fell. */
describe('a declared winner', () => {
  const [first, second] = NAMES as [string, string]
  /** Of two contestants, the first wins 369 of 400 votes, on 80 prompts. */
  const VOTES = Array.from({ length: 400 }, (_, n) =>
    voteOf(first, second, n % 13 === 0 ? 'right' : 'left', { prompt: `p${1 + (n % 80)}` }),
  )

  let ids: number[]
  const app = appFor({}, async () => {
    await app.import(arenaOf('standing', { names: [first, second], prompts: 80, votes: VOTES }))
    await app.settle()
    const rows = await app.sql<{ id: number }>`
    select id from votes where outcome = 'left' order by id`
    ids = rows.map(({ id }) => id)
  })

  const text = async (path: string): Promise<string> => (await app.request(path)).text()
  const boardAt = async (query = ''): Promise<Board> =>
    Board.parse(JSON.parse(await text(`/api/arenas/standing/leaderboard${query}`)))
  const saysOf = async (language: 'en' | 'de' = 'en') => smallPrint(await boardAt(), language).join(' ')

  async function moderate(verb: 'quarantine' | 'release') {
    const answer = await app.asAdmin(`/api/admin/arenas/standing/votes/${verb}`, {
      votes: ids.slice(0, 345),
      reason: 'a script',
    })
    expect(answer.status).toBe(200)
    await app.settle()
  }

  async function vote() {
    const visitor = new Visitor(app)
    await visitor.vote(await visitor.battle('standing'), 'tie')
    await app.settle()
  }

  let named: { votes: number; at: string }

  it('a winner is declared since the first board that names it', async () => {
    const { state, leader, declaredSince, computedAt } = await boardAt()
    named = { votes: 400, at: computedAt }
    expect({ state, leader, declaredSince }).toEqual({
      state: 'wins',
      leader: first,
      declaredSince: { winner: named, fell: 0 },
    })
  })

  it('the winner keeps that vote and time over later votes, and when older snapshots are deleted', async () => {
    for (const seconds of [60, 4000, 30]) {
      app.clock.advance(seconds)
      await vote()
    }
    const board = await boardAt()
    expect(board).toMatchObject({ leader: first, votes: 403, declaredSince: { winner: named, fell: 0 } })
    expect(board.computedAt).not.toBe(named.at)
    await app.sql`delete from snapshots where id < (select max(id) from snapshots)`
    await vote()
    expect(await boardAt()).toMatchObject({ votes: 404, declaredSince: { winner: named, fell: 0 } })
  })

  it('the notes of page and text give the vote and the day in UTC', async () => {
    const day = (language: string) =>
      new Date(named.at).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })
    const says = `The winner has won on every board since vote 400, ${day('en-GB')}.`
    expect(await saysOf()).toContain(says)
    expect(await saysOf('de')).toContain(`Der Sieger siegt auf jeder Tafel seit Stimme 400, ${day('de')}.`)
    for (const format of ['txt', 'md'])
      expect((await text(`/a/standing.${format}`)).replaceAll(/\s+/g, ' ')).toContain(says)
  })

  it('boards for one look, and boards that no job keeps current, have no declaredSince', async () => {
    for (const query of ['?looks=one', '?from=2000-01-01']) {
      const board = await boardAt(query)
      expect(board.leader).toBe(first)
      expect(board.declaredSince).toBeUndefined()
    }
  })

  it('a quarantine that removes the winner is recorded', async () => {
    await moderate('quarantine')
    expect(await boardAt()).toMatchObject({ leader: null, declaredSince: { winner: null, fell: 1 } })
    expect(await saysOf()).toContain('A contestant won before, and lost first place once.')
    await vote()
    expect(await boardAt()).toMatchObject({ leader: null, declaredSince: { winner: null, fell: 1 } })
  })

  it('a winner that is named again is declared since then, and its loss stays on record', async () => {
    app.clock.advance(60)
    await moderate('release')
    const { declaredSince, computedAt } = await boardAt()
    expect(declaredSince).toEqual({ winner: { votes: 405, at: computedAt }, fell: 1 })
    expect(await saysOf()).toContain('Before that, a winner lost first place once.')
  })

  it('verify ignores declaredSince, since it does not follow from the votes', async () => {
    const rows = await exportedRows(await text('/api/arenas/standing/export/votes.jsonl'))
    expect(verifyBoard(await boardAt(), rows, { version: VERSION })).toMatchObject({
      agrees: true,
      differences: [],
    })
  })

  it('a winner of boards without declaredSince is declared since their last one at the latest', async () => {
    await app.database.pool.query(`update snapshots set board = (board::jsonb - 'declaredSince')::text`)
    const before = await boardAt()
    app.clock.advance(60)
    await vote()
    expect((await boardAt()).declaredSince).toEqual({
      winner: { votes: before.votes, at: before.computedAt },
      fell: 0,
    })
  })
})
