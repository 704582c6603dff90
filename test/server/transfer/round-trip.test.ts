/** What was exported and is read again is the same board, in whatever format and by whichever way. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseVotes } from '../../../server/transfer/formats/choose-votes.ts'
import { FileVotes } from '../../../server/transfer/formats/file-votes.ts'
import { importFiles } from '../../support/import-files.ts'
import { importInto, type ImportResult } from '../../../server/transfer/index.ts'
import { computeBoard } from '../../../server/ratings/compute-board.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { Board, type Outcome, type Warning } from '../../../shared/contracts/index.ts'
import { votesIn } from './formats/text-file.ts'
import { appFor } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { readFileSync } from 'node:fs'

const NAMES = ['=1+1', 'Ünïcode 🐎', 'with, comma', 'with "quotes"', "o'clock"]
const OUTCOMES: Outcome[] = ['left', 'left', 'right', 'tie', 'both_bad']
/** More than an export reads at a time. */
const COUNT = 4100

describe('exported votes, read again', () => {
  let served: Board
  const app = appFor({}, async () => {
    await app.work()
    const random = new RandomStream(31, 0)
    const below = (limit: number) => random.next() % limit
    const votes = Array.from({ length: COUNT }, () => {
      const left = below(5)
      const right = (left + 1 + below(4)) % 5
      const more = { prompt: `@p${below(30)}`, voter: `-v${below(50)}` }
      return voteOf(NAMES[left], NAMES[right], OUTCOMES[below(5)], more)
    })
    const simulated = voteOf(NAMES[0], NAMES[1], 'right', { source: 'simulated', voter: 'simulated-1' })
    await importInto(app.deps, arenaOf('trip', { names: NAMES, votes: [...votes, simulated] }))
    const visitor = new Visitor(app)
    const [counted, regretted] = [await visitor.battle('trip'), await visitor.battle('trip')]
    await visitor.vote(counted, 'right')
    await visitor.choose(regretted, 'left')
    await visitor.takeBack(regretted)
    await app.settle()
    served = Board.parse(await (await app.request('/api/arenas/trip/leaderboard')).json())
  })

  const exported = async (format: string) =>
    (await app.request(`/api/arenas/trip/export/votes.${format}`)).text()
  const numbers = ({
    contestants,
    state,
    leader,
    deadHeat,
    clearBy,
    votesSha256,
    votes,
    cluster,
  }: Board) => ({
    contestants: contestants.map(({ name, rating, interval, place, wins }) => {
      return { name, rating, interval, place, wins }
    }),
    state,
    leader,
    deadHeat,
    clearBy,
    votesSha256,
    votes,
    cluster,
  })

  it.each(['csv', 'json', 'jsonl'])('as %s make the same board, to the last digit', async (format) => {
    const { votes: rows, warning } = await votesIn(await exported(format))
    expect(warning).toBeNull()
    const choice = {
      criterion: null,
      category: null,
      source: 'people',
      judge: null,
      orders: 'merge',
    } as const
    const { votes, view } = chooseVotes(FileVotes.of(rows), choice)
    expect(votes.votes).toBe(COUNT + 1)
    const board = computeBoard(votes, {
      arena: null,
      view,
      rounds: served.rounds,
      seed: served.seed,
      looks: served.looks,
      computedAt: served.computedAt,
      version: served.version,
    })
    expect(numbers(board)).toEqual(numbers(served))
  })

  it('into another arena make the same ratings there, and adding them again adds nothing', async () => {
    const file = join(await temporaryFolder(), 'votes.csv')
    await writeFile(file, await exported('csv'))
    const read = () => importFiles(app.deps, { slug: 'copy', file, strict: true })
    const { result, warnings } = await read()
    expect(result).toMatchObject({ votesAdded: COUNT + 2, votesAlreadyThere: 0 })
    expect(warnings).toEqual([])
    await app.settle()
    const copy = Board.parse(await (await app.request('/api/arenas/copy/leaderboard')).json())
    const ratings = (board: Board) =>
      numbers(board).contestants.map(({ name, rating, wins }) => ({ name, rating, wins }))
    expect(ratings(copy)).toEqual(ratings(served))
    expect((await read()).result).toMatchObject({ votesAdded: 0, votesAlreadyThere: COUNT + 2 })
  })
})

/** Real human votes on real answers, imported whole: the board is the one computed elsewhere, and it can be voted on. */
const folder = join(process.env['DEADHEAT_REFERENCE_DATA'] ?? '', 'llmfao')

describe.skipIf(!process.env['DEADHEAT_REFERENCE_DATA'])('an arena of real votes and texts', () => {
  let result: ImportResult
  let complaints: Warning[]
  let board: Board
  const app = appFor({}, async () => {
    const { result: imported, warnings } = await importFiles(app.deps, {
      slug: 'llmfao',
      file: join(folder, 'battles_human.jsonl'),
      prompts: join(folder, 'prompts.jsonl'),
      answers: join(folder, 'outputs.jsonl'),
      strict: true,
    })
    complaints = warnings
    result = imported
    await app.settle()
    board = Board.parse(await (await app.request('/api/arenas/llmfao/leaderboard')).json())
  })

  it('has every vote, and every contestant with answers', () => {
    expect(complaints).toEqual([])
    expect(result).toMatchObject({ votesAdded: 8931, contestants: 70 })
    expect(board.contestants.map(({ status }) => status)).toEqual([
      ...Array(59).fill('rated'),
      ...Array(11).fill('not_linked'),
    ])
  })

  it('has a dead heat, and says what would part it', () => {
    expect(board).toMatchObject({ state: 'dead_heat', leader: null, prompts: 13 })
    expect(board.deadHeat.length).toBeGreaterThan(1)
    expect(board.deadHeat.length).toBeLessThan(59)
  })

  it('is exported with the votes that were imported', async () => {
    const { votes } = await votesIn(await (await app.request('/api/arenas/llmfao/export/votes.jsonl')).text())
    const { votes: original } = await votesIn(readFileSync(join(folder, 'battles_human.jsonl')))
    const columnsOf = (rows: typeof votes) =>
      rows.map(({ modelA, modelB, winner, questionId, judge }) => [modelA, modelB, winner, questionId, judge])
    expect(columnsOf(votes)).toEqual(columnsOf(original))
  })

  it('can be voted on', async () => {
    const visitor = new Visitor(app)
    const shown = await visitor.battle('llmfao')
    expect(shown.battle.left.text).not.toBe(shown.battle.right.text)
    expect((await visitor.vote(shown, 'left')).status).toBe(201)
  })
})
