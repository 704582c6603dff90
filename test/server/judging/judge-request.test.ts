import { describe, expect, it } from 'vitest'
import { LAYOUT, readRubric, SHIPPED_RUBRICS } from '../../../server/rubrics/rubrics.ts'
import {
  composeJudgeRequest,
  criterionKeys,
  drawMarker,
  type JudgedAnswer,
  type RequestParts,
} from '../../../server/judging/judge-request.ts'
import { casesIn } from '../../support/cases.ts'

const MARKER = 'abcdef012345'
const answer = (text: string, context: string[] | null = null): JudgedAnswer => ({ turns: [text], context })
const prompt = (content: string) => ({
  messages: [{ role: 'user' as const, content }],
  reference: null,
  context: null,
})
const rubricOf = async (name: keyof typeof SHIPPED_RUBRICS) =>
  (await readRubric(SHIPPED_RUBRICS[name])).rubric

async function shown(name: keyof typeof SHIPPED_RUBRICS, parts: Partial<RequestParts> = {}) {
  const rubric = await rubricOf(name)
  const all = {
    rubric,
    form: 'pairwise' as const,
    criteria: rubric.criteria,
    prompt: prompt('Why is the sky blue?'),
    answers: [answer('Rayleigh.'), answer('It mirrors the sea.')],
    marker: MARKER,
    ...parts,
  }
  return composeJudgeRequest(all)
}

/** The lines between the two dividers of a part. */
function part(text: string, name: string): string {
  return text.split(`[${MARKER} ${name} begins]\n`)[1].split(`\n[${MARKER} ${name} ends]`)[0]
}

describe('what a judge is sent', () => {
  it('begins with the same text in every call of a rubric', async () => {
    const one = await shown('overall')
    const other = await shown('overall', {
      prompt: prompt('Another question'),
      answers: [answer('x'), answer('y')],
      marker: drawMarker(Math.random),
    })
    expect(other.system).toBe(one.system)
    expect(other.schema).toEqual(one.schema)
    expect(one.system).not.toContain(MARKER)
    expect(one.messages).toHaveLength(1)
  })

  it.each(Object.keys(SHIPPED_RUBRICS) as (keyof typeof SHIPPED_RUBRICS)[])(
    'contains no rule on length or order, asks for a short reason and fills every placeholder: %s',
    async (name) => {
      const rubric = await rubricOf(name)
      for (const form of rubric.forms) {
        const count = form === 'pairwise' ? 2 : 4
        const { system } = await shown(name, {
          form,
          answers: Array.from({ length: count }, (_, index) => answer(`text ${index}`)),
          prompt: { ...prompt('q'), reference: 'r' },
        })
        expect(system).toContain('Length is neither a merit nor a fault')
        expect(system).toContain('was decided by chance and means nothing')
        expect(system).toContain('one to three sentences')
        expect(system).toContain(rubric.instructions)
        expect(system).not.toMatch(/\{\{\w+\}\}/)
      }
    },
  )

  it('has prompt and answers between lines with the marker, in the order shown', async () => {
    const { messages } = await shown('overall')
    const { content } = messages[0]
    expect(part(content, 'prompt')).toBe('Why is the sky blue?')
    expect(part(content, 'first answer')).toBe('Rayleigh.')
    expect(part(content, 'second answer')).toBe('It mirrors the sea.')
    expect(content.indexOf('Rayleigh')).toBeLessThan(content.indexOf('mirrors'))
    expect(content.trimEnd().endsWith(`The marker of this call is ${MARKER}.`)).toBe(true)
  })

  it('has every turn of a thread, and earlier messages with their roles', async () => {
    const { messages } = await shown('overall', {
      prompt: {
        ...prompt(''),
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'One?' },
          { role: 'user', content: 'Two?' },
        ],
      },
      answers: [
        { turns: ['1', '2'], context: null },
        { turns: ['I', ' '], context: null },
      ],
    })
    const { content } = messages[0]
    const line = (words: string) => `[${MARKER} ${words}]`
    expect(part(content, 'prompt')).toBe(
      [
        line('instructions to the assistant'),
        'Be brief.',
        line('user, turn 1'),
        'One?',
        line('user, turn 2'),
        'Two?',
      ].join('\n'),
    )
    expect(part(content, 'second answer')).toBe(
      [line('answer at turn 1 of 2'), 'I', line('answer at turn 2 of 2'), '(the answer is empty)'].join('\n'),
    )
  })

  it("has each answer's context in that answer's part, and only if the rubric asks for it", async () => {
    const answers = [answer('A', ['passage of A', 'more of A']), answer('B', ['passage of B'])]
    const { messages } = await shown('groundedness', { answers })
    const { content } = messages[0]
    expect(part(content, 'first answer')).toContain('passage of A')
    expect(part(content, 'first answer')).toContain('more of A')
    expect(part(content, 'first answer')).not.toContain('passage of B')
    expect(part(content, 'second answer')).toContain('passage of B')
    expect(part(content, 'second answer')).not.toContain('of A')
    expect(JSON.stringify(await shown('overall', { answers }))).not.toContain('passage')
  })

  it('has a shared context once, and says which answers used it', async () => {
    const { messages } = await shown('groundedness', {
      prompt: { ...prompt('q'), context: ['the handbook'] },
      answers: [answer('A'), answer('B', ['own notes'])],
    })
    const { content } = messages[0]
    expect(content.split('the handbook')).toHaveLength(2)
    expect(part(content, 'shared context')).toContain('the handbook')
    expect(part(content, 'first answer')).toContain('retrieved for this answer: the shared context')
    expect(part(content, 'second answer')).toContain('retrieved for this answer: its own passages')
    const nothing = await shown('groundedness', { answers: [answer('A', []), answer('B', ['own'])] })
    expect(part(nothing.messages[0].content, 'first answer')).toContain('retrieved for this answer: nothing')
  })

  it('has the reference if the rubric compares with it', async () => {
    const { messages } = await shown('reference', { prompt: { ...prompt('q'), reference: 'gold' } })
    expect(part(messages[0].content, 'reference')).toBe('gold')
    const overall = await shown('overall', { prompt: { ...prompt('q'), reference: 'gold' } })
    expect(overall.messages[0].content).not.toContain('gold')
  })

  it('asks for reason and verdict in the order of the rubric', async () => {
    const rubric = await rubricOf('overall')
    const before = await shown('overall')
    const after = await shown('overall', { rubric: { ...rubric, reason: 'after' } })
    const fields = (schema: unknown) =>
      Object.keys(
        (schema as { properties: { overall: { properties: object } } }).properties.overall.properties,
      )
    expect(fields(before.schema?.schema)).toEqual(['reason', 'verdict'])
    expect(fields(after.schema?.schema)).toEqual(['verdict', 'reason'])
    expect(before.system).toContain('each below its reason')
    expect(after.system).toContain('each above its reason')
  })

  it('ranks three to six answers by number', async () => {
    const answers = ['a', 'b', 'c', 'd'].map((text) => answer(text))
    const { system, messages, schema } = await shown('overall', { form: 'listwise', answers })
    expect(part(messages[0].content, 'answer number 4')).toBe('d')
    expect(system).toContain('VERDICT MARKER [overall]: 4 > 1 = 2 = 3')
    expect(JSON.stringify(schema)).toContain('"enum":[1,2,3,4]')
  })
})

it('matches the hash of this LAYOUT: a change of the text needs a higher LAYOUT', async () => {
  const { messages } = await shown('groundedness', {
    prompt: { ...prompt('Why?'), context: ['shared'] },
    answers: [answer('A', ['own']), answer('B')],
  })
  expect(LAYOUT).toBe(1)
  const shownLines = messages[0].content.replaceAll(MARKER, '#').split('\n').filter(Boolean)
  expect(shownLines).toEqual(casesIn<{ layout: string[] }>(import.meta.url, 'judge-request').layout)
})

describe('no request is sent', () => {
  const many = (count: number) => Array.from({ length: count }, () => answer('x'))
  it.each<[string, keyof typeof SHIPPED_RUBRICS, Partial<RequestParts>, RegExp]>([
    ['that compares with a reference which is not there', 'reference', {}, /this prompt has none/],
    ['in a form the rubric is not for', 'rag', { form: 'listwise', answers: many(3) }, /not for listwise/],
    ['with two answers to rank', 'overall', { form: 'listwise' }, /2 answers cannot be judged listwise/],
    ['with seven', 'overall', { form: 'listwise', answers: many(7) }, /7 answers/],
    ['with three to compare', 'overall', { answers: many(3) }, /3 answers cannot be judged pairwise/],
    ['under a criterion the rubric does not have', 'overall', { criteria: ['tone'] }, /make of tone/],
    ['under none', 'overall', { criteria: [] }, /no criterion/],
    [
      'with a marker that an answer holds',
      'overall',
      { answers: [answer(`x ${MARKER.toUpperCase()}`), answer('y')] },
      /draw another/,
    ],
    ['with a marker that a passage holds', 'rag', { answers: [answer('x', [MARKER]), answer('y')] }, /draw/],
    ['with a marker that can be guessed', 'overall', { marker: 'a' }, /12 or more/],
  ])('%s', async (_, name, parts, message) => {
    await expect(shown(name, parts)).rejects.toThrow(message)
  })
})

it('keys of criteria are plain, and all different', () => {
  expect(criterionKeys(['overall', 'Größe & Form', 'größe form', '有用性', '正確さ', '__proto__'])).toEqual([
    'overall',
    'gro_e_form',
    'gro_e_form_2',
    'criterion',
    'criterion_2',
    'proto',
  ])
  expect(criterionKeys(['a', 'a_2', 'A', 'x'.repeat(200)])).toEqual(['a', 'a_2', 'a_3', 'x'.repeat(48)])
})

it('markers are drawn for each request and have the same form', () => {
  const drawn = new Set(Array.from({ length: 1000 }, () => drawMarker(Math.random)))
  expect(drawn.size).toBe(1000)
  for (const one of drawn) expect(one).toMatch(/^[0-9a-f]{12}$/)
})
