/** The real annotations of AlpacaEval, put back into the form of its annotations.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Board } from '../../../../../shared/contracts/index.ts'
import { createTestApp } from '../../../../support/app.ts'
import { importFile, type Row } from './tool-import.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA']
test.skipIf(!folder)('the annotations of AlpacaEval give the strengths of an independent fit', async () => {
  const read = (name: string) =>
    readFileSync(join(folder!, 'alpacaeval', name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
  const texts = new Map(read('prompts.jsonl').map((row) => [row['question_id'], row['text']]))
  const rows = read('battles_judge.jsonl').map((row) => ({
    instruction: texts.get(row['question_id']) ?? row['question_id'],
    output_1: `${row['question_id']} by ${row['model_a']}`,
    generator_1: row['model_a'],
    dataset: row['dataset'],
    output_2: `${row['question_id']} by ${row['model_b']}`,
    generator_2: row['model_b'],
    annotator: row['judge'],
    preference: 1 + Number(row['preference_b']),
  }))
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { result } = await importFile(app, 'real', 'annotations.json', JSON.stringify(rows))
  expect(result).toMatchObject({ votesAdded: 12_069, prompts: 805 })
  await app.settle()
  const board = Board.parse(await (await app.request('/api/arenas/real/leaderboard?source=judges')).json())
  const thetas = new Map(board.contestants.map(({ name, theta }) => [name, theta]))
  const expected = JSON.parse(
    readFileSync(join(folder!, 'alpacaeval', 'battles_judge.expected.json'), 'utf8'),
  ) as { bt_ties_half: { table: { contestant: string; log_strength: number }[] } }
  expect(expected.bt_ties_half.table.length).toBe(thetas.size)
  // The independent fit counts every vote alike. The board weighs prompts with more votes a little less.
  for (const { contestant, log_strength } of expected.bt_ties_half.table)
    expect(Math.abs(thetas.get(contestant)! - log_strength)).toBeLessThan(0.01)
})
