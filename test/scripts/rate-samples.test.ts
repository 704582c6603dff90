/** `rate --samples` on votes that name which answers they are on, and on votes that do not. */
import { expect, it } from 'vitest'
import type { SampleEffect } from '../../shared/stats/style/sample-effect.ts'
import { deadheatHere, ratedBoard } from './deadheat.ts'

/** Everyone votes for A's first answer, and for B over A's second one on `flips` of 40 prompts. */
const votes = (flips: number) =>
  Array.from({ length: 40 }, (_, prompt) =>
    [1, 1, 2, 2].map((sample, voter) => {
      const swap = (prompt + voter) % 2 === 1
      const wins = sample === 1 || prompt >= flips
      return {
        question_id: `q${prompt}`,
        judge: `v${voter}`,
        model_a: swap ? 'B' : 'A',
        model_b: swap ? 'A' : 'B',
        winner: wins !== swap ? 'model_a' : 'model_b',
        sample_a: swap ? 1 : sample,
        sample_b: swap ? sample : 1,
      }
    }),
  ).flat()
type Row = ReturnType<typeof votes>[number]
const asJsonl = (rows: Partial<Row>[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const asCsv = (rows: Row[]) =>
  [Object.keys(rows[0]).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n')

it('says how often other answers change the outcome, the same from CSV and JSONL', async () => {
  const rated = async (input: string) =>
    ((await ratedBoard(input, '--samples')) as unknown as { samples: SampleEffect }).samples
  const effect = await rated(asJsonl(votes(10)))
  // two votes on different answers disagree on 10 of 40 prompts, and never on equal ones
  expect(effect).toMatchObject({
    votes: 160,
    prompts: 40,
    different: expect.closeTo(0.25, 9),
    equal: 0,
    share: expect.closeTo(0.25, 9),
    reason: null,
  })
  expect(await rated(asCsv(votes(10)))).toEqual(effect)
})

it('prints one sentence below the board', async () => {
  const { stdout, code } = await deadheatHere(['rate', '-', '--samples'], { input: asJsonl(votes(10)) })
  expect(code).toBe(0)
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /The same contestant's other answers to a prompt change the outcome of 25\.0 % \(\d+\.\d–\d+\.\d %\) of votes\./,
  )
})

it('says why there is no result if votes name no sample, or are too few', async () => {
  const unnamed = votes(10).map(({ sample_a: _, sample_b: __, ...row }) => row)
  const samplesText = async (rows: Partial<Row>[]) =>
    (await deadheatHere(['rate', '-', '--samples'], { input: asJsonl(rows) })).stdout.replace(/\s+/g, ' ')
  expect(await samplesText(unnamed)).toContain('all votes are on one answer of each contestant to a prompt')
  expect(await samplesText(votes(2).slice(0, 36))).toContain('fewer than ten prompts')
  expect(await samplesText(votes(0))).toContain('no interval follows')
})

it('adds nothing unless it is requested', async () => {
  expect(await ratedBoard(asJsonl(votes(10)))).not.toHaveProperty('samples')
})
