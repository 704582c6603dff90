/** The arena editor: what is entered in the form becomes a text that the validator takes, and all else in it stays. */
import { parse, stringify } from 'yaml'
import { describe, expect, it, test } from 'vitest'
import { SHIPPED_RUBRICS } from '../../server/rubrics/index.ts'
import {
  ArenaText,
  splitParagraphs,
  SHIPPED,
  type Row,
} from '../../web/src/pages/admin/new/arena-text.svelte.ts'
import { VOTES_A_CONTESTANT } from '../../shared/contracts/limits.ts'
import { slugify } from '../../shared/sentence/slug.ts'
import { slugOfFile } from '../../web/src/pages/admin/new/slug.ts'
import { PNG } from '../support/pictures.ts'
import { checked } from '../server/transfer/arena-files.ts'
import {
  differing,
  everyField,
  FILES_BESIDE,
  KEYS_THERE_ARE,
  SAID_OTHERWISE,
} from '../support/every-field.ts'

const EVERY = everyField('every', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' })
const savedText = (yaml: string, files: Record<string, string> = FILES_BESIDE) =>
  new ArenaText({
    arena: 'every',
    files: { 'arena.yaml': yaml, ...files },
    leftOut: [],
    retired: { contestants: [], prompts: [] },
  })
const valuesOf = (text: ArenaText) => parse(text.yaml) as Row
const problemsIn = async (text: ArenaText) => {
  const { 'arena.yaml': arena, ...files } = Object.fromEntries(text.sent) as Record<string, string>
  return (await checked(arena, files)).problems
}

/** A new arena of two models and three prompts. */
function filled(): ArenaText {
  const text = new ArenaText()
  text.setTitle('Which is better?')
  text.setPrompts(splitParagraphs('One?\n\n  Two?\nstill two\n \n\nThree: {{text}}?'))
  for (const i of [0, 1]) text.set(['contestants', i, 'model'], 'm-1')
  text.set(['providers', 'openai', 'baseUrl'], 'http://127.0.0.1:9/v1')
  text.set(['providers', 'openai', 'apiKeyEnv'], 'LOCAL_KEY')
  return text
}

test('the addresses of titles hold plain letters, digits and dashes', () => {
  const files = ['replies.csv', 'replies.xlsx', 'Old replies.jsonl.gz', 'v1.5.csv', '.csv']
  expect(files.map(slugOfFile)).toEqual(['replies', 'replies', 'old-replies', 'v1-5', 'arena'])
  expect(
    ['Größe & Ünder?', 'Crème brûlée', 'Łódź', '  ', 'a'.repeat(90)].map((name) => slugify(name)),
  ).toEqual(['groesse-uender', 'creme-brulee', 'lodz', '', 'a'.repeat(64)])
})

describe('a new arena', () => {
  it('offers all shipped rubrics', () => {
    expect(SHIPPED.toSorted()).toEqual(Object.keys(SHIPPED_RUBRICS).sort())
  })

  it('of models passes the validator, with ids for its prompts and the address of its title', async () => {
    const text = filled()
    expect(await problemsIn(text)).toEqual([])
    expect(valuesOf(text)).toMatchObject({
      arena: 'which-is-better',
      prompts: [
        { id: 'p1', text: 'One?' },
        { id: 'p2', text: 'Two?\nstill two' },
        { id: 'p3', text: 'Three: {{text}}?' },
      ],
    })
    expect(text.prompts).toEqual(['One?', 'Two?\nstill two', 'Three: {{text}}?'])
  })

  it('keeps an address that was typed, and the ids of prompts that stay', () => {
    const text = filled()
    text.set(['arena'], 'mine')
    text.setTitle('Another?')
    text.setPrompts(['New?', 'Three: {{text}}?'])
    expect(valuesOf(text)).toMatchObject({
      arena: 'mine',
      prompts: [
        { id: 'p4', text: 'New?' },
        { id: 'p3', text: 'Three: {{text}}?' },
      ],
    })
  })

  it('with a judge, a rubric of its own and a vendor passes the validator', async () => {
    const text = filled()
    text.setJudged(true)
    text.set(['judges', 0, 'model'], 'j-1')
    text.setRubric(null)
    text.setProvider(['contestants', 1], 'anthropic')
    text.write('rubrics/unused.md', 'no rubric')
    expect(await problemsIn(text)).toEqual([expect.stringContaining('ANTHROPIC_API_KEY is not set')])
    expect(valuesOf(text)).toMatchObject({
      judges: [{ name: 'judge-1', rubric: 'rubrics/own.md' }],
      providers: { anthropic: { type: 'anthropic', apiKeyEnv: 'ANTHROPIC_API_KEY' } },
    })
    expect([...text.sent.keys()]).toEqual(['arena.yaml', 'rubrics/own.md'])
    text.setJudged(false)
    expect(valuesOf(text)).not.toHaveProperty('judges')
  })

  it('decides after votes that follow contestants, prompts and judges, until others are chosen', () => {
    const text = filled()
    const votes = () => (valuesOf(text)['decides'] as Row)['votes']
    const seen = [votes()]
    text.addContestant()
    seen.push(votes())
    text.setJudged(true)
    seen.push(votes())
    text.set(['decides', 'votes'], 777)
    text.setJudged(false)
    // one run: three pairs on three prompts
    expect([...seen, votes()]).toEqual([2 * VOTES_A_CONTESTANT, 3 * VOTES_A_CONTESTANT, 9, 777])
  })

  it('with uploaded answers passes the validator, each contestant with a name of its own', async () => {
    const text = filled()
    text.addContestant({ name: 'A.csv', text: 'prompt,text\np1,Yes\n' })
    text.addContestant({ name: 'mine.csv', text: 'prompt,text\np1,Yes\n' })
    text.addContestant()
    text.set(['contestants', 4], undefined)
    expect(await problemsIn(text)).toEqual([])
    expect(text.contestants.map(({ name, responses }) => [name, responses])).toEqual([
      ['A', undefined],
      ['B', undefined],
      ['C', 'answers/A.csv'],
      ['mine', 'answers/mine.csv'],
    ])
  })

  it('takes dropped files by their names: an arena.yaml, texts that it names, and pictures as they are', async () => {
    const text = new ArenaText()
    text.write('answers/mine.csv', 'old')
    await text.add('replies.yaml', new Blob(['responses: answers/mine.csv\n']))
    await text.add('mine.csv', new Blob(['new']))
    await text.add('cat.png', new Blob([PNG]))
    expect([...text.sent]).toEqual([
      ['arena.yaml', 'responses: answers/mine.csv\n'],
      ['answers/mine.csv', 'new'],
      ['cat.png', new Blob([PNG])],
    ])
    text.remove('cat.png')
    expect(text.pictures.size).toBe(0)
  })

  it('that is not filled in has problems at the keys that are empty', async () => {
    const problems = (await problemsIn(new ArenaText())).join('\n')
    expect(problems).toMatch(/arena\.yaml:1: arena: [^]*arena\.yaml:\d+: prompts: /)
  })
})

describe('a saved arena', () => {
  it('may have every field of the schema', () => {
    expect([...KEYS_THERE_ARE].filter((key) => !differing({}, EVERY).has(key))).toEqual(
      Object.keys(SAID_OTHERWISE),
    )
  })

  it('keeps its comments, its order and every other key when one is set', () => {
    const yaml = `# ours\n${stringify(EVERY).replace('title:', '# shown on top\ntitle:')}`
    const text = savedText(yaml)
    expect([text.isTouched, text.sent.get('arena.yaml')]).toEqual([false, yaml])
    text.setTitle('Other: "title"?\nand more')
    text.set(['contestants', 0, 'system'], 'Be kind.\nBe brief.\n')
    text.set(['budgetUsd'], undefined)
    expect(text.yaml).toMatch(/^# ours\n/)
    expect(text.yaml).toContain('# shown on top\n')
    const { budgetUsd: _, ...others } = EVERY
    const [first, ...rest] = EVERY.contestants
    expect(valuesOf(text)).toEqual({
      ...others,
      title: 'Other: "title"?\nand more',
      contestants: [{ ...first, system: 'Be kind.\nBe brief.\n' }, ...rest],
    })
    expect(Object.keys(valuesOf(text))).toEqual(Object.keys(others))
    expect(text.isTouched).toBe(true)
    text.yaml = yaml
    expect(text.isTouched).toBe(false)
  })

  it('shows no prompts as lines that have more than a text, or are in a file', () => {
    expect(savedText(stringify(EVERY)).prompts).toBeNull()
    const ofFile = savedText(stringify({ ...EVERY, prompts: 'prompts.jsonl' }), {
      ...FILES_BESIDE,
      'prompts.jsonl': '{"id":"a","text":"A"}\n{"id":"b","text":"B"}\n',
    })
    expect([ofFile.prompts, ofFile.promptCount]).toEqual([null, 2])
    const texts = (...prompts: string[]) =>
      savedText(stringify({ ...EVERY, prompts: prompts.map((text, i) => ({ id: `q${i}`, text })) })).prompts
    expect([texts('One', 'Two\nlines'), texts('Two\n\nparagraphs')]).toEqual([['One', 'Two\nlines'], null])
  })

  it.each([
    ['a: [', 1],
    ['arena: a\ntitle: b: c\n', 2],
    ['- a list\n', 1],
    ['', 1],
  ])('%j cannot be read, and says the line', (yaml, line) => {
    const { broken, values, contestants } = savedText(yaml)
    expect([broken?.line, values, contestants]).toEqual([line, {}, []])
  })

  it('says that a place behind an alias is written elsewhere, and leaves the text as it is', () => {
    const yaml = 'shared: &shared\n  name: A\ncontestants:\n  - *shared\n'
    const text = savedText(yaml)
    text.set(['contestants', 0, 'name'], 'B')
    expect([text.refused, text.yaml]).toEqual(['contestants.0.name', yaml])
    text.set(['title'], 'C')
    expect([text.refused, text.values['title']]).toEqual([null, 'C'])
  })

  it('whose aliases multiply, or whose parts are of other kinds, shows no values there', () => {
    const many = `a: &a [1,1,1,1,1,1,1,1,1,1]\n${'bcdefgh'
      .split('')
      .map((key, i) => `${key}: &${key} [${Array(10).fill(`*${'abcdefg'[i]}`).join(', ')}]`)
      .join('\n')}\n`
    expect(savedText(many).values).toEqual({})
    const { contestants, judges, prompts, promptCount } = savedText(
      'contestants: 3\njudges: {}\nprompts: 4\n',
    )
    expect([contestants, judges, prompts, promptCount]).toEqual([[], [], null, 0])
  })
})
