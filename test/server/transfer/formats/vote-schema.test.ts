/** The published JSON Schema of a vote accepts the rows that the reader takes, and no others but for the outcome. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { arenaSchema, voteSchema } from '../../../../shared/contracts/file-schemas.ts'
import { votesIn } from './text-file.ts'

const isValid = new Ajv2020({ strict: false }).compile(voteSchema())
const good = { model_a: 'A', model_b: 'B', winner: 'model_a' }
const full = {
  question_id: 7,
  judge: 'ann',
  judge_type: 'llm',
  criterion: '',
  category: null,
  id: 'v1',
  tstamp: 1767225600.5,
  sample_a: 2,
  sample_b: 1,
  pair_probability: 0.25,
}

test.each<[object]>([
  [good],
  ...['model_b', 'tie', 'tie (bothbad)', 'both_bad', 'tie (inconsistent)'].map((winner): [object] => [
    { ...good, winner },
  ]),
  [{ ...good, ...full }],
  [{ ...good, tstamp: '2026-01-31T12:00:00Z', another_column: [1] }],
  [{ ...good, model_a: 12 }],
])('both take %j', async (row) => {
  expect([isValid(row), (await votesIn(JSON.stringify(row))).votes.length]).toEqual([true, 1])
})

test.each<[object]>([
  [{ ...good, winner: 'C' }],
  [{ ...good, winner: undefined }],
  [{ ...good, model_a: ' ' }],
  [{ ...good, model_a: 'x'.repeat(201) }],
  [{ ...good, judge: 'x'.repeat(201) }],
  [{ ...good, judge_type: 'dog' }],
  [{ ...good, tstamp: -1 }],
  [{ ...good, tstamp: 1.5 }],
  [{ ...good, sample_a: 0 }],
  [{ ...good, sample_a: 1.5 }],
  [{ ...good, pair_probability: 0 }],
  [{ ...good, pair_probability: 2 }],
])('both refuse %j', async (row) => {
  expect([isValid(row), (await votesIn(JSON.stringify(row))).votes.length]).toEqual([false, 0])
})

test('the schema asks for the outcomes of exports, the reader takes any known spelling', async () => {
  const row = { ...good, winner: 'left' }
  expect([isValid(row), (await votesIn(JSON.stringify(row))).votes.length]).toEqual([false, 1])
})

test('the schema of an arena.yaml is JSON Schema 2020-12', () => {
  const compiled = new Ajv2020({ strict: false, validateFormats: false }).compile(arenaSchema())
  expect(compiled({ arena: 'first', contestants: 3 })).toBe(false)
})
