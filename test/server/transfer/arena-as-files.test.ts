/** An arena that is there, as the files it could be brought in with, and what other files would change of it. */
import { parse, stringify } from 'yaml'
import { expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { ArenaRecipe, ArenaTrial } from '../../../shared/contracts/index.ts'
import { ArenaText } from '../../../web/src/pages/admin/new/arena-text.svelte.ts'
import { appFor } from '../../support/app.ts'
import { everyField, FILES_BESIDE } from '../../support/every-field.ts'
import { voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'
import { DESCRIBED, ENV, lines, NOW } from './arena-files.ts'

const KEY = 'sk-secret-that-nobody-may-see-0123456789'

const app = appFor({ clock: NOW.toISOString(), env: { ...ENV, LOCAL_KEY: KEY } })

const send = (files: Record<string, string>, query = '') =>
  app.asAdmin(`/api/admin/arenas${query}`, { files })

const recipeOf = async (arena: string) => {
  const response = await app.asAdmin(`/api/admin/arenas/${arena}/recipe`)
  expect(response.status).toBe(200)
  return ArenaRecipe.parse(await response.json())
}
const tried = async (files: Record<string, string>) => {
  return ArenaTrial.parse(await (await send(files, '?dry-run')).json())
}
const judge = DESCRIBED.judges[0]
const RICH = {
  ...DESCRIBED,
  arena: 'rich',
  title: 'Rich: "quoted"?',
  description: 'Which?\n',
  visibility: 'link',
  criteria: ['overall', 'tone'],
  contestants: [
    { ...DESCRIBED.contestants[0], params: { temperature: 0.3 }, owner: 'Us', template: 'Say: {{text}}\n' },
    { ...DESCRIBED.contestants[1], family: 'own' },
    { name: 'Made', responses: 'answers/made.csv', model: 'gpt-4o', system: 'Hush.' },
  ],
  prompts: [
    { id: 'p1', text: ' Question? ', category: 'a', reference: 'Yes.\n', variables: { n: 1 } },
    {
      id: 'p2',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'U' },
      ],
    },
  ],
  judges: [
    { ...judge, categories: ['a'], ask: 'apart' },
    {
      ...judge,
      name: 'own',
      params: { temperature: 1 },
      rubric: 'mine.md',
      judge_prompt: 'asks.md',
      criteria: ['tone'],
    },
    { ...judge, name: 'prompted', rubric: 'overall', judge_prompt: './asks.md' },
  ],
  checks: [{ name: 'short', kind: 'regex', pattern: '^.{0,9}$', flags: 's', required: true }],
  plan: { votesPerPair: 3, baseline: 'Made' },
  trust: { minVotes: 7 },
  gate: { preset: 'critical', minWinRate: 0.6 },
  budgetUsd: 2.5,
  providers: { local: { ...DESCRIBED.providers.local, concurrency: 3, requestsPerMinute: 60 } },
}
const RUBRIC =
  '---\ncriteria: [overall, tone]\nreason: after\n---\n\n## overall\n\nGood?\n\n## tone\n\nKind?\n'
const JUDGE_PROMPT = 'Choose.\n\n{{instructions}}\n\n{{answers}}\n\n{{json}}\n'
const FILES = {
  'asks.md': JUDGE_PROMPT,
  'answers/made.csv': 'prompt,text,tokens\np1,"Yes, ""so""",3\np2,No,\n',
  'mine.md': RUBRIC,
}

it('an arena is returned as complete files, which change nothing when they are sent back', async () => {
  const first = await send({ 'arena.yaml': stringify(RICH), ...FILES })
  expect([first.status, await first.text()]).toEqual([201, expect.any(String)])
  const { files, leftOut, retired } = await recipeOf('rich')
  const [terse, warm, made] = RICH.contestants
  expect(parse(files['arena.yaml'])).toEqual({
    ...RICH,
    contestants: [terse, warm, { ...made, responses: 'answers/made.jsonl' }],
    judges: [
      RICH.judges[0],
      { ...RICH.judges[1], rubric: 'rubrics/mine.md', judge_prompt: 'judge-prompts/mine.md' },
      { ...RICH.judges[2], judge_prompt: 'judge-prompts/mine.md' },
    ],
    checks: [{ ...RICH.checks[0], absent: false }],
    trust: { minVotes: 7, minAgreement: 0.75, recheckDays: 30 },
  })
  expect(files['answers/made.jsonl']).toBe(
    lines([
      { prompt: 'p1', text: 'Yes, "so"', tokens: 3 },
      { prompt: 'p2', text: 'No' },
    ]),
  )
  expect(files['judge-prompts/mine.md']).toBe(JUDGE_PROMPT)
  expect([leftOut, retired]).toEqual([
    [{ why: 'answers_made', names: ['Terse', 'Warm'] }],
    { contestants: [], prompts: [] },
  ])
  expect(JSON.stringify(files)).not.toContain(KEY)
  const trial = await tried(files)
  expect(trial.problems).toEqual([])
  expect(trial.change).toMatchObject({
    created: false,
    answersAdded: 0,
    contestantsNotNamed: [],
    kinds: [],
  })
  expect((await recipeOf('rich')).files).toEqual(files)
  const log = await app.asAdmin('/api/admin/arenas/rich/audit')
  expect(await log.json()).toMatchObject({
    entries: [
      { act: 'texts_exported', details: { what: 'recipe' } },
      { act: 'texts_exported' },
      { act: 'arena_created' },
    ],
  })
})

it('an arena is the same after its files went through the editor of the page', async () => {
  const every = everyField('every', { baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'LOCAL_KEY' })
  const made = await send({ 'arena.yaml': stringify(every), ...FILES_BESIDE })
  expect([made.status, await made.text()]).toEqual([201, expect.any(String)])
  const recipe = await recipeOf('every')
  expect(parse(recipe.files['arena.yaml'])).toEqual(every)
  const text = new ArenaText(recipe)
  text.set(['title'], text.values['title'])
  const files = Object.fromEntries(text.sent) as Record<string, string>
  expect(parse(files['arena.yaml']!)).toEqual(every)
  expect(files).toEqual({ ...recipe.files, 'arena.yaml': expect.any(String) })
  expect(await tried(files)).toMatchObject({ problems: [], change: { created: false, kinds: [] } })
})

it('a check lists by kind what other files would change, and which changes are forbidden', async () => {
  const { files } = await recipeOf('rich')
  const { budgetUsd: _, ...described } = parse(files['arena.yaml']) as typeof RICH
  const [terse, warm, made] = described.contestants
  const changed = {
    ...described,
    title: 'Poor?',
    contestants: [{ ...terse, template: '{{text}}!' }, made, { ...warm, name: 'Warmer' }],
    prompts: [described.prompts[0], { id: 'p3', text: 'New?' }],
    judges: [{ ...described.judges[0], model: 'gpt-4o-mini-2024-07-18' }],
    checks: [],
  }
  const answers = { ...files, 'answers/made.jsonl': lines([{ prompt: 'p1', text: 'Yes, "so"' }]) }
  const trial = await tried({ ...answers, 'arena.yaml': stringify(changed) })
  expect(trial.problems).toEqual([])
  expect(trial.change!.contestantsNotNamed).toEqual(['Warm'])
  const changeLines = trial.change!.kinds.map(({ of, how, count, items }) => [
    of,
    how,
    count,
    items.map(({ name, keys }) => [name, ...keys].join(' ')).join(),
  ])
  expect(changeLines).toEqual([
    ['arena', 'changed', 2, 'title title,budgetUsd budgetUsd'],
    ['contestants', 'added', 1, 'Warmer'],
    ['contestants', 'changed', 1, 'Terse template'],
    ['prompts', 'added', 1, 'p3'],
    ['prompts', 'removed', 1, 'p2'],
    ['judges', 'changed', 1, 'careful model'],
    ['judges', 'removed', 2, 'own,prompted'],
    ['checks', 'removed', 1, 'short'],
  ])
  const otherText = {
    ...changed,
    prompts: [{ ...described.prompts[0], text: 'Another?' }, changed.prompts[1]],
  }
  const refused = await tried({ ...answers, 'arena.yaml': stringify(otherText) })
  expect(refused.change).toBeNull()
  expect(refused.problems).toEqual([
    expect.objectContaining({
      path: 'prompts.0',
      message: expect.stringMatching(/^Prompt "p1" is already in this arena.*its own id/),
    }),
  ])
})

it('an answer that differs from the seen one is refused at its contestant, and data outside files stays', async () => {
  await importInto(app.deps, {
    arena: { slug: 'voted' },
    contestants: [{ name: 'A' }, { name: 'B', model: 'm-1' }],
    prompts: [{ key: 'p1', messages: [{ role: 'user', content: 'Q?' }] }],
    answers: ['A', 'B'].map((contestant) => ({ prompt: 'p1', contestant, text: contestant, turns: null })),
    votes: [voteOf('A', 'B', 'left', { prompt: 'p1' }), voteOf('A', 'C', 'left', { prompt: 'bare' })],
  })
  const { files, leftOut } = await recipeOf('voted')
  expect(leftOut).toEqual([
    { why: 'prompts_without_text', names: ['bare'] },
    { why: 'contestants_without_answers', names: ['C'] },
  ])
  expect(await tried(files)).toMatchObject({
    problems: [],
    change: { contestantsNotNamed: ['C'], kinds: [] },
  })
  const other = await tried({ ...files, 'answers/a.jsonl': lines([{ prompt: 'p1', text: 'Another' }]) })
  expect(other.problems).toEqual([
    expect.objectContaining({
      path: 'contestants.0',
      message: expect.stringMatching(/^The answer of A to prompt "p1" was already shown/),
    }),
  ])
  const none = await app.asAdmin('/api/admin/arenas/none/recipe')
  expect(await problemOf(none)).toEqual([404, 'arena_unknown'])
})
