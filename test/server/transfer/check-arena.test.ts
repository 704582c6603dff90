import { expect, test } from 'vitest'
import { checkArena, problemText, setUpArena, type ArenaProblem } from '../../../server/transfer/index.ts'
import { arenaFile, checked, DESCRIBED, lines, MODEL, NOW, ENV } from './arena-files.ts'
import { dirname } from 'node:path'
import { readFile } from 'node:fs/promises'
import { Document, parse } from 'yaml'
import { arenaForOperator, selectProviders } from '../../../server/arenas/index.ts'
import { checkSent } from '../../../server/transfer/arena-file/check-arena.ts'
import { arenaAsFiles } from '../../../server/transfer/arena-file/arena-as-files.ts'
import { tryArena, type ArenaOptions } from '../../../server/transfer/arena-file/bring-arena.ts'
import { readPrices } from '../../../server/platform/providers/index.ts'
import { appFor } from '../../support/app.ts'

const [judge] = DESCRIBED.judges

test('all faults of the schema are reported at once, each with file, line and path', async () => {
  const { plan, problems } = await checked(`arena: Bad_Slug
colour: blue
contestants:
  - name: Warm
    provider: local
  - name: Gone
    responses: gone.jsonl
    model: ${MODEL}
    provider: local
prompts: prompts.jsonl
judges:
  - name: half
    provider: local
`)
  const expected = [
    /^arena.yaml:1: arena: must be 1 to 64 characters/,
    /^arena.yaml:2: colour: unknown key; fix the spelling or remove it/,
    /^arena.yaml:6: contestants.1: /,
    /^arena.yaml:12: judges.0.model: is missing/,
  ]
  expect(problems).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  expect(plan.incoming).toBeNull()
})

test('names that there are not are reported at once', async () => {
  const described = `arena: named
contestants:
  - { name: Warm, provider: nowhere, model: ${MODEL} }
  - { name: Cold, provider: local, controlOf: Warm }
prompts: prompts.jsonl
plan: { baseline: Nobody }
providers:
  local: { type: openai, apiKeyEnv: NOT_SET }
`
  const twice = described.replace('name: Cold', 'name: Warm')
  expect((await checked(twice)).problems).toContainEqual(
    expect.stringMatching(/^arena.yaml:4: contestants.1.name: the name "Warm" is used twice/),
  )
  const expected = [
    /^arena.yaml:3: contestants.0.provider: there is no provider "nowhere"; there is "local"/,
    /^arena.yaml:4: contestants.1.controlOf: differs from "Warm" in provider, model\./,
    /^arena.yaml:4: contestants.1.model: is missing/,
    /^arena.yaml:5: prompts: .*there is no such file/,
    /^arena.yaml:6: plan.baseline: there is no contestant "Nobody"/,
    /^arena.yaml:8: providers.local.apiKeyEnv: .*NOT_SET is not set/,
  ]
  const { problems } = await checked(described)
  expect(problems.toSorted()).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
})

test('all faults of what it names are reported at once, also beside names that there are not', async () => {
  const { plan, problems } = await checked(
    `arena: faulty
contestants:
  - name: Warm
    provider: local
    model: gpt-99
    template: "{{variables.product}} {{foo}} {{reference}}"
  - name: Elsewhere
    responses: answers.jsonl
  - name: Gone
    responses: gone.jsonl
  - name: Lost
    provider: nowhere
    template: "{{bar}}"
prompts: prompts.jsonl
judges:
  - name: careful
    provider: local
    model: ${MODEL}
    rubric: overall
    criteria: [style]
    categories: [nothing]
  - name: unread
    provider: local
    model: ${MODEL}
    rubric: rubrics/bad.md
checks:
  - name: broken
    kind: regex
    pattern: "(["
budgetUsd: 3
providers:
  local:
    type: openai
    apiKeyEnv: NOT_SET
`,
    {
      'prompts.jsonl': `${lines([
        { id: 'a', text: 'A?', variables: { product: 'x' } },
        { id: 'b', text: 'B?' },
      ])}no json\n`,
      'answers.jsonl': lines([{ prompt: 'a', text: 'x' }, { prompt: 'zz', text: 'x' }, { text: 'y' }]),
      'rubrics/bad.md': '---\nforms: [pairwise]\n---\nJudge.\n',
    },
  )
  const expected = [
    /^arena.yaml:5: contestants.0.model: .*no model "gpt-99".*budget of 3 USD cannot be kept/,
    /^arena.yaml:6: contestants.0.template: \{\{variables.product\}\} has no value for the prompt "b"/,
    /^arena.yaml:6: contestants.0.template: .*\{\{foo\}\}/,
    /^arena.yaml:6: contestants.0.template: \{\{reference\}\} would give/,
    /^arena.yaml:10: contestants.2.responses: .*gone.jsonl: there is no such file/,
    /^arena.yaml:12: contestants.3.provider: there is no provider "nowhere"/,
    /^arena.yaml:13: contestants.3.template: .*\{\{bar\}\}/,
    /^arena.yaml:20: judges.0.criteria: the rubric overall says nothing about "style"/,
    /^arena.yaml:20: judges.0.criteria: .*the arena's `criteria`/,
    /^arena.yaml:21: judges.0.categories: no prompt has the category "nothing"/,
    /^arena.yaml:25: judges.1.rubric: bad.md:2: .*criterion/,
    /^arena.yaml:27: checks.0: the pattern is not a valid regular expression/,
    /^arena.yaml:34: providers.local.apiKeyEnv: .*NOT_SET is not set.*export NOT_SET=/,
    /^prompts.jsonl:3: not JSON; correct/,
    /^answers.jsonl:2: "Elsewhere" answers .*"zz"/,
    /^answers.jsonl:3: prompt is missing/,
  ]
  expect(problems).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  expect(plan.incoming).toBeNull()
})

/** HTTP endpoints and commands. */
const bot = {
  type: 'http',
  url: 'https://bot.example/answer',
  headers: { authorization: 'Bearer {{env.BOT_API_KEY}}' },
  body: { ask: '{{last}}' },
  answer: '/text',
  costUsd: 0.01,
}
const program = { type: 'exec', command: ['python3', 'bot.py'], env: ['BOT_API_KEY'], costUsd: 0 }
const env = { ...ENV, BOT_API_KEY: 'a-key' }

const withProviders = (providers: object) => ({
  arena: 'programs',
  contestants: Object.keys(providers).map((provider) => ({ name: `By ${provider}`, provider })),
  prompts: [{ id: 'p1', text: 'Question?' }],
  providers,
})
const OF_FILES = {
  'a.jsonl': lines(DESCRIBED.prompts.map(({ id }) => ({ prompt: id, text: `To ${id}.` }))),
  'two.jsonl': lines([{ prompt: 'p1', answer: 'x', prediction: 'y' }]),
  'other.jsonl': lines([{ prompt: 'p1', text: 'x', model: 'Terse' }]),
  'half.md': 'Judge.\n\n{{instructions}}\n\n{{first}}\n\n{{json}}\n',
}

interface Case {
  what: string
  set?: Record<string, unknown>
  file?: { providers: Record<string, unknown> }
  options?: Parameters<typeof checked>[2]
  sent?: { providerKeys: string[]; privateProviders: boolean }
  stops?: 'all' | 'calls'
  problems?: string[]
  warnings?: string[]
  never?: string
}
const CASES = parse(await readFile(new URL('arena-cases.yaml', import.meta.url), 'utf8')) as Case[]

/** An arena whose providers are those of the case, or `bot` and `program` by name. */
const describedBy = ({ set = {}, file }: Case): Document => {
  if (!file) {
    const document = new Document(DESCRIBED)
    for (const [path, value] of Object.entries(set)) {
      const keys = path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
      if (value === null) document.deleteIn(keys)
      else document.setIn(keys, document.createNode(value))
    }
    return document
  }
  const known: Record<string, unknown> = { bot, program }
  const providers = Object.fromEntries(
    Object.entries(file.providers).map(([name, provider]) => [name, known[String(provider)] ?? provider]),
  )
  return new Document({ ...withProviders(providers), ...file, providers })
}

test.each(CASES)('$what', async (arenaCase) => {
  const { problems = [], warnings = [], never, options = {}, sent, stops } = arenaCase
  const text = String(describedBy(arenaCase))
  const { now = NOW, ...more } = options
  const here = { env, now: new Date(now), prices: await readPrices() }
  const plan = sent
    ? await checkSent({ name: 'arena.yaml', text }, new Map(), here, sent)
    : await checkArena(await arenaFile(text, OF_FILES), { ...here, ...more })
  const said = (findings: ArenaProblem[]) => findings.map(({ path, message }) => `${path}: ${message}`)
  const matching = (pattern: string) => expect.stringMatching(new RegExp(pattern)) as unknown
  expect(said(plan.problems)).toEqual(problems.map(matching))
  for (const pattern of warnings) expect(said(plan.warnings)).toContainEqual(matching(pattern))
  if (never) expect(said([...plan.problems, ...plan.warnings]).join()).not.toContain(never)
  expect(plan.problems.length > 0 && (plan.incoming ? 'calls' : 'all')).toBe(stops ?? false)
})

test('answers of one contestant may be called as other programs call them', async () => {
  const said = ['p1', 'p2', 'p3'].map((id) => ({ id, response: `To ${id}.` }))
  const { problems, plan } = await checked(
    { ...DESCRIBED, contestants: [DESCRIBED.contestants[0], { name: 'Ours', responses: 'answers.jsonl' }] },
    { 'answers.jsonl': lines(said) },
  )
  expect(problems).toEqual([])
  expect(plan.incoming?.answers.map(({ prompt, text }) => ({ id: prompt, response: text }))).toEqual(said)
})

test('an arena.yaml without an error has no problem, and is read completely', async () => {
  const gate = { preset: 'critical', minWinRate: 0.58, minVotes: 3, alpha: 0.01, maxCostRatio: 1.2 }
  const { plan, problems, warnings } = await checked({
    ...DESCRIBED,
    gate,
    live: { budgetUsd: 5, keepDays: 7 },
  })
  expect([problems, plan.leftOut]).toEqual([[], []])
  expect(warnings).toEqual([expect.stringContaining('"careful" is of the family gpt, like "Terse", "Warm"')])
  expect(plan.incoming).toMatchObject({
    arena: { slug: 'described', criteria: ['overall'] },
    contestants: [{ name: 'Terse', provider: 'local', system: 'Be brief.' }, { name: 'Warm' }],
    setUp: { judges: [{ name: 'careful', rubric: { name: 'overall' }, form: 'pairwise' }] },
  })
  expect(plan.incoming?.setUp.settings).toMatchObject({
    gate,
    live: { budgetUsd: 5, vote: 'end', turns: 5, characters: 4000, tokens: 1000, keepDays: 7 },
  })
})

test('an unknown key is a problem in a prompts file and in a list, but the prompt is not left out', async () => {
  const rows = ['a', 'b'].map((id) => ({ id, text: `${id}?`, refrence: '4' }))
  const { plan, problems } = await checked(
    { ...DESCRIBED, prompts: 'prompts.jsonl' },
    { 'prompts.jsonl': lines([{ id: 'c', text: 'c?' }, ...rows]) },
  )
  expect(problems).toEqual([
    'prompts.jsonl:2: "refrence" is an unknown key (in 2 rows); fix the spelling or remove it',
  ])
  expect(plan.incoming?.prompts.map(({ key }) => key)).toEqual(['c', 'a', 'b'])
  const table = await checked(
    { ...DESCRIBED, prompts: 'prompts.csv' },
    { 'prompts.csv': 'id,text,note\na,a?,x\nb,b?,y\n' },
  )
  expect(table.problems).toEqual([])
})

test('a missing file, invalid YAML and a file without keys are refused in one line', async () => {
  const nothing = { env: {}, prices: { rows: [] }, now: NOW }
  await expect(checkArena('/nowhere/arena.yaml', nothing)).rejects.toThrow(
    '/nowhere/arena.yaml: there is no such file.',
  )
  await expect(checkArena(await arenaFile('arena: ['), nothing)).rejects.toThrow(/^arena.yaml:1: not YAML/)
  for (const [text, wrong] of [
    ['# later\n', /is empty: write at least arena,/],
    ['- a\n', /describes no arena: write/],
  ] as const)
    expect((await checked(text)).problems).toEqual([expect.stringMatching(wrong)])
})

test('a judge without a rubric is asked for style, tone and content wherever references are given', async () => {
  const prompts = DESCRIBED.prompts.map((prompt) => ({ ...prompt, reference: 'R' }))
  const { rubric: _, ...plain } = judge
  const asked = async (criteria: string[] | undefined, more: object = {}) => {
    const described = { ...DESCRIBED, ...(criteria && { criteria }), prompts, judges: [plain], ...more }
    const { plan, problems, warnings } = await checked(described)
    expect(problems).toEqual([])
    const { name, criteria: of } = plan.incoming!.setUp.judges[0].rubric
    return [name, of, warnings.filter((one) => one.includes('style, tone and quality of content?" ')).length]
  }
  expect(await asked(['voice'])).toEqual(['voice', ['voice'], 0])
  expect(await asked(undefined)).toEqual(['voice', ['overall'], 1])
  // each criterion has votes of its own
  expect(await asked(['overall', 'voice'])).toEqual(['voice', ['voice'], 0])
  const overall = ['overall', ['overall'], 0]
  expect(await asked(undefined, { prompts: [prompts[0], ...DESCRIBED.prompts.slice(1)] })).toEqual(overall)
  const checks = [{ name: 'c', kind: 'contains', value: '{{reference}}' }]
  expect(await asked(undefined, { checks })).toEqual(overall)
  expect(await asked(undefined, { judges: [{ ...plain, rubric: 'overall' }] })).toEqual(overall)
})

const app = appFor({ clock: NOW.toISOString(), env })

test('what is stored comes back as the same file; a command starts in the folder of its file', async () => {
  const path = await arenaFile(withProviders({ bot, program }))
  const plan = await checkArena(path, { env, prices: await readPrices(), now: NOW })
  expect(plan.problems).toEqual([])
  await setUpArena(app.deps, plan)
  const arena = await arenaForOperator(app.deps.db, 'programs')
  const stored = await selectProviders(app.deps.db, arena.id)
  expect(stored.map(({ type, base_url, options }) => ({ type, base_url, folder: options.folder }))).toEqual([
    { type: 'http', base_url: bot.url, folder: undefined },
    { type: 'exec', base_url: null, folder: dirname(path) },
  ])
  const { files } = await arenaAsFiles(app.deps, arena)
  expect(parse(files['arena.yaml']!).providers).toEqual({ bot: { ...bot, method: 'POST' }, program })
})

async function tried(change: object, files: Record<string, string> = {}, wish: ArenaOptions = {}) {
  const path = await arenaFile({ ...DESCRIBED, ...change }, files)
  const { problems, estimate } = await tryArena({ ...app.deps, env: ENV }, path, wish)
  if (!estimate) throw new Error(problems.map(problemText).join())
  return estimate
}

test('answers are made once, and each judgement is two calls', async () => {
  const estimate = await tried({})
  expect(estimate).toMatchObject({
    answers: 6,
    judgements: 3,
    calls: 6 + 2 * 3,
    callsFor: { answers: 6, judgements: 6, checks: 0 },
    costByModel: { [MODEL]: estimate.costUsd },
  })
  expect(estimate.costUsd).toBeGreaterThan(0)
})

test('several criteria cost one call together, and one call each if they are separate', async () => {
  const criteria = ['helpfulness', 'groundedness', 'coherence', 'completeness']
  const prompts = DESCRIBED.prompts.map((prompt) => ({ ...prompt, context: 'C' }))
  const triedWith = (ask: string) => tried({ criteria, prompts, judges: [{ ...judge, rubric: 'rag', ask }] })
  const [together, apart] = [await triedWith('together'), await triedWith('apart')]
  expect([together.judgements, apart.judgements]).toEqual([3, 12])
  expect(apart.costUsd).toBeGreaterThan(
    2 * (together.costUsd! - (await tried({ prompts, judges: [] })).costUsd!),
  )
})

test('every turn of a thread is a call, and a check by a model one for each answer that it reads', async () => {
  const prompts = [
    { id: 'p1', turns: ['One?', 'Two?', 'Three?'], category: 'long' },
    { id: 'p2', text: 'Four?' },
  ]
  const question = 'Does it answer?'
  const check = {
    name: 'answers',
    kind: 'llm',
    provider: 'local',
    model: MODEL,
    question,
    categories: ['long'],
  }
  expect(await tried({ prompts, checks: [check] })).toMatchObject({
    answers: 4,
    callsFor: { answers: 2 * (3 + 1), judgements: 4, checks: 2 },
  })
})

test('imported answers cost nothing, and equal answers are not compared', async () => {
  const contestants = ['A', 'B'].map((name) => ({ name, responses: `${name}.jsonl` }))
  const answers = (last: string) =>
    lines([
      { prompt: 'p1', text: 'same' },
      { prompt: 'p2', text: last },
    ])
  const estimate = await tried({ contestants }, { 'A.jsonl': answers('one'), 'B.jsonl': answers('two') })
  expect(estimate).toMatchObject({ answers: 0, judgements: 1, identicalAnswers: 1, calls: 2 })
})

test('a dry run follows the plan, a plan that replaces it, and the chosen judges', async () => {
  const judges = [judge, { ...judge, name: 'second', model: 'no-such-model' }]
  const plan = { votesPerPair: 2 }
  expect(await tried({ judges, plan })).toMatchObject({
    judgements: 4,
    costUsd: null,
    costByModel: { 'no-such-model': null },
  })
  expect(await tried({ judges, plan }, {}, { judges: ['careful'] })).toMatchObject({ judgements: 2 })
  expect(await tried({ judges, plan }, {}, { votesPerPair: 1 })).toMatchObject({ judgements: 2 })
  await expect(tried({}, {}, { judges: ['nobody'] })).rejects.toThrow('There is no judge "nobody"')
})

test('there is no estimate if problems leave nothing to count', async () => {
  await expect(tried({ prompts: 'gone.jsonl' })).rejects.toThrow('gone.jsonl')
})

test('of a file that names several contestants in its column model, each takes its answers', async () => {
  const contestants = ['A', 'B'].map((name) => ({ name, responses: 'all.jsonl' }))
  const answers = contestants.flatMap(({ name }) =>
    ['p1', 'p2', 'p3'].map((prompt) => ({ prompt, model: name, text: `${name} on ${prompt}` })),
  )
  const { plan, problems } = await checked(
    { ...DESCRIBED, contestants, judges: undefined },
    { 'all.jsonl': lines(answers) },
  )
  expect(problems).toEqual([])
  expect(plan.incoming!.answers.map(({ contestant, prompt, text }) => [contestant, prompt, text])).toEqual(
    answers.map(({ model, prompt, text }) => [model, prompt, text]),
  )
})
