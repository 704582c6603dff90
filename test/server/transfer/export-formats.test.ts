/** Exports in the formats of other tools hold what the tables hold. */
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Board } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { importFile, jsonl, votesOf, type Row } from './formats/tools/tool-import.ts'

const said = (role: string, content: string) => ({ role, content })
const battle = (id: number, winner: string, answers: [string, string], judge = 'gpt-4'): Row => ({
  question_id: `q${id % 2}`,
  model_a: 'alpha',
  model_b: 'beta',
  winner,
  judge: [judge, 'pair-v2'],
  conversation_a: [said('user', `Question ${id % 2}?`), said('assistant', answers[0])],
  conversation_b: [said('user', `Question ${id % 2}?`), said('assistant', answers[1])],
  tstamp: 1_700_000_000 + id,
})
const BATTLES = [
  battle(0, 'model_a', ['=A0', 'B0']),
  battle(1, 'model_b', ['A1', 'B1']),
  battle(2, 'tie', ['=A0', 'B0']),
  battle(3, 'model_a', ['A1', 'B1'], 'other'),
  battle(4, 'tie (bothbad)', ['=A0', 'B0']),
]

describe('an export', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    await app.work()
    await importFile(app, 'out', 'battles.jsonl', jsonl(...BATTLES))
    await app.settle()
  })
  afterAll(() => app.close())

  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const exported = (file: string, arena = 'out') =>
    app.request(`/api/arenas/${arena}/export/${file}`, { headers })
  const lines = async (file: string) =>
    (await (await exported(file)).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)

  it.each(['votes', 'ratings', 'battles', 'preferences', 'judgements', 'facts'])(
    'of %s as Parquet has the cells of the JSON, each column of one type',
    async (kind) => {
      const query = kind === 'ratings' ? '?source=judges' : ''
      const response = await exported(`${kind}.parquet${query}`)
      expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet')
      expect(response.headers.get('content-disposition')).toContain(`out-${kind}.parquet`)
      const file = await response.arrayBuffer()
      const json = (await (await exported(`${kind}.json${query}`)).json()) as Row[]
      const metadata = parquetMetadata(file)
      expect(Number(metadata.num_rows)).toBe(json.length)
      const rows = json.length === 0 ? [] : await parquetReadObjects({ file })
      const plain = (row: Row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, cell]) => [
            key,
            typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell,
          ]),
        )
      expect(rows).toEqual(json.map(plain))
    },
  )

  it('of votes as Parquet comes back through import with the same votes', async () => {
    const file = new Uint8Array(await (await exported('votes.parquet')).arrayBuffer())
    expect((await importFile(app, 'back', 'votes.parquet', file)).result.votesAdded).toBe(5)
    const kept = (rows: Row[]) =>
      rows.map(({ question_id, winner, tstamp, judge }) => [question_id, winner, tstamp, judge])
    expect(kept(await votesOf(app, 'back'))).toEqual(kept(await votesOf(app, 'out')))
    const again = new Uint8Array(await (await exported('battles.parquet')).arrayBuffer())
    const { tool, result } = await importFile(app, 'texts', 'battles.parquet', again)
    expect(tool).toBe('Deadheat battles')
    expect(result).toMatchObject({ votesAdded: 5, promptsAdded: 2, answersAdded: 4 })
  })

  it('of ratings as LaTeX is a table, and as LMArena JSON an object by model', async () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      battle(i, ['model_a', 'model_b', 'tie'][i % 3]!, ['A', 'B'], `judge ${i}`),
    )
    await importFile(app, 'rated', 'battles.jsonl', jsonl(...many))
    const tex = await (await exported('ratings.latex?source=judges', 'rated')).text()
    expect(tex).toContain('\\begin{tabular}')
    const board = (await (await app.request('/api/arenas/rated/leaderboard?source=judges')).json()) as Board
    const json = (await (await exported('ratings.lmarena?source=judges', 'rated')).json()) as Record<
      string,
      Row
    >
    expect(Object.keys(json).sort()).toEqual(['alpha', 'beta'])
    for (const { name, rating, marginal, votes } of board.contestants)
      expect(json[name]).toMatchObject({
        rating,
        rating_q025: marginal![0],
        rating_q975: marginal![1],
        num_battles: votes,
      })
  })

  it('of preferences for DPO names the judge, as texts or as messages', async () => {
    const dpo = await lines('preferences.dpo')
    expect(dpo).toHaveLength(3)
    expect(dpo[0]).toEqual({
      prompt: 'Question 0?',
      chosen: '=A0',
      rejected: 'B0',
      question_id: 'q0',
      criterion: 'overall',
      judge: 'gpt-4',
      judge_type: 'llm',
      chosen_model: 'alpha',
      rejected_model: 'beta',
    })
    expect(dpo.map(({ judge }) => judge)).toEqual(['gpt-4', 'gpt-4', 'other'])
    const talks = await lines('preferences.conversational')
    expect(talks[1]).toMatchObject({
      prompt: [said('user', 'Question 1?')],
      chosen: [said('assistant', 'B1')],
      rejected: [said('assistant', 'A1')],
      judge: 'gpt-4',
    })
    const { tool, result } = await importFile(app, 'trained', 'dpo.jsonl', jsonl(...talks))
    expect(tool).toBe('preferences')
    expect(result).toMatchObject({ votesAdded: 3, answersAdded: 4 })
  })

  it('of battles is tests for promptfoo', async () => {
    const tests = (await (await exported('battles.promptfoo')).json()) as Row[]
    expect(tests).toMatchObject([
      { vars: { prompt: 'Question 0?' }, metadata: { preferred: 'alpha', wins: 1 } },
      { vars: { prompt: 'Question 1?' }, metadata: { wins: 1 } },
    ])
    expect(JSON.stringify(tests[0]['assert'])).toContain('=A0')
  })

  it.each(['votes.latex', 'ratings.dpo', 'preferences.promptfoo', 'facts.lmarena'])(
    'refuses %s',
    async (file) => {
      const response = await exported(file)
      expect(response.status).toBe(400)
      expect(JSON.stringify(await response.json())).toContain('Their formats are csv, json, jsonl, parquet')
    },
  )
})
