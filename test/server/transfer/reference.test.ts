/** Real human votes on real answers, imported whole: the board is the one computed elsewhere, and it can be voted on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto, openImport, type ImportResult } from '../../../server/transfer/index.ts'
import { Board, type Warning } from '../../../shared/contracts/index.ts'
import { votesIn } from './formats/text-file.ts'
import { sentence } from '../../../shared/sentence/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { Visitor } from '../visitor.ts'

const folder = join(process.env['DEADHEAT_REFERENCE_DATA'] ?? '', 'llmfao')

describe.skipIf(!process.env['DEADHEAT_REFERENCE_DATA'])('an arena of real votes and texts', () => {
  let app: TestApp
  let result: ImportResult
  let complaints: Warning[]
  let board: Board

  beforeAll(async () => {
    app = await createTestApp()
    const { incoming, warnings } = await openImport({
      slug: 'llmfao',
      file: join(folder, 'battles_human.jsonl'),
      prompts: join(folder, 'prompts.jsonl'),
      answers: join(folder, 'outputs.jsonl'),
      strict: true,
      orders: 'merge',
      stdin: Readable.from([]),
      onProgress: () => {},
    })
    complaints = warnings
    result = await importInto(app.deps, incoming)
    await app.settle()
    board = Board.parse(await (await app.request('/api/arenas/llmfao/leaderboard')).json())
  })
  afterAll(() => app.close())

  it('has every vote, and every contestant with answers', () => {
    expect(complaints).toEqual([])
    expect(result).toMatchObject({ votesAdded: 8931, contestants: 70 })
    expect(board.contestants.map(({ status }) => status)).toEqual([
      ...Array(59).fill('rated'),
      ...Array(11).fill('unrated'),
    ])
  })

  it('has the strengths of an independent fit, as far as the weights of units leave them', () => {
    const file = readFileSync(join(folder, 'battles_human.expected.json'), 'utf8')
    const { table } = (
      JSON.parse(file) as { bt_ties_half: { table: { contestant: string; log_strength: number }[] } }
    ).bt_ties_half
    expect(table).toHaveLength(59)
    const thetas = new Map(board.contestants.map(({ name, theta }) => [name, theta]))
    for (const { contestant, log_strength } of table)
      expect(Math.abs(thetas.get(contestant)! - log_strength)).toBeLessThan(0.1)
  })

  it('has no winner because of its 13 prompts', () => {
    const { reason, ways } = board.whyNot!
    expect(board.winner).toBeNull()
    expect(reason).toBe('prompts')
    expect(ways.find(({ by }) => by === 'votes')!.votes.likely).toBeNull()
    expect(sentence(board).rest).toContain('13 prompts are probably too few to name a winner')
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
