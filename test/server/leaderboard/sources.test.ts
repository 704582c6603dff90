/** Whose votes a board counts, and which it takes when nobody says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/exchange/index.ts'
import type { ImportedVote } from '../../../server/exchange/import/arena-import.ts'
import { Board, type ArenaDetail, type VoteSource } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]

/** So many votes by one voter, each source with a count that no other has. */
const votesBy = (source: VoteSource, voter: string, count: number): ImportedVote[] =>
  Array.from({ length: count }, (_, n) =>
    voteOf(first, n % 2 === 0 ? second : third, n % 3 === 0 ? 'right' : 'left', {
      source,
      voter,
      prompt: `p${1 + (n % 4)}`,
    }),
  )

describe('the source of a board', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    await app.work()
    await importInto(app.deps, arenaOf('mixed'))
  })
  afterAll(() => app.close())

  const add = async (votes: ImportedVote[]) => {
    await importInto(app.deps, arenaOf('mixed', { votes }))
    await app.settle()
  }
  const board = async (query = '') => {
    const response = await app.request(`/api/arenas/mixed/leaderboard${query}`)
    return Board.strict().parse(await response.json())
  }
  const detail = async () => (await (await app.request('/api/arenas/mixed')).json()) as ArenaDetail
  const codes = ({ warnings }: Board) => warnings.map(({ code }) => code)

  it('is humans while there are no votes', async () => {
    const empty = await board()
    expect(empty).toMatchObject({ arena: 'mixed', votes: 0, winner: null, view: { source: 'humans' } })
    expect(empty.contestants.map(({ status }) => status)).toEqual(['unrated', 'unrated', 'unrated'])
    expect(codes(empty)).toEqual(['no_votes'])
    expect(await detail()).toMatchObject({ votes: 0, sources: [], defaultSource: null })
  })

  it('is simulated where all votes are, and no other view counts them', async () => {
    await add(votesBy('simulated', 'simulated-1', 40))
    expect(await board()).toMatchObject({ votes: 40, view: { source: 'simulated' } })
    for (const source of ['humans', 'judges', 'all']) expect((await board(`?source=${source}`)).votes).toBe(0)
    expect(await detail()).toMatchObject({
      votes: 0,
      simulatedVotes: 40,
      sources: [{ source: 'simulated', kind: 'simulated', votes: 40 }],
      defaultSource: 'simulated',
    })
  })

  it('is everything real once there are recorded results', async () => {
    await add(votesBy('result', 'season', 3))
    expect(await board()).toMatchObject({ votes: 3, view: { source: 'all' } })
    expect(await detail()).toMatchObject({ votes: 3, defaultSource: 'all' })
  })

  it('is judges once there are any, all of them together or one alone', async () => {
    await add([...votesBy('judge', 'critic', 5), ...votesBy('judge', 'référée 2', 8)])
    const judges = await board()
    expect(judges).toMatchObject({ votes: 13, view: { source: 'judges' } })
    expect(judges.warnings).toContainEqual({
      code: 'uncalibrated_judge',
      message: 'By judges nobody has checked against humans: critic, référée 2.',
    })
    const one = await board(`?source=${encodeURIComponent('judge:référée 2')}`)
    expect(one).toMatchObject({ votes: 8, view: { source: 'judge:référée 2' } })
    expect(codes(one)).toContain('uncalibrated_judge')
  })

  it('is humans once there are any', async () => {
    await add(votesBy('human', 'somebody', 11))
    const humans = await board()
    expect(humans).toMatchObject({ votes: 11, view: { source: 'humans' } })
    expect(codes(humans)).not.toContain('uncalibrated_judge')
    expect(codes(humans)).not.toContain('mixed_sources')
  })

  it('can be all real votes together, but for those of judges that nobody checked, and still without simulated ones', async () => {
    const all = await board('?source=all')
    expect(all).toMatchObject({ votes: 3 + 11, view: { source: 'all', judges: { only: [] } } })
    expect(all.warnings).toContainEqual({
      code: 'judge_left_out',
      message:
        'Left out, as only calibrated judges count beside people: critic (not checked yet), référée 2 (not checked yet).',
      count: 2,
    })
    expect((await board('?source=simulated')).votes).toBe(40)
    expect((await detail()).sources.map(({ source, votes }) => [source, votes])).toEqual([
      ['humans', 11],
      ['judge:critic', 5],
      ['judge:référée 2', 8],
      ['judges', 13],
      ['all', 14],
      ['simulated', 40],
    ])
  })

  it.each(['robots', 'human', 'judge:', 'judge:nobody', 'judge:somebody', 'powered'])(
    'cannot be %s',
    async (source) => {
      const response = await app.request(`/api/arenas/mixed/leaderboard?source=${encodeURIComponent(source)}`)
      expect(await problemOf(response)).toEqual([400, 'invalid_request'])
    },
  )
})
