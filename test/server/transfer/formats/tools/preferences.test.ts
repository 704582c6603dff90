/** Outputs, annotations and preferences of training tools. The rows are made by their published forms. */
import { describe, expect, it } from 'vitest'
import { appFor } from '../../../../support/app.ts'
import { answersOf, csv, everything, importFile, jsonl, votesOf, type Row } from './tool-import.ts'

const annotation: Row = {
  instruction: 'Name a colour.',
  output_1: 'Red.',
  generator_1: 'base',
  dataset: 'helpful_base',
  output_2: 'Blue.',
  generator_2: 'new',
  annotator: 'weighted_alpaca_eval_gpt4_turbo',
  preference: 1.9,
  price_per_example: 0.01,
}
const preference: Row = {
  prompt: 'Name a colour.',
  chosen: 'Red.',
  rejected: 'Blue.',
  chosen_model: 'base',
  rejected_model: 'new',
}
const asked = { role: 'user', content: 'Name a colour.' }
const said = (content: string) => ({ role: 'assistant', content })

describe('files of preferences', () => {
  const app = appFor({}, async () => {
    await app.work()
  })

  it('of AlpacaEval: outputs of two models meet on the same prompts, and annotations are votes on them', async () => {
    const output = (generator: string, text: string) =>
      JSON.stringify([{ dataset: 'helpful_base', instruction: 'Name a colour.', output: text, generator }])
    await importFile(app, 'alpaca', 'base.json', output('base', 'Red.'))
    const second = await importFile(app, 'alpaca', 'new.json', output('new', 'Blue.'))
    expect(second.tool).toBe('AlpacaEval outputs')
    expect(second.result).toMatchObject({ prompts: 1, answers: 2, answersAdded: 1 })
    const rows = [
      annotation,
      { ...annotation, preference: 1.5 },
      { ...annotation, preference: 1 },
      { ...annotation, preference: null },
    ]
    const { tool, result, warnings } = await importFile(
      app,
      'alpaca',
      'annotations.json',
      JSON.stringify(rows),
    )
    expect(tool).toBe('AlpacaEval annotations')
    expect(result).toMatchObject({ votesAdded: 3, promptsAdded: 0, answersAdded: 0 })
    expect(warnings[0].message).toContain('an outcome with the meaning skip: 1')
    const votes = await votesOf(app, 'alpaca')
    expect(votes.map(({ winner }) => winner)).toEqual(['model_b', 'tie', 'model_a'])
    expect(votes[0]).toMatchObject({ judge: 'weighted_alpaca_eval_gpt4_turbo', judge_type: 'llm' })
  })

  it.each([
    ['texts', preference],
    [
      'messages of the answer',
      { ...preference, prompt: [asked], chosen: [said('Red.')], rejected: [said('Blue.')] },
    ],
    [
      'whole conversations',
      { ...preference, chosen: [asked, said('Red.')], rejected: [asked, said('Blue.')] },
    ],
    [
      'whole conversations without a prompt',
      {
        chosen: [asked, said('Red.')],
        rejected: [asked, said('Blue.')],
        'chosen-model': 'base',
        'rejected-model': 'new',
      },
    ],
  ])('for training hold %s', async (form, row) => {
    const slug = `dpo-${form.replaceAll(' ', '-')}`
    for (const [name, content] of [
      ['p.jsonl', jsonl(row)],
      ['p.csv', csv(row)],
    ]) {
      const arena = `${slug}-${name.slice(2)}`
      const { tool } = await importFile(app, arena, name, content)
      expect(tool).toBe('preferences')
      expect(await votesOf(app, arena)).toMatchObject([
        { model_a: 'base', model_b: 'new', winner: 'model_a' },
      ])
      expect(await answersOf(app, arena)).toEqual({ 'Name a colour.': { base: 'Red.', new: 'Blue.' } })
    }
  })

  it.each([
    [
      'preferences without models',
      csv({ prompt: 'x', chosen: 'a', rejected: 'b' }),
      'chosen_model and rejected_model',
    ],
    ['preferences without texts', csv({ ...preference, rejected: '' }), 'no row can be used'],
    ['failed annotations', JSON.stringify([{ ...annotation, preference: null }]), 'no row can be used'],
    [
      'outputs without an instruction',
      jsonl({ instruction: '', output: 'x', generator: 'y' }),
      'instruction is empty',
    ],
  ])('are refused and change nothing: %s', async (_, content, message) => {
    const before = await everything(app)
    await expect(importFile(app, 'refused', 'file', content)).rejects.toThrow(message)
    expect(await everything(app)).toEqual(before)
  })
})
