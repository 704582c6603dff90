import { expect, it } from 'vitest'
import { adviseOnMethod, type Question } from '../../../server/judging/method-advice.ts'
import { readRubric, SHIPPED_RUBRICS } from '../../../server/rubrics/rubrics.ts'
import { ArenaShape, type Rubric } from '../../../shared/contracts/index.ts'
import { englishText } from '../../../shared/messages/index.ts'

const TWO = ['A', 'B'].map((name) => ({ name, responses: `${name}.jsonl` }))
const some = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `C${i}`, responses: 'x' }))
const judge = (settings: object = {}) => ({
  name: 'J',
  provider: 'p',
  model: 'm',
  rubric: 'overall',
  ...settings,
})
const by = (rubric: string) => ({ judges: [judge({ rubric })] })
const inLists = (answers: number, contestants: number) => ({
  judges: [judge({ form: 'listwise', answers })],
  contestants: some(contestants),
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
  return { arena, rubrics, prompts: [{}], ...over }
}

const LONG = 'An answer as its author would give it, in a sentence or two.'
const check = (value: string) => ({ checks: [{ name: 'c', kind: 'contains', value }] })
const labels = { prompts: [{ reference: 'Paris' }, { reference: '42' }] }
const gold = { prompts: [{ reference: LONG }] }

it.each<[about: string, settings: object, over: Partial<Question>, advice: string[]]>([
  ...Object.keys(SHIPPED_RUBRICS).map((rubric): [string, object, Partial<Question>, string[]] => [
    `the shipped rubric ${rubric} where it fits`,
    by(rubric),
    ['reference', 'voice'].includes(rubric) ? gold : {},
    [],
  ]),
  ['lists of more than there are', inLists(4, 3), {}, ['Set answers: 3']],
  ['lists of two', inLists(3, 2), {}, ['Use form: pairwise.']],
  ['lists of as many as there are', inLists(4, 4), {}, []],
  ['no judge', { judges: [] }, {}, ['nobody_judges']],
  ['no judge, but a check', { judges: [], ...check('x') }, {}, []],
  ['references that are labels', by('reference'), labels, ['references_are_labels']],
  ['labels with a check', { ...by('reference'), ...check('{{reference}}') }, labels, []],
  ['references that nothing uses', {}, gold, ['references_unused']],
  ['references one judge uses', { judges: [judge(), judge({ name: 'K', rubric: 'reference' })] }, gold, []],
])('advice on %s', async (_, settings, over, advice) => {
  const given = adviseOnMethod(await question(settings, over))
  expect(given.map((one) => `${one.code}: ${englishText(one)}`)).toEqual(
    advice.map((words) => expect.stringContaining(words)),
  )
})
