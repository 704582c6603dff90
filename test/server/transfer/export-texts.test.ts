/** Battles, preferences and judgements as files: texts with names only where they may stand together. */
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { ADMIN_TOKEN } from '../../support/app.ts'
import { voteOf } from '../arena-import.ts'
import { judged } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { problemOf } from '../visitor.ts'

const rig = withModels()
const AS_ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` }
type Row = Record<string, unknown>

const get = (slug: string, file: string, headers = {}) =>
  rig.app.request(`/api/arenas/${slug}/export/${file}`, { headers })
const rowsOf = async (slug: string, file: string, headers = {}) =>
  (await (await get(slug, file, headers)).json()) as Row[]

/** Judged by alphabet; a person prefers birch on p1 and p2; p2 was retired long ago. */
async function votedOn(slug: string): Promise<Arena> {
  const contestants = ['amber', 'birch']
  const arena = await judged(rig.app.deps, {
    slug,
    baseUrl: rig.models.openAiUrl,
    answered: true,
    contestants,
    prompts: 2,
  })
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
  const csv: Row[] = parse(await (await get('battles', 'battles.csv?source=humans')).text(), {
    columns: true,
  })
  expect(csv.map(({ winner }) => winner)).toEqual(['model_a', 'model_a', 'tie'])
})

test('preferences are the votes with a winner on prompts with public texts', async () => {
  await votedOn('preferences')
  const humans = await rowsOf('preferences', 'preferences.json?source=humans')
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
  expect(await rowsOf('preferences', 'preferences.json?source=humans', AS_ADMIN)).toHaveLength(2)
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
  expect(await problemOf(await get('judgements', 'judgements.json?source=humans'))).toEqual([
    400,
    'invalid_request',
  ])
})
