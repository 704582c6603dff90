/** What goes out as files: every format reads back to the same facts. */
import { parse } from 'csv-parse/sync'
import { describe, expect, it, test } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { Board, type Outcome } from '../../../shared/contracts/index.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { importFile, jsonl, votesOf, type Row } from './formats/tools/tool-import.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const NAMES = ['=SUM(A1:A9)', '+plus, "quoted"', '-minus', '@at'] as const
const [sum, plus, minus] = NAMES
const OUTCOMES: Outcome[] = ['left', 'right', 'tie', 'both_bad']

describe('an export', () => {
  const app = appFor({}, async () => {
    const castAt = new Date('2024-04-01T08:00:00.250Z')
    const humans = OUTCOMES.map((outcome, i) =>
      voteOf(NAMES[i], NAMES[(i + 1) % 4], outcome, { voter: `=v${i}`, prompt: `p${i + 1}`, castAt }),
    )
    const others = [
      voteOf(sum, plus, 'left', { source: 'judge', voter: 'critic', prompt: '-p' }),
      voteOf(sum, plus, 'tie', { source: 'judge', voter: 'referee', inconsistent: true }),
      voteOf(plus, sum, 'left', { source: 'result', prompt: null }),
      voteOf(plus, sum, 'left', { source: 'simulated', voter: 'simulated-1', criterion: 'kind' }),
    ]
    const arena = { criteria: ['helpful', 'kind'] }
    await importInto(
      app.deps,
      arenaOf('out', {
        names: [...NAMES],
        arena,
        categories: ['odd', 'even'],
        votes: [...humans, ...others],
      }),
    )
  })

  const get = (file: string) => app.request(`/api/arenas/out/export/${file}`)
  const text = async (file: string) => (await get(file)).text()
  const read: Record<string, (text: string) => Row[]> = {
    csv: (text) => parse(text, { columns: true }),
    json: (text) => JSON.parse(text),
    jsonl: (text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }

  it('of votes has the battle columns and ours, and labels each vote with its source', async () => {
    const rows = read['json'](await text('votes.json'))
    expect(rows.map(({ winner }) => winner)).toEqual([
      'model_a',
      'model_b',
      'tie',
      'tie (bothbad)',
      'model_a',
      'tie (inconsistent)',
      'model_a',
      'model_a',
    ])
    expect(rows.map(({ judge_type }) => judge_type)).toEqual([
      ...Array(4).fill('human'),
      'llm',
      'llm',
      'result',
      'simulated',
    ])
    expect(rows[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      question_id: 'p2',
      model_a: plus,
      model_b: minus,
      winner: 'model_b',
      judge: '=v1',
      judge_type: 'human',
      criterion: 'helpful',
      category: 'odd',
      anony: true,
      tstamp: 1711958400.25,
      group: null,
      sample_a: 1,
      sample_b: 1,
      pair_probability: null,
      seconds: null,
    })
    expect(rows[6]).toMatchObject({ question_id: null, category: null })
  })

  it.each(['votes', 'ratings'])('of %s has the same content in every format', async (what) => {
    const json = read['json'](await text(`${what}.json`))
    const withoutNulls = json.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null)),
    )
    expect(read['jsonl'](await text(`${what}.jsonl`))).toEqual(withoutNulls)
    const csv = read['csv'](await text(`${what}.csv`))
    const unescaped = (cell: unknown) => String(cell).replace(/^'(?=[=+\-@])/, '')
    expect(csv.map((row) => Object.values(row).map(unescaped))).toEqual(
      json.map((row) => Object.values(row).map((cell) => String(cell ?? ''))),
    )
    expect(Object.keys(csv[0])).toEqual(Object.keys(json[0]))
  })

  it('as CSV has no cell that a spreadsheet would run as a formula, and numbers stay numbers', async () => {
    for (const what of ['votes', 'ratings']) {
      const cells = read['csv'](await text(`${what}.csv`)).flatMap((row) => Object.values(row) as string[])
      expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([])
      for (const cell of cells.filter((one) => one.startsWith('-'))) expect(Number(cell)).not.toBeNaN()
      expect(cells).toContain("'=SUM(A1:A9)")
    }
    expect(read['csv'](await text('votes.csv')).map(({ judge }) => judge)).toContain("'=v0")
  })

  it('of ratings is the board', async () => {
    const board = Board.parse(await (await app.request('/api/arenas/out/leaderboard')).json())
    const rows = read['json'](await text('ratings.json'))
    expect(rows).toHaveLength(4)
    rows.forEach((row, i) => {
      const one = board.contestants[i]
      expect(row).toMatchObject({
        model: one.name,
        rating: one.rating,
        rating_lower: one.interval?.[0] ?? null,
        rating_upper: one.interval?.[1] ?? null,
        place_best: one.place?.[0] ?? null,
        place_worst: one.place?.[1] ?? null,
        win_rate: one.winRate,
        votes: one.votes,
        status: one.status,
        source: 'people',
      })
    })
  })

  it.each([
    ['source=people', 4],
    ['source=judges', 2],
    ['source=judge:critic', 1],
    // the judges are not measured
    ['source=all', 5],
    ['source=all&criterion=kind', 0],
    ['source=simulated', 0],
    ['source=simulated&criterion=kind', 1],
    ['category=odd', 2],
    ['to=2024-04-01', 4],
  ])('narrowed by %s has the votes that the board counts', async (query, count) => {
    expect(read['json'](await text(`votes.json?${query}`))).toHaveLength(count)
    const board = await (await app.request(`/api/arenas/out/leaderboard?${query}`)).json()
    expect(Board.parse(board).votes).toBe(count)
  })

  it('leaves out retracted votes', async () => {
    const visitor = new Visitor(app)
    const shown = await visitor.battle('out')
    const ids = async () => read['json'](await text('votes.json')).map(({ id }) => id)
    const before = await ids()
    await visitor.choose(shown, 'left')
    await visitor.takeBack(shown)
    expect(await ids()).toEqual(before)
    await visitor.vote(await visitor.battle('out'), 'left')
    expect(await ids()).toHaveLength(before.length + 1)
  })

  it('states its content type and its file name', async () => {
    const { headers } = await get('votes.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="out-votes.csv"')
    expect((await get('ratings.jsonl')).headers.get('content-type')).toContain('ndjson')
  })

  it('of an arena without votes is well formed', async () => {
    await importInto(app.deps, arenaOf('none'))
    const empty = async (file: string) => (await app.request(`/api/arenas/none/export/${file}`)).text()
    expect(JSON.parse(await empty('votes.json'))).toEqual([])
    expect(await empty('votes.jsonl')).toBe('')
    expect(await empty('votes.csv')).toMatch(/^id,question_id,model_a,model_b,winner,.*\n$/)
    expect(JSON.parse(await empty('ratings.json'))).toHaveLength(3)
  })

  it.each(['votes', 'votes.', 'votes.xlsx', 'answers.csv', '.csv', 'votes.csv.csv'])(
    'named %s does not exist',
    async (file) => {
      expect(await problemOf(await get(file))).toEqual([404, 'not_found'])
    },
  )
})

/** Exports in the formats of other tools hold what the tables hold. */
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

describe('an export in the format of another tool', () => {
  const app = appFor({}, async () => {
    await app.work()
    await importFile(app, 'out', 'battles.jsonl', jsonl(...BATTLES))
    await app.settle()
  })

  const exported = (file: string, arena = 'out') => app.asAdmin(`/api/arenas/${arena}/export/${file}`)
  const lines = async (file: string) =>
    (await (await exported(file)).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)

  it.each(['votes', 'ratings', 'battles', 'preferences', 'judgements'])(
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

  it('of preferences names the judge, and comes back through import', async () => {
    const preferences = await lines('preferences.jsonl')
    expect(preferences).toHaveLength(3)
    expect(preferences[0]).toEqual({
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
    expect(preferences.map(({ judge }) => judge)).toEqual(['gpt-4', 'gpt-4', 'other'])
    const { tool, result } = await importFile(app, 'trained', 'preferences.jsonl', jsonl(...preferences))
    expect(tool).toBe('preferences')
    expect(result).toMatchObject({ votesAdded: 3, answersAdded: 4 })
  })
})

/** Battles, preferences and judgements as files: texts with names only where they may stand together. */
const rig = withModels()

const get = (slug: string, file: string, headers = {}) =>
  rig.app.request(`/api/arenas/${slug}/export/${file}`, { headers })
const rowsOf = async (slug: string, file: string, headers = {}) =>
  (await (await get(slug, file, headers)).json()) as Row[]

/** Judged by alphabet; a person prefers birch on p1 and p2; p2 was retired long ago. */
async function votedOn(slug: string): Promise<Arena> {
  const contestants = ['amber', 'birch']
  const arena = await rig.judged({ slug, answered: true, contestants, prompts: 2 })
  const votes = ['p1', 'p2'].map((prompt) => voteOf('birch', 'amber', 'left', { prompt, voter: 'ann' }))
  votes.push(voteOf('birch', 'amber', 'tie', { prompt: 'p2', voter: 'ben' }))
  await importInto(rig.app.deps, { arena: { slug }, contestants: [], prompts: [], answers: [], votes })
  await rig.app.deps.db
    .updateTable('prompts')
    .set({ retired_at: new Date(Date.now() - 3_600_000), retired_by: 'admin' })
    .where('arena_id', '=', arena.id)
    .where('key', '=', 'p2')
    .execute()
  return arena
}

test('battles contain the texts of prompts that are no longer voted on, and all texts for the admin', async () => {
  await votedOn('battles')
  const rows = await rowsOf('battles', 'battles.json')
  expect(rows).toHaveLength(5)
  for (const { question_id, prompt, answer_a, model_a, judge, judge_type, reason } of rows) {
    const isOut = question_id === 'p2'
    expect(prompt).toBe(isOut ? 'Question 2?' : null)
    expect(answer_a).toBe(isOut ? `${String(model_a)} on 2` : null)
    expect(judge).toBe(judge_type === 'llm' ? 'judge 1' : null)
    expect(reason).toEqual(isOut && judge_type === 'llm' ? expect.stringContaining('It is.') : null)
  }
  expect(JSON.stringify(rows)).not.toMatch(/ann|ben/)
  const all = await rowsOf('battles', 'battles.json', AS_ADMIN)
  expect(all.map(({ prompt }) => prompt).sort()).toEqual([1, 1, 2, 2, 2].map((n) => `Question ${n}?`))
  const battle = await rig.app.request(`/api/battles/${String(rows[0].id)}`)
  expect(await battle.json()).toMatchObject({ prompt: { key: rows[0].question_id } })
  const csv: Row[] = parse(await (await get('battles', 'battles.csv?source=people')).text(), {
    columns: true,
  })
  expect(csv.map(({ winner }) => winner)).toEqual(['model_a', 'model_a', 'tie'])
})

test('preferences are the votes with a winner on prompts with public texts', async () => {
  await votedOn('preferences')
  const humans = await rowsOf('preferences', 'preferences.json?source=people')
  expect(humans).toEqual([
    {
      prompt: 'Question 2?',
      chosen: 'birch on 2',
      rejected: 'amber on 2',
      question_id: 'p2',
      criterion: 'overall',
      judge: null,
      judge_type: 'human',
      chosen_model: 'birch',
      rejected_model: 'amber',
    },
  ])
  expect(await rowsOf('preferences', 'preferences.json?source=people', AS_ADMIN)).toHaveLength(2)
  expect(await rowsOf('preferences', 'preferences.json', AS_ADMIN)).toHaveLength(4)
})

test('judgements include both orders, with reasons and replies for readers who may see them', async () => {
  await votedOn('judgements')
  const rows = await rowsOf('judgements', 'judgements.json')
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    const [first] = row.contestants as string[]
    expect([row.first, row.second]).toEqual(first === 'amber' ? ['first', 'second'] : ['second', 'first'])
    expect(row).toMatchObject({
      judge: 'judge 1',
      status: 'done',
      form: 'pairwise',
      repeat: 0,
      first_reply: null,
    })
    expect(row.first_reason).toBe(row.question_id === 'p2' ? 'It is.' : null)
    const sizes = [row.input_tokens, row.output_tokens, row.latency_ms].map((size) => size !== null)
    expect(sizes).toEqual(Array(3).fill(row.question_id === 'p2'))
  }
  const all = await rowsOf('judgements', 'judgements.json?category=&source=judge:judge%201', AS_ADMIN)
  expect(all).toHaveLength(2)
  for (const { first_reason, second_reply, input_tokens } of all) {
    expect(input_tokens).toBeGreaterThan(0)
    expect(first_reason).toBe('It is.')
    expect(second_reply).toContain('"verdict"')
  }
  expect(await problemOf(await get('judgements', 'judgements.json?source=people'))).toEqual([
    400,
    'invalid_request',
  ])
})
