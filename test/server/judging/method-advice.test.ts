import { expect, it } from 'vitest'
import { adviseOnMethod, type Question } from '../../../server/judging/method-advice.ts'
import { readRubric, SHIPPED_RUBRICS } from '../../../server/rubrics/rubrics.ts'
import { ArenaShape, type Rubric } from '../../../shared/contracts/index.ts'
import { englishText } from '../../../shared/messages/index.ts'
import { casesIn } from '../../support/cases.ts'

const CASES = casesIn<{
  criteria: [criterion: string, kind: string | null][]
  rubrics: [instructions: string, code: string | null][]
}>(import.meta.url, 'method-advice')

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

it.each(CASES.criteria)('the criterion %s reads like a rule of kind %s', async (criterion, kind) => {
  const advice = adviseOnMethod(await question({ criteria: [criterion] }))
  const values = expect.objectContaining({ instead: `kind: ${kind}` })
  expect(advice).toEqual(kind === null ? [] : [{ code: 'criterion_is_a_rule', values }])
  for (const one of advice) expect(englishText(one)).toContain(`"${criterion}"`)
})

it.each(CASES.rubrics)(
  'the rubric "%s" gets the advice %s, once for all judges that use it',
  async (instructions, code) => {
    const input = await question({ judges: [judge(), judge({ name: 'K' })] })
    const rubric = { ...input.rubrics.get('J')!, instructions }
    const rubrics = new Map(['J', 'K'].map((name) => [name, rubric]))
    expect(adviseOnMethod({ ...input, rubrics }).map((one) => one.code)).toEqual(code === null ? [] : [code])
  },
)
