/** The default unit of resampling, and for whom the board then speaks. */
import { describe, expect, it } from 'vitest'
import { Board } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { RatedVote } from '../../../shared/votes/vote-table.ts'
import { clusterVotes } from '../../../server/comparisons/assess-criteria.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import type { BoardOptions } from '../../../server/ratings/boards/assemble-board.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { boardOf as boardBy, vote } from './boards.ts'

/** 240 votes; what is given of vote number n. */
const votesOf = (fieldsOf: (n: number) => Partial<RatedVote>) =>
  Array.from({ length: 240 }, (_, n) =>
    vote(String(n).padStart(3, '0'), { outcome: n % 3 ? 'left' : 'right', ...fieldsOf(n) }),
  )
const prompt = (n: number) => `p${n % 24}`
const fileOf = (source: string) => ({
  view: { source, criterion: null, category: null, from: null, to: null },
})

const boardOf = (votes: readonly RatedVote[], options: Partial<BoardOptions> = {}) =>
  boardBy(votes, { ...fileOf('people'), ...options })

describe('the unit of resampling', () => {
  it.each([
    ['both', null, 'prompts and enough voters', (n: number) => ({ prompt: prompt(n), voter: `v${n % 31}` })],
    ['voter', null, 'voters and no prompts', (n: number) => ({ voter: `v${n % 31}` })],
    ['both', null, 'prompts of one vote each', (n: number) => ({ prompt: `p${n}`, voter: `v${n % 31}` })],
    ['both', null, 'voters of one vote each', (n: number) => ({ prompt: prompt(n), voter: `v${n}` })],
    ['prompt', 'these_people', 'too few voters', (n: number) => ({ prompt: prompt(n), voter: `v${n % 7}` })],
    [
      'both',
      null,
      'voters of whom one casts half of all votes',
      (n: number) => ({ prompt: prompt(n), voter: n % 2 ? 'one' : `v${n % 40}` }),
    ],
    ['prompt', null, 'prompts and no voters', (n: number) => ({ prompt: prompt(n) })],
    [
      'both',
      null,
      'a third of the votes with a voter',
      (n: number) => ({ prompt: prompt(n), voter: n % 3 ? null : `v${n % 20}` }),
    ],
    [
      'prompt',
      'these_people',
      'few votes with a voter, by few voters',
      (n: number) => ({ prompt: prompt(n), voter: n % 3 ? null : `v${n % 6}` }),
    ],
    ['vote', 'these_people', 'too few voters and no prompts', (n: number) => ({ voter: `v${n % 3}` })],
  ])('is %s, and the board speaks for %s alone, with %s', (cluster, speaksFor, _, fieldsOf) => {
    const board = boardOf(votesOf(fieldsOf))
    expect([board.cluster, board.speaksFor]).toEqual([cluster, speaksFor])
  })

  it('is the prompt for judges, and for people and judges together', () => {
    const votes = votesOf((n) => ({ prompt: prompt(n), voter: n === 0 ? null : `v${n % 31}` }))
    for (const source of ['judges', 'judge:strict', 'all'])
      expect(boardOf(votes, fileOf(source))).toMatchObject({
        cluster: 'prompt',
        units: ['prompt'],
        speaksFor: null,
      })
  })

  it('is the voter where people are many and prompts few', () => {
    const board = boardOf(votesOf((n) => ({ prompt: `p${n % 3}`, voter: `v${n % 31}` })))
    expect(board).toMatchObject({ units: ['voter'], speaksFor: 'these_prompts' })
  })

  it('a requested unit does not change whom the board speaks for', () => {
    const few = votesOf((n) => ({ prompt: prompt(n), voter: `v${n % 3}` }))
    expect(boardOf(few, { cluster: 'both' })).toMatchObject({
      units: ['prompt', 'voter'],
      speaksFor: 'these_people',
    })
  })
})

it('few prompts are a warning wherever a board has intervals, also those of endless rounds', () => {
  const few = votesOf((n) => ({ prompt: `p${n % 5}` }))
  const warnings = (options: Partial<BoardOptions>) =>
    boardOf(few, options).warnings.flatMap(({ code }) => (code === 'few_units' ? code : []))
  expect(warnings({ rounds: 50 })).toEqual(['few_units'])
  expect(warnings({ rounds: 0 })).toEqual(['few_units'])
  expect(warnings({ rounds: 0, intervals: 'classic' })).toEqual([])
})

it('a few prompts with most votes cause the warning of few prompts', () => {
  const board = boardOf(votesOf((n) => ({ prompt: n % 12 ? `p${n % 3}` : `p${n}` })))
  const [warning] = board.warnings.filter(({ code }) => code === 'few_units')
  expect(warning?.count).toBeLessThan(10)
  expect(warning?.message).toMatch(/^Most votes are on a few of \d+ prompts, which count as \d\./)
})

it('a voter with most votes is named with its weight, and does not make voters few', () => {
  const fields = (n: number) => ({ prompt: prompt(Math.floor(n / 4)), voter: n % 4 ? 'busy' : `v${n}` })
  const warnings = (options: Partial<BoardOptions> = {}) =>
    boardOf(votesOf(fields), options).warnings.filter(({ code }) => /busy|few/.test(code))

  expect(warnings()).toMatchObject([{ code: 'busy_voter', count: 180 }])
  expect(warnings()[0].message).toMatch(
    /^One voter cast 180 of the 240 votes\. They have [1-4]\d % of the weight/,
  )
  expect(warnings({ weights: 'votes' }).map(({ code }) => code)).not.toContain('busy_voter')
})

// Groups of prompts, which are the units in place of prompts.

const JUDGES = fileOf('judges')

/** Four votes on each of 100 prompts of 10 documents. The contestants are equal, but each document favours one (sd 1 logit). */
function votesOnDocuments(seed: number): RatedVote[] {
  const random = new RandomStream(seed, 0)
  const normal = () => Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform())
  const favours = Array.from({ length: 10 }, normal)
  return Array.from({ length: 400 }, (_, i) =>
    vote(String(i), {
      outcome: random.uniform() < 1 / (1 + Math.exp(-favours[i % 10])) ? 'left' : 'right',
      prompt: `p${i % 100}`,
      promptGroup: `d${i % 10}`,
    }),
  )
}

const withoutGroups = (votes: RatedVote[]) => votes.map(({ promptGroup: _, ...one }) => one)

it('many prompts of few documents name a winner among equals as rarely as promised', () => {
  let [byPrompt, byGroup] = [0, 0]
  for (let seed = 1; seed <= 100; seed++) {
    const votes = votesOnDocuments(seed)
    byPrompt += Number(boardOf(withoutGroups(votes), JUDGES).leader !== null)
    byGroup += Number(boardOf(votes, JUDGES).leader !== null)
  }
  expect(byPrompt).toBeGreaterThan(25)
  // of 100 boards with 5 % false each, 11 or more are false in one of 100 cases
  expect(byGroup).toBeLessThanOrEqual(10)
})

it('a group counts as a prompt that all its votes are on, and no prompt is mistaken for a group', () => {
  const votes = votesOnDocuments(1).map((one, i) =>
    // some prompts stand alone, one of them under the name of a group
    i % 100 < 20 ? { ...one, prompt: i % 100 === 0 ? 'd3' : one.prompt, promptGroup: null } : one,
  )
  const board = boardOf(votes, JUDGES)
  const merged = votes.map(({ promptGroup, ...one }) => ({
    ...one,
    prompt: promptGroup ? `group:${promptGroup}` : `prompt:${one.prompt}`,
  }))
  const { groups, ...rest } = board
  expect([board.prompts, groups, board.cluster]).toEqual([100, 30, 'prompt'])
  expect({ ...rest, prompts: 30 }).toEqual(boardOf(merged.toReversed(), JUDGES))
  expect(boardOf(votes, { ...JUDGES, cluster: 'vote' }).groups).toBeUndefined()
})

it('a comparison of two has the same units', () => {
  const on = (promptKey: string, promptGroup: string | null) => ({ promptKey, promptGroup, voter: null })
  expect(clusterVotes([on('1', '3'), on('2', '3'), on('3', null), on('3', null)])).toMatchObject({
    cluster: 'prompt',
    isGrouped: true,
    unit: [0, 0, 1, 1],
  })
  expect(clusterVotes([on('1', null), on('2', null), on('2', null)]).isGrouped).toBe(false)
})

describe('an arena with groups', () => {
  const app = appFor({}, async () => {
    const random = new RandomStream(7, 0)
    const below = (limit: number) => random.next() % limit
    const votes = Array.from({ length: 900 }, (_, i) => {
      const [left, prompt] = [below(3), 1 + below(30)]
      const right = (left + 1 + below(2)) % 3
      // judges that agree with people count
      const isLeft = left < right === below(8) > 0
      const more = {
        prompt: prompt === 30 && i % 2 === 0 ? null : `p${prompt}`,
        promptGroup: prompt < 25 ? `p${prompt % 7}` : null,
        category: prompt < 25 ? 'grouped' : 'alone',
        voter: i % 3 === 0 ? `judge-${below(4)}` : i % 3 === 1 ? `person-${below(40)}` : null,
        source: i % 3 === 0 ? ('judge' as const) : ('human' as const),
      }
      return voteOf(NAMES[left], NAMES[right], isLeft ? 'left' : 'right', more)
    })
    await app.import(arenaOf('documents', { prompts: 30, votes }))
    await app.settle()
  })

  const ARENA = '/api/arenas/documents'
  const boardAt = (query: string) => app.read(Board, `${ARENA}/leaderboard?${query}`)

  it.each([
    ['source=people', 30, 13],
    ['source=judges', 30, 13],
    ['source=judges&category=grouped', 24, 7],
    ['source=people&category=alone', 6, undefined],
  ])(
    'has the same board from its store, its database and its export (%s)',
    async (query, prompts, groups) => {
      const board = await boardAt(query)
      if (prompts) expect([board.prompts, board.groups]).toEqual([prompts, groups])
      else expect(board.groups).toBeGreaterThan(7)
      const arena = await app.arena('documents')
      const request = Object.fromEntries(new URLSearchParams(query))
      const view = await resolveView(app.deps, arena, request)
      const { warnings: _, ...recounted } = await recountBoard(app.deps, arena, view, board)
      const { warnings: __, ...served } = board
      expect(recounted).toEqual(served)
      const rows = await exportedRows(await app.text(`${ARENA}/export/votes.jsonl?${query}`))
      expect(verifyBoard(board, rows, { version: VERSION })).toMatchObject({ agrees: true, differences: [] })
    },
  )

  it('has another board once its prompts are in other groups', async () => {
    const before = await boardAt('source=judges')
    const reports = await app.request(`${ARENA}/reports?source=judges`)
    expect(await reports.json()).toMatchObject({ cluster: 'prompt', groups: 13 })
    const named = arenaOf('documents', { prompts: 30 })
    const prompts = named.prompts.map((prompt) => ({ ...prompt, promptGroup: 'all' }))
    await app.import({ ...named, prompts })
    await app.settle()
    const after = await boardAt('source=judges')
    expect([before.groups, after.groups, after.prompts]).toEqual([13, 1, 30])
    expect(after.votesSha256).not.toBe(before.votesSha256)
    await app.import(named)
    expect((await boardAt('source=judges')).groups).toBe(1)
  })
})
