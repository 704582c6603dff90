import { describe, expect, it } from 'vitest'
import { adviseOnMethod, type Question } from '../../../server/judging/method-advice.ts'
import { readRubric, SHIPPED_RUBRICS } from '../../../server/rubrics/rubrics.ts'
import { ArenaShape, type Rubric } from '../../../shared/contracts/index.ts'
import { inEnglish } from '../../../shared/messages/index.ts'

const TWO = ['A', 'B'].map((name) => ({ name, responses: `${name}.jsonl` }))
const judge = (settings: object = {}) => ({
  name: 'J',
  provider: 'p',
  model: 'm',
  rubric: 'overall',
  ...settings,
})

async function question(settings: object = {}, over: Partial<Question> = {}): Promise<Question> {
  const arena = ArenaShape.parse({
    arena: 'a',
    contestants: TWO,
    prompts: 'prompts.jsonl',
    judges: [judge()],
    ...settings,
  })
  const rubrics = new Map<string, Rubric>()
  for (const { name, rubric } of arena.judges)
    rubrics.set(name, (await readRubric(SHIPPED_RUBRICS[rubric as keyof typeof SHIPPED_RUBRICS])).rubric)
  return { arena, rubrics, prompts: [{}], answersBringContext: false, ...over }
}
const codes = (input: Question) => adviseOnMethod(input).map(({ code }) => code)

async function withInstructions(instructions: string): Promise<Question> {
  const baseQuestion = await question()
  return { ...baseQuestion, rubrics: new Map([['J', { ...baseQuestion.rubrics.get('J')!, instructions }]]) }
}

it('gives no advice if method and question fit, for every shipped rubric', async () => {
  for (const rubric of Object.keys(SHIPPED_RUBRICS)) {
    const prompts = [
      {
        reference: ['reference', 'voice'].includes(rubric)
          ? 'A long answer, as its author would give it.'
          : null,
      },
    ]
    const input = await question({ judges: [judge({ rubric })] }, { prompts, answersBringContext: true })
    expect(codes(input)).toEqual([])
  }
})

describe('a criterion that reads like a rule', () => {
  it.each([
    ['valid JSON', 'json-schema'],
    ['is it JSON?', 'llm'],
    ['JSON', 'json-schema'],
    ['under 100 words', 'regex'],
    ['no more than three sentences', 'regex'],
    ['contains the order number', 'contains'],
    ['exact match', 'exact'],
    ['starts with a greeting', 'regex'],
    ['must mention the price', 'contains'],
    ['never gives medical advice', 'llm'],
    ['Does it refuse?', 'llm'],
  ])('%s: kind %s', async (criterion, kind) => {
    const advice = adviseOnMethod(await question({ criteria: [criterion] }))
    expect(advice).toEqual([
      { code: 'criterion_is_a_rule', values: expect.objectContaining({ instead: `kind: ${kind}` }) },
    ])
    expect(inEnglish(advice[0])).toContain(`"${criterion}"`)
  })

  it.each([
    'overall',
    'tone',
    'JSON design',
    'clarity of contents',
    'containment of damage',
    'brevity',
    'wording',
  ])('is not suspected in %s', async (criterion) => {
    expect(codes(await question({ criteria: [criterion] }))).toEqual([])
  })
})

describe('a rubric', () => {
  it.each([
    ['Prefer answers of at most 50 words.', 'rubric_holds_a_rule'],
    ['The better one is valid JSON.', 'rubric_holds_a_rule'],
    ['Give each answer a score from 1 to 10.', 'rubric_asks_for_scores'],
    ['Rate helpfulness on a scale of 1-5.', 'rubric_asks_for_scores'],
    ['How good is it, out of 10?', 'rubric_asks_for_scores'],
    ['You must choose one. No ties.', 'rubric_forbids_ties'],
  ])('"%s" gets the advice', async (instructions, code) => {
    expect(codes(await withInstructions(instructions))).toEqual([code])
  })

  it.each([
    'An answer that never states the rate is worse.',
    'It must be of use.',
    'Say a tie where it is one.',
  ])('"%s" gets no advice', async (instructions) => {
    expect(codes(await withInstructions(instructions))).toEqual([])
  })

  it('gives its advice once, however many judges use it', async () => {
    const input = await question({ judges: [judge(), judge({ name: 'K' })] })
    const [rubric] = input.rubrics.values()
    const same = { ...rubric!, instructions: 'No ties.' }
    const rubrics = new Map(['J', 'K'].map((name) => [name, same]))
    expect(codes({ ...input, rubrics })).toEqual(['rubric_forbids_ties'])
  })
})

describe('a list of contestants', () => {
  it('gives advice if it has only one contestant, since nothing can be compared', async () => {
    const advice = adviseOnMethod(await question({ contestants: TWO.slice(0, 1) }))
    expect(advice.map(({ code }) => code)).toEqual(['nothing_to_compare'])
    expect(inEnglish(advice[0])).toMatch(/^A is the only contestant/)
  })

  it('gives advice if it is too short for a ranking', async () => {
    const listwise = (answers: number, count: number) =>
      question({
        judges: [judge({ form: 'listwise', answers })],
        contestants: Array.from({ length: count }, (_, index) => ({ name: `C${index}`, responses: 'x' })),
      })
    expect(adviseOnMethod(await listwise(4, 3)).map(inEnglish)).toEqual([
      expect.stringContaining('Set answers: 3'),
    ])
    expect(inEnglish(adviseOnMethod(await listwise(3, 2))[0])).toMatch(/Use form: pairwise\.$/)
    expect(codes(await listwise(4, 4))).toEqual([])
  })

  it('gives advice if no judge judges it', async () => {
    expect(codes(await question({ judges: [] }))).toEqual(['nobody_judges'])
    const checks = [{ name: 'c', kind: 'exact', value: 'x' }]
    expect(codes(await question({ judges: [], checks }))).toEqual([])
  })
})

describe('references', () => {
  const long = 'An answer as its author would give it, in a sentence or two.'
  const closeness = { judges: [judge({ rubric: 'reference' })] }

  it('give advice if a judge compares with them and they are missing', async () => {
    const advice = adviseOnMethod(await question(closeness, { prompts: [{ reference: long }, {}, {}] }))
    expect(advice).toEqual([
      { code: 'references_missing', values: expect.objectContaining({ without: 2, prompts: 3 }) },
    ])
  })

  it('that are labels give the advice to use a check', async () => {
    const prompts = [{ reference: 'Paris' }, { reference: '42' }]
    expect(codes(await question(closeness, { prompts }))).toEqual(['references_are_labels'])
    const checks = [{ name: 'c', kind: 'contains', value: '{{reference}}' }]
    expect(codes(await question({ ...closeness, checks }, { prompts }))).toEqual([])
  })

  it('give advice if nothing uses them', async () => {
    const prompts = [{ reference: long }]
    expect(codes(await question({}, { prompts }))).toEqual(['references_unused'])
    expect(
      codes(await question({ judges: [judge(), judge({ name: 'K', rubric: 'reference' })] }, { prompts })),
    ).toEqual([])
  })
})

it('contexts give advice if a judge uses them and they are missing', async () => {
  const settings = { judges: [judge({ rubric: 'groundedness' })] }
  expect(codes(await question(settings))).toEqual(['contexts_missing'])
  expect(codes(await question(settings, { prompts: [{ context: [] }, { context: ['x'] }] }))).toEqual([])
  expect(codes(await question(settings, { answersBringContext: true }))).toEqual([])
})
