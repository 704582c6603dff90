/** Several answers of a contestant to a prompt come in as files and go out as files. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../support/import-files.ts'
import type { DecidedBattle } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { Visitor } from '../visitor.ts'

type Row = Record<string, unknown>
const jsonl = (rows: Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const PROMPTS = jsonl([
  { id: 'p1', text: 'One?' },
  { id: 'p2', text: 'Two?' },
])
const ANSWERS: Row[] = ['p1', 'p2'].flatMap((prompt) =>
  ['A', 'B'].flatMap((model) =>
    [1, 2, 3].map((sample) => ({ prompt, model, sample, text: `${model} says ${sample} on ${prompt}` })),
  ),
)
const asCsv = (rows: Row[]) =>
  [Object.keys(rows[0]).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n')

describe('several answers of a contestant to a prompt', () => {
  const app = appFor({}, async () => {
    await app.work()
  })

  /** Imports one file; answers come with the prompts. */
  async function importFile(slug: string, name: string, text: string) {
    const folder = await temporaryFolder()
    const file = join(folder, name)
    await writeFile(join(folder, 'prompts.jsonl'), PROMPTS)
    await writeFile(file, text)
    const options = name.startsWith('answers') ? { prompts: join(folder, 'prompts.jsonl') } : {}
    return importFiles(app.deps, { slug, file, ...options })
  }
  const exported = async (arena: string, file: string) =>
    (await app.request(`/api/arenas/${arena}/export/${file}`)).text()
  const rowsOf = (text: string): Row[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  it.each([
    ['answers.csv', asCsv(ANSWERS)],
    ['answers.jsonl', jsonl(ANSWERS)],
    ['answers.json', JSON.stringify(ANSWERS)],
  ])('are read from %s, and the same file again adds nothing', async (name, text) => {
    const arena = name.replace('.', '-')
    expect((await importFile(arena, name, text)).result.answersAdded).toBe(12)
    expect((await importFile(arena, name, text)).result.answersAdded).toBe(0)
  })

  it('are one if no sample is named, and a second one needs its number', async () => {
    const [first, second] = [1, 2].map((n) => ({ prompt: 'p1', model: 'A', text: `Text ${n}` }))
    const { result, warnings } = await importFile('single', 'answers.jsonl', jsonl([first, second]))
    expect(result.answersAdded).toBe(1)
    expect(warnings[0].message).toContain(
      'a second answer of a model to the same prompt without another sample',
    )
    expect(
      (await importFile('single', 'answers.jsonl', jsonl([{ ...first, sample: 1 }]))).result.answersAdded,
    ).toBe(0)
    const numbered = await importFile('single', 'answers.jsonl', jsonl([{ ...second, sample: 2 }]))
    expect(numbered.result.answersAdded).toBe(1)
  })

  it.each([0, 1.5, 'two', -1, 10_001, true])('are left out with the sample %s', async (sample) => {
    const rows = [
      { prompt: 'p1', model: 'A', text: 'x', sample },
      { prompt: 'p1', model: 'B', text: 'x' },
    ]
    const { warnings } = await importFile('faulty', 'answers.jsonl', jsonl(rows))
    expect(warnings[0].message).toContain('sample is not a whole number from 1 to 10000')
  })

  const vote = (id: string, sample_a?: unknown, sample_b?: unknown) => ({
    id,
    question_id: 'p1',
    model_a: 'A',
    model_b: 'B',
    winner: 'model_a',
    judge: id,
    sample_a,
    sample_b,
  })

  it('are named by votes, which link to the answers that were shown, and by exports of them', async () => {
    await importFile('voted', 'answers.jsonl', jsonl(ANSWERS))
    const votes = jsonl([vote('v1', 2, 3), vote('v2'), vote('v3', 1, 1)])
    expect((await importFile('voted', 'votes.jsonl', votes)).result.votesAdded).toBe(3)
    const battles = rowsOf(await exported('voted', 'battles.jsonl'))
    expect(battles.map(({ sample_a, sample_b }) => [sample_a, sample_b])).toEqual([
      [2, 3],
      [1, 1],
      [1, 1],
    ])
    const { rows } = await sql<{ text: string }>`
      select x.text from battles b join answers x on x.arena_id = b.arena_id and x.id = b.right_answer_id
      join arenas a on a.id = b.arena_id where a.slug = 'voted' order by b.id`.execute(app.deps.db)
    expect(rows.map(({ text }) => text)).toEqual(['B says 3 on p1', 'B says 1 on p1', 'B says 1 on p1'])
  })

  it('are named on the page of a battle, unless both contestants have one answer', async () => {
    const samplesOf = async (arena: string, vote: number) => {
      const { id } = rowsOf(await exported(arena, 'battles.jsonl'))[vote]
      const battle = await (await app.request(`/api/battles/${id}`)).json()
      const { left, right } = battle as DecidedBattle
      return [left.sample, right.sample]
    }
    expect(await samplesOf('voted', 0)).toEqual([2, 3])
    expect(await samplesOf('voted', 1)).toEqual([1, 1])
    await importFile('unnamed', 'votes.jsonl', jsonl([vote('v1'), vote('v2', 4, 1)]))
    expect(await samplesOf('unnamed', 0)).toEqual([undefined, undefined])
    expect(await samplesOf('unnamed', 1)).toEqual([4, undefined])
  })

  it('are exported with votes in every format, and the export in another arena adds nothing twice', async () => {
    for (const format of ['csv', 'json', 'jsonl']) {
      const file = await exported('voted', `votes.${format}`)
      const arena = `again-${format}`
      await importFile(arena, 'answers.jsonl', jsonl(ANSWERS))
      expect((await importFile(arena, `votes.${format}`, file)).result.votesAdded).toBe(3)
      expect((await importFile(arena, `votes.${format}`, file)).result.votesAdded).toBe(0)
      const again = await exported(arena, 'votes.jsonl')
      const samples = rowsOf(again).map(({ sample_a, sample_b }) => [sample_a, sample_b])
      expect(samples).toEqual([
        [2, 3],
        [1, 1],
        [1, 1],
      ])
    }
  })

  it('keep their number on votes without any answer', async () => {
    await importFile('textless', 'votes.jsonl', jsonl([vote('v1', 4, 1)]))
    expect(rowsOf(await exported('textless', 'votes.jsonl'))[0]).toMatchObject({ sample_a: 4, sample_b: 1 })
  })

  it('of first answers need not be named: it is the same vote with and without', async () => {
    await importFile('plain', 'votes.jsonl', jsonl([vote('v1')]))
    expect((await importFile('plain', 'votes.jsonl', jsonl([vote('v1', 1, 1)]))).result.votesAdded).toBe(0)
    expect(rowsOf(await exported('plain', 'votes.jsonl'))).toMatchObject([{ sample_a: 1, sample_b: 1 }])
  })

  it('are refused in votes with an invalid number', async () => {
    const { warnings } = await importFile('faulty-votes', 'votes.jsonl', jsonl([vote('v1', 'x'), vote('v2')]))
    expect(warnings[0].message).toContain('sample_a is not a whole number from 1 to 10000')
    const csv = 'model_a,model_b,winner,sample_b\nA,B,model_a,0\nA,B,model_b,2\n'
    const { result } = await importFile('faulty-csv', 'votes.csv', csv)
    expect(result.votesAdded).toBe(1)
  })

  it('are one vote for each pair of samples, if judges saw both orders', async () => {
    const call = (order: string, [a, b]: string[], [sample_a, sample_b]: number[], winner: string) => ({
      question_id: 'p1',
      judge: 'j',
      judge_type: 'llm',
      order,
      model_a: a,
      model_b: b,
      winner,
      sample_a,
      sample_b,
    })
    const rows = [
      call('first', ['A', 'B'], [1, 2], 'model_a'),
      call('second', ['B', 'A'], [2, 1], 'model_b'),
      call('first', ['A', 'B'], [3, 2], 'model_b'),
      call('second', ['B', 'A'], [2, 3], 'model_a'),
    ]
    const { result } = await importFile('orders', 'votes.jsonl', jsonl(rows))
    expect(result.votesAdded).toBe(2)
  })

  it('are drawn for a battle, but the pair on the prompt only once for a voter', async () => {
    const shown = new Set<string>()
    for (let n = 0; n < 30; n++) {
      const visitor = new Visitor(app)
      for (const { battle } of [await visitor.battle('voted'), await visitor.battle('voted')])
        for (const { text } of [battle.left, battle.right]) shown.add(text!)
      expect((await visitor.ask('voted')).status).toBe(409)
    }
    expect(shown.size).toBe(12)
  })
})
