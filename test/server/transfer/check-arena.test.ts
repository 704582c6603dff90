import { describe, expect, test } from 'vitest'
import { checkArena, setUpArena, dryRun } from '../../../server/transfer/index.ts'
import { arenaFile, checked, DESCRIBED, lines, MODEL, NOW, ENV } from './arena-files.ts'
import { dirname } from 'node:path'
import { parse, stringify } from 'yaml'
import { arenaNamed, selectProviders } from '../../../server/arenas/index.ts'
import { checkSent } from '../../../server/transfer/arena-file/check-arena.ts'
import { arenaAsFiles } from '../../../server/transfer/arena-file/arena-as-files.ts'
import { readPrices } from '../../../server/platform/providers/index.ts'
import { appFor } from '../../support/app.ts'

const [terse, warm] = DESCRIBED.contestants
const [judge] = DESCRIBED.judges

test('all errors are reported at once, each with file, line and path', async () => {
  const { plan, problems } = await checked(
    `arena: Bad_Slug
colour: blue
contestants:
  - name: Warm
    provider: local
    model: gpt-99
    template: "{{variables.product}} {{foo}} {{reference}}"
  - name: Warm
    provider: nowhere
    model: ${MODEL}
  - name: Elsewhere
    responses: answers.jsonl
  - name: Gone
    responses: gone.jsonl
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
  - name: half
    provider: local
checks:
  - name: broken
    kind: regex
    pattern: "(["
plan:
  baseline: Nobody
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
    /^arena.yaml:1: arena: must be 1 to 64 characters/,
    /^arena.yaml:2: colour: unknown key; fix the spelling or remove it/,
    /^arena.yaml:6: contestants.0.model: .*no model "gpt-99".*budget of 3 USD cannot be kept/,
    /^arena.yaml:7: contestants.0.template: \{\{variables.product\}\} has no value for the prompt "b"/,
    /^arena.yaml:7: contestants.0.template: .*\{\{foo\}\}/,
    /^arena.yaml:7: contestants.0.template: \{\{reference\}\} would give/,
    /^arena.yaml:8: contestants.1.name: the name "Warm" is used twice/,
    /^arena.yaml:9: contestants.1.provider: there is no provider "nowhere"; there is "local"/,
    /^arena.yaml:14: contestants.3.responses: .*gone.jsonl: there is no such file/,
    /^arena.yaml:21: judges.0.criteria: the rubric overall says nothing about "style"/,
    /^arena.yaml:21: judges.0.criteria: .*the arena's `criteria`/,
    /^arena.yaml:22: judges.0.categories: no prompt has the category "nothing"/,
    /^arena.yaml:26: judges.1.rubric: bad.md:2: .*criterion/,
    /^arena.yaml:27: judges.2.model: is missing/,
    /^arena.yaml:30: checks.0: the pattern is not a valid regular expression/,
    /^arena.yaml:34: plan.baseline: there is no contestant "Nobody"/,
    /^arena.yaml:39: providers.local.apiKeyEnv: .*NOT_SET is not set.*export NOT_SET=/,
    /^prompts.jsonl:3: not JSON; correct/,
    /^answers.jsonl:2: "Elsewhere" answers .*"zz"/,
    /^answers.jsonl:3: prompt is missing/,
  ]
  expect(problems).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  expect(plan.incoming).toBeNull()
})

test('the family of a contestant without a model comes from its name', async () => {
  const { warnings } = await checked(
    {
      ...DESCRIBED,
      contestants: [
        { name: 'gpt-9 as shipped', responses: 'answers.jsonl' },
        { name: 'Ours', responses: 'answers.jsonl' },
      ],
    },
    { 'answers.jsonl': lines(['p1', 'p2', 'p3'].map((prompt) => ({ prompt, text: `To ${prompt}.` }))) },
  )
  expect(warnings).toContainEqual(
    expect.stringContaining('"careful" is of the family gpt, like "gpt-9 as shipped".'),
  )
})

test('answers of one contestant may be called as other programs call them', async () => {
  const said = ['p1', 'p2', 'p3'].map((id) => ({ id, response: `To ${id}.` }))
  const { problems, plan } = await checked(
    { ...DESCRIBED, contestants: [terse, { name: 'Ours', responses: 'answers.jsonl' }] },
    { 'answers.jsonl': lines(said) },
  )
  expect(problems).toEqual([])
  expect(plan.incoming?.answers.map(({ prompt, text }) => ({ id: prompt, response: text }))).toEqual(said)
})

test('an arena.yaml without an error has no problem, and is read completely', async () => {
  const { plan, problems, warnings } = await checked(DESCRIBED)
  expect([problems, plan.leftOut]).toEqual([[], []])
  expect(warnings).toEqual([expect.stringContaining('"careful" is of the family gpt, like "Terse", "Warm"')])
  expect(plan.incoming).toMatchObject({
    arena: { slug: 'described', criteria: ['overall'] },
    contestants: [{ name: 'Terse', provider: 'local', system: 'Be brief.' }, { name: 'Warm' }],
    setUp: { judges: [{ name: 'careful', rubric: { name: 'overall' }, form: 'pairwise' }] },
  })
})

test('a model is called retired from its date on, with a warning before, except behind gateways', async () => {
  const model = 'gpt-5-mini-2025-08-07'
  const own = {
    judges: [{ ...judge, model }],
    providers: { local: { type: 'openai', apiKeyEnv: 'LOCAL_KEY' } },
  }
  const on = (day: string, change: object = own) =>
    checked({ ...DESCRIBED, ...change }, {}, { now: new Date(`${day}T12:00:00Z`) })
  const [before, after] = [await on('2026-12-09'), await on('2026-12-10')]
  expect(before.problems).toEqual([])
  expect(before.warnings).toContainEqual(expect.stringMatching(/no longer be served from 2026-12-10 on/))
  expect(after.problems).toEqual([expect.stringMatching(/judges.0.model: .* is retired/)])
  const gateway = await on('2026-12-10', { judges: own.judges })
  expect([...gateway.problems, ...gateway.warnings].filter((one) => one.includes('served'))).toEqual([])
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

test('keys of earlier versions are named with what to do, and the file is read', async () => {
  const { plan, problems, warnings } = await checked({
    ...DESCRIBED,
    judges: [{ ...judge, logprobs: 'measure' }],
    schedule: { entries: [{ name: 'nightly', does: 'judge', cron: '0 3 * * *' }] },
  })
  expect(problems).toEqual([])
  expect(warnings).toContainEqual(
    expect.stringMatching(/judges\.0\.logprobs: is no longer read: .*; remove it/),
  )
  expect(warnings).toContainEqual(expect.stringMatching(/schedule: is no longer read: .*cron\.md/))
  expect(plan.incoming?.setUp.judges[0]).not.toHaveProperty('logprobs')
  expect(plan.incoming?.setUp.settings).not.toHaveProperty('schedule')
})

test('a missing file and invalid YAML are refused in one line', async () => {
  await expect(
    checkArena('/nowhere/arena.yaml', { env: {}, prices: { rows: [] }, now: NOW }),
  ).rejects.toThrow('/nowhere/arena.yaml: there is no such file.')
  const path = await arenaFile('arena: [')
  await expect(checkArena(path, { env: {}, prices: { rows: [] }, now: NOW })).rejects.toThrow(
    /^arena.yaml:1: not YAML/,
  )
})

test('a key among the parameters stops the whole import, since parameters are public', async () => {
  const params = { api_key: 'anything' }
  const { plan, problems } = await checked({ ...DESCRIBED, judges: [{ ...judge, params }] })
  expect(problems).toEqual([
    expect.stringMatching(/judges\.0\.params: params\.api_key: looks like a key .* apiKeyEnv/),
  ])
  expect(plan.incoming).toBeNull()
})

test('a provider may leave out its key only if it has an address', async () => {
  const providers = (local: object) => ({ ...DESCRIBED, providers: { local } })
  const keyless = await checked(providers({ type: 'openai', baseUrl: 'http://127.0.0.1:11434/v1' }))
  expect(keyless.problems).toEqual([])
  for (const type of ['openai', 'anthropic'])
    expect((await checked(providers({ type }))).problems).toEqual([
      expect.stringMatching(
        new RegExp(
          `providers\\.local: apiKeyEnv is missing: .* the key of ${type}\\. Only a provider with a baseUrl`,
        ),
      ),
    ])
})

test('a base URL that ends in the route of the calls is refused before a call', async () => {
  for (const [type, route] of [
    ['openai', '/chat/completions'],
    ['anthropic', '/messages'],
  ]) {
    const local = { type, baseUrl: `http://127.0.0.1:9/v1${route}` }
    expect((await checked({ ...DESCRIBED, providers: { local } })).problems).toEqual([
      expect.stringContaining(
        `providers.local.baseUrl: calls go to ${route} below the base URL, so it must not end in it: write http://127.0.0.1:9/v1`,
      ),
    ])
  }
})

test.each([
  ['file:///etc/passwd', /is not an http:\/\/ or https:\/\/ address/],
  ['ftp://models.example/v1', /is not an http:\/\/ or https:\/\/ address/],
  ['https://ann:hunter2@models.example/v1', /holds a name or password/],
])('the address %s of a provider is refused before a call', async (address, wrong) => {
  for (const [field, local] of [
    ['baseUrl', { type: 'openai', baseUrl: address }],
    ['url', { type: 'http', url: address, reply: 'text' }],
  ] as const) {
    const { problems } = await checked({ ...DESCRIBED, providers: { local } }, undefined, { isDryRun: true })
    const own = problems.filter((line) => line.includes(`providers.local.${field}: `))
    expect(own).toEqual([expect.stringMatching(wrong)])
    expect(problems.join()).not.toContain('hunter2')
  }
})

test('a file without keys is told what an arena.yaml has', async () => {
  expect((await checked('# later\n')).problems).toEqual([
    expect.stringMatching(/is empty: write at least arena,/),
  ])
  expect((await checked('- a\n')).problems).toEqual([expect.stringMatching(/describes no arena: write/)])
})

test('a provider that cannot be read is reported once, not again for each that names it', async () => {
  const { problems } = await checked({ ...DESCRIBED, providers: { local: { type: 'openay' } } })
  expect(problems).toEqual([expect.stringContaining('providers.local')])
})

describe('a problem that only stops calls', () => {
  test.each<[string, unknown, RegExp]>([
    ['a missing key', { providers: { local: { type: 'openai', apiKeyEnv: 'UNSET' } } }, /UNSET is not set/],
    ['one contestant only', { contestants: [terse] }, /nothing to compare/],
    [
      'an unpriced model and a budget',
      { judges: [{ ...judge, model: 'x-1' }], budgetUsd: 1 },
      /no model "x-1".*docs\/how-to\/model-servers\.md shows one/,
    ],
    [
      'a slip in a model',
      { judges: [{ ...judge, model: 'gpt-4.1-2025-04-15' }], budgetUsd: 1 },
      /no model "gpt-4.1-2025-04-15" \(did you mean "gpt-4.1-2025-04-14".*\), so/,
    ],
    [
      'a parameter that cannot be sent',
      { judges: [{ ...judge, params: { stream: true } }] },
      /params.stream/,
    ],
    [
      'a temperature that is no number',
      { judges: [{ ...judge, params: { temperature: 'hot' } }] },
      /judges.0.params: params.temperature: must be a number from 0 to 2/,
    ],
    [
      'a temperature beyond what there is',
      { judges: [{ ...judge, params: { temperature: 2.5 } }] },
      /params.temperature: must be a number from 0 to 2/,
    ],
    ['a share above 1', { judges: [{ ...judge, params: { top_p: 40 } }] }, /params.top_p: .* from 0 to 1/],
  ])('%s', async (_what, change, wrong) => {
    const { plan, problems } = await checked({ ...DESCRIBED, ...(change as object) })
    expect(problems).toEqual([expect.stringMatching(wrong)])
    expect(plan.incoming).not.toBeNull()
  })

  test('missing keys of judges that are not used are no problem', async () => {
    const other = { ...judge, name: 'other', provider: 'elsewhere' }
    const described = {
      ...DESCRIBED,
      judges: [judge, other],
      providers: { ...DESCRIBED.providers, elsewhere: { type: 'anthropic', apiKeyEnv: 'UNSET' } },
    }
    expect((await checked(described)).problems).toHaveLength(1)
    expect((await checked(described, {}, { judges: ['careful'] })).problems).toEqual([])
  })

  test('a name without a date, behind which a provider may put another model, is a warning at its place', async () => {
    const { contestants } = DESCRIBED
    const { problems, warnings } = await checked({
      ...DESCRIBED,
      contestants: [{ ...contestants[0], model: 'gpt-4.1' }, contestants[1]],
      judges: [{ ...judge, model: 'claude-3-opus-latest' }],
    })
    expect(problems.filter((one) => /alias/.test(one))).toEqual([])
    expect(warnings.filter((one) => /alias/.test(one))).toEqual([
      expect.stringMatching(/contestants\.0\.model: "gpt-4\.1" is an alias: .* such as gpt-4\.1-2025-04-14$/),
      expect.stringMatching(/judges\.0\.model: "claude-3-opus-latest" is an alias: its provider may put/),
    ])
  })

  test('an unpriced model is only a warning without a budget, and said once', async () => {
    const contestants = DESCRIBED.contestants.map((one) => ({ ...one, model: 'x-1' }))
    const described = { ...DESCRIBED, contestants, judges: [{ ...judge, model: 'x-1' }] }
    expect(await checked(described)).toMatchObject({
      problems: [],
      warnings: [expect.stringContaining('DEADHEAT_PRICES')],
    })
    expect((await checked(described, {}, { budgetUsd: 1 })).problems).toHaveLength(1)
  })
})

describe('the input of a judge', () => {
  const withRubric = (rubric: string, prompts: object[] = DESCRIBED.prompts) => ({
    ...DESCRIBED,
    criteria: ['groundedness', 'reference'],
    judges: [{ ...judge, rubric }],
    prompts,
  })
  const [p1, ...rest] = DESCRIBED.prompts

  test('groundedness without any context is refused', async () => {
    const { problems } = await checked(withRubric('groundedness'))
    expect(problems).toEqual([
      expect.stringMatching(/judges.0.rubric: .*no answer or prompt has a `context`/),
    ])
  })

  test('partly missing contexts are a warning that names contestants and prompts', async () => {
    const { problems, warnings } = await checked(
      withRubric('groundedness', [{ ...p1, context: 'C' }, ...rest]),
    )
    expect(problems).toEqual([])
    expect(warnings).toContainEqual(expect.stringMatching(/retrieved.* "Terse" .*"p2", "p3"/))
    expect(warnings).toContainEqual(expect.stringContaining('contains {{context}}: "Terse" will not see it'))
  })

  test('without a rubric is asked for style, tone and content wherever references are given', async () => {
    const prompts = DESCRIBED.prompts.map((one) => ({ ...one, reference: 'R' }))
    const { rubric: _, ...plain } = judge as typeof judge & { rubric?: string }
    const asked = async (criteria: string[] | undefined, more: object = {}) => {
      const file = { ...DESCRIBED, ...(criteria && { criteria }), prompts, judges: [plain], ...more }
      const { plan, problems, warnings } = await checked(file)
      expect(problems).toEqual([])
      const { name, criteria: of } = plan.incoming!.setUp.judges[0].rubric
      return [
        name,
        of,
        warnings.filter((one) => one.includes('style, tone and quality of content?" ')).length,
      ]
    }
    expect(await asked(['voice'])).toEqual(['voice', ['voice'], 0])
    expect(await asked(undefined)).toEqual(['voice', ['overall'], 1])
    // each criterion has votes of its own
    expect(await asked(['overall', 'voice'])).toEqual(['voice', ['voice'], 0])
    expect(await asked(undefined, { prompts: [prompts[0], ...rest] })).toEqual(['overall', ['overall'], 0])
    const checks = [{ name: 'c', kind: 'contains', value: '{{reference}}' }]
    expect(await asked(undefined, { checks })).toEqual(['overall', ['overall'], 0])
    const own = [{ ...plain, rubric: 'overall' }]
    expect(await asked(undefined, { judges: own })).toEqual(['overall', ['overall'], 0])
  })

  test('a reference that a prompt lacks is refused, naming the prompts', async () => {
    const described = withRubric('reference', [{ ...p1, reference: 'R' }, ...rest])
    const rubric = (await checked(described)).problems
    expect(rubric).toContainEqual(expect.stringMatching(/there is none for "p2", "p3"/))
  })
})

test('a judge prompt that shows one answer, or that is not there, is reported with its place and file', async () => {
  const judges = ['half.md', 'gone.md'].map((file, i) => ({ ...judge, name: `J${i}`, judge_prompt: file }))
  const half = 'Judge.\n\n{{instructions}}\n\n{{first}}\n\n{{json}}\n'
  const { problems } = await checked({ ...DESCRIBED, judges }, { 'half.md': half })
  expect(problems).toEqual([
    expect.stringMatching(/judges\.0\.judge_prompt: half\.md: does not show both answers: \{\{second\}\} is/),
    expect.stringMatching(/judges\.1\.judge_prompt: gone\.md: there is no such file\./),
  ])
})

test('a thread that leaves nothing to answer is reported with its prompt', async () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ]
  const { problems } = await checked({
    ...DESCRIBED,
    prompts: [...DESCRIBED.prompts, { id: 'p4', messages }],
  })
  expect(problems).toEqual([expect.stringMatching(/prompts: prompt "p4" has nothing to answer/)])
})

describe('a control', () => {
  test('is the contestant once more, under another name', async () => {
    const { plan, problems } = await checked(DESCRIBED, {}, { control: 'Warm' })
    expect(problems).toEqual([])
    const { name: _, ...same } = plan.incoming!.contestants[1]
    expect(plan.incoming!.contestants[2]).toEqual({ ...same, name: 'Warm (control)', controlOf: 'Warm' })
  })

  test('must have the same settings, separate texts and a known original', async () => {
    const first = (contestants: object[], control?: string) =>
      checked({ ...DESCRIBED, contestants }, { 'a.jsonl': lines([{ prompt: 'p1', text: 'x' }]) }, { control })
    const file = { name: 'File', responses: 'a.jsonl' }
    const wrong = async (...args: Parameters<typeof first>) => (await first(...args)).problems.join('\n')
    expect(await wrong([terse!, { ...warm, controlOf: 'Terse' }])).toContain('differs from "Terse" in system')
    expect(await wrong([terse!, { ...warm, controlOf: 'Cold' }])).toContain('no other contestant "Cold"')
    expect(await wrong([terse!, file], 'File')).toContain('a second file of answers')
    expect(await wrong([terse!, file], 'Nobody')).toContain('there is no contestant "Nobody"')
    expect(await wrong([file, { ...file, name: 'Twin', controlOf: 'File' }])).toContain(
      'equal texts are never compared',
    )
  })
})

describe('a gate', () => {
  const gated = (gate: unknown, more: object = {}) => checked({ ...DESCRIBED, gate, ...more })

  test('keeps its values', async () => {
    const gate = { preset: 'critical', minWinRate: 0.58, minVotes: 3, alpha: 0.01, maxCostRatio: 1.2 }
    const { plan, problems, warnings } = await gated(gate)
    expect([problems, warnings.filter((one) => one.includes('gate'))]).toEqual([[], []])
    expect(plan.incoming?.setUp.settings.gate).toEqual(gate)
  })

  test('gets a warning if it requires more votes than the judges can give', async () => {
    const warned = async (...args: Parameters<typeof gated>) =>
      (await gated(...args)).warnings.filter((one) => one.includes('gate.minVotes'))
    expect(await warned({ minVotes: 4 })).toEqual([expect.stringContaining('the judges give at most 3')])
    expect(await warned({ minVotes: 3 }, { plan: { votesPerPair: 2 } })).toHaveLength(1)
    expect(await warned({ minVotes: 400 }, { judges: [] })).toEqual([])
  })
})

describe('live battles in an arena.yaml', () => {
  const live = (settings: object, more: object = {}) =>
    checked({ ...DESCRIBED, ...more, live: { budgetUsd: 5, ...settings } })

  test('keep their values, with those that are left out', async () => {
    const { plan, problems } = await live({ keepDays: 7 })
    expect(problems).toEqual([])
    expect(plan.incoming?.setUp.settings.live).toEqual({
      budgetUsd: 5,
      vote: 'end',
      turns: 5,
      characters: 4000,
      tokens: 1000,
      keepDays: 7,
    })
  })

  test('need two contestants that a model answers for, at a known price, and a moderation that there is', async () => {
    const [first, second] = DESCRIBED.contestants
    const given = { name: 'Given', responses: 'given.jsonl' }
    const answers = DESCRIBED.prompts
      .map(({ id }) => `${JSON.stringify({ prompt: id, text: `So ${id}.` })}\n`)
      .join('')
    const alone = await checked(
      { ...DESCRIBED, contestants: [first, given], live: { budgetUsd: 5 } },
      { 'given.jsonl': answers },
    )
    expect(alone.problems).toEqual([
      expect.stringMatching(/live: .*at least two need a `provider` and a `model`/),
    ])
    const unpriced = await live(
      {},
      { contestants: [first, second, { ...second, name: 'New', model: 'nobody-knows-1' }] },
    )
    expect(unpriced.warnings).toContainEqual(
      expect.stringMatching(/live: the price of New is not known, so visitors never meet it/),
    )
    const judged = { plan: { live: true } }
    expect((await live({}, judged)).problems).toEqual([expect.stringMatching(/plan\.live: .*Add budgetUsd/)])
    expect((await live({}, { ...judged, budgetUsd: 1 })).problems).toEqual([])
    const low = await live({ visitorUsd: 0.0000001 })
    expect(low.warnings).toContainEqual(
      expect.stringMatching(/live\.visitorUsd: \$1e-7 is less than the \$0\.\d+ that two answers may cost/),
    )
    expect((await live({})).warnings.join()).not.toContain('that two answers may cost')
    const providers = { ...DESCRIBED.providers, claude: { type: 'anthropic', apiKeyEnv: 'LOCAL_KEY' } }
    const other = await live({ moderation: { provider: 'claude' } }, { providers })
    expect(other.problems).toEqual([
      expect.stringMatching(/live\.moderation\.provider: "claude" has no moderation/),
    ])
    const nobody = await live({ moderation: { provider: 'nowhere' } })
    expect(nobody.problems.join()).toContain('live.moderation.provider: there is no provider "nowhere"')
  })
})

/** HTTP endpoints and commands in an arena.yaml: what is refused, and what comes back. */
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

const app = appFor({ clock: NOW.toISOString(), env })

test('an endpoint and a command need no model, and no price of one', async () => {
  const { problems, warnings } = await checked(
    { ...withProviders({ bot, program }), budgetUsd: 1 },
    {},
    { env },
  )
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [expect.stringMatching(/people vote/)] })
})

test('calls without a price count as $0, and a warning says why', async () => {
  const { costUsd: _, ...unpriced } = program
  const { warnings } = await checked(withProviders({ bot, program: unpriced }), {}, { env })
  expect(warnings).toEqual([
    expect.stringMatching(
      /providers\.program: the calls of provider "program" count as \$0, because nothing says/,
    ),
    expect.stringMatching(/people vote/),
  ])
})

test('a command in a file that is sent over HTTP is refused, also with private addresses allowed', async () => {
  const text = stringify(withProviders({ bot, program }))
  const options = { prices: await readPrices(), now: NOW, providerKeys: [], privateProviders: true }
  const plan = await checkSent({ name: 'arena.yaml', text }, new Map(), options)
  expect(plan.incoming).toBeNull()
  expect(plan.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    expect.stringMatching(
      /^providers\.program\.command: provider "program" is a command, and commands are taken only/,
    ),
  ])
})

test('a file that is sent over HTTP names neither private addresses nor variables of the server', async () => {
  const hostile = {
    ...bot,
    url: 'http://169.254.169.254/latest',
    headers: { 'x-all': '{{env.DEADHEAT_TOKEN}} {{env.PGPASSWORD}} {{env.HOME}}' },
  }
  const text = stringify(withProviders({ hostile, bot }))
  const options = { prices: await readPrices(), now: NOW, providerKeys: [], privateProviders: false }
  const { problems } = await checkSent({ name: 'arena.yaml', text }, new Map(), options)
  expect(problems.map(({ path, message }) => `${path}: ${message.slice(0, 34)}`)).toEqual([
    'providers.hostile.url: 169.254.169.254 is a private addre',
    'providers.hostile.headers: DEADHEAT_TOKEN is not allowed in a',
    'providers.hostile.headers: PGPASSWORD is not allowed in an ar',
    'providers.hostile.headers: HOME is not allowed in an arena th',
  ])
})

test('secrets in the file, unknown placeholders and a pointer of the wrong form are named with their place', async () => {
  const { problems } = await checked(
    withProviders({
      open: { ...bot, headers: { 'X-Api-Key': 'abc', 'x-other': 'sk-0123456789abcdef0123' } },
      lost: { ...bot, headers: { 'x-a': '{{last}}' }, body: { a: ['{{nothing}}'], b: '{{env.HOME}}' } },
      off: { ...bot, answer: 'text' },
      told: { ...program, command: ['bot', '--key', 'sk-0123456789abcdef0123'] },
    }),
    {},
    { env },
  )
  expect(problems.map((one) => one.replace(/^arena.yaml:\d+: /, '').slice(0, 76))).toEqual([
    expect.stringMatching(/^providers.open.headers.X-Api-Key: X-Api-Key carries a secret/),
    expect.stringMatching(/^providers.open.headers.x-other: x-other carries a secret/),
    expect.stringMatching(/^providers.lost.headers.x-a: unknown placeholder/),
    expect.stringMatching(/^providers.lost.body: unknown placeholder {{nothing}}/),
    expect.stringMatching(/^providers.lost.body: unknown placeholder {{env.HOME}}/),
    expect.stringMatching(/^providers.off.answer: must be a JSON Pointer/),
    expect.stringMatching(/^providers.told.command: holds what looks like a key/),
  ])
})

test('a judge cannot be an endpoint or a command', async () => {
  const { problems } = await checked(
    {
      ...withProviders({ bot, program }),
      judges: [{ name: 'careful', provider: 'program', model: 'v1', rubric: 'overall' }],
    },
    {},
    { env },
  )
  expect(problems).toEqual([expect.stringMatching(/provider "program" is no server of models/)])
})

test('a check by a command needs a command, and such a file is refused over HTTP', async () => {
  const check = (provider: string) => ({ name: `by ${provider}`, kind: 'exec', provider })
  const providers = { ...withProviders({ bot, program }), checks: ['program', 'bot', 'none'].map(check) }
  const { problems } = await checked(providers, {}, { env })
  expect(problems.map((one) => one.replace(/^arena.yaml:\d+: /, ''))).toEqual([
    expect.stringMatching(/^checks\.1\.provider: provider "bot" is not a command/),
    expect.stringMatching(/^checks\.2\.provider: .*"none"/),
  ])
  const text = stringify({ ...withProviders({ bot, program }), checks: [check('program')] })
  const options = { prices: await readPrices(), now: NOW, providerKeys: [], privateProviders: true }
  const sent = await checkSent({ name: 'arena.yaml', text }, new Map(), options)
  expect(sent.incoming).toBeNull()
  expect(sent.problems.map(({ path }) => path)).toEqual(['providers.program.command'])
})

test('what is stored comes back as the same file; a command starts in the folder of its file', async () => {
  const path = await arenaFile(withProviders({ bot, program }))
  const plan = await checkArena(path, { env, prices: await readPrices(), now: NOW })
  expect(plan.problems).toEqual([])
  await setUpArena(app.deps, plan)
  const arena = await arenaNamed(app.deps.db, 'programs')
  const stored = await selectProviders(app.deps.db, arena.id)
  expect(stored.map(({ type, base_url, options }) => ({ type, base_url, folder: options.folder }))).toEqual([
    { type: 'http', base_url: bot.url, folder: undefined },
    { type: 'exec', base_url: null, folder: dirname(path) },
  ])
  const { files } = await arenaAsFiles(app.deps, arena, { for: 'editing' })
  expect(parse(files['arena.yaml']!).providers).toEqual({ bot: { ...bot, method: 'POST' }, program })
})

async function tried(change: object, files: Record<string, string> = {}, wish: object = {}) {
  const { plan, prices } = await checked({ ...DESCRIBED, ...change }, files)
  return (await dryRun(plan, { seed: 1, ...wish }, { prices, chromium: '' }))!
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

test('responses with two texts are refused, and those of another contestant are doubted', async () => {
  const contestants = ['A', 'B'].map((name) => ({ name, responses: `${name}.jsonl` }))
  const of = (fields: object) => lines([{ prompt: 'p1', ...fields }])
  const gold = { 'A.jsonl': of({ answer: 'x', prediction: 'y' }), 'B.jsonl': of({ text: 'x', model: 'A' }) }
  const { problems, warnings } = (await checked({ ...DESCRIBED, contestants }, gold)).plan
  expect(JSON.stringify(problems)).toContain('responses_unclear')
  expect(JSON.stringify(warnings)).toContain('responses_of_other')
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
  expect(await tried({ judges, plan }, {}, { plan: { votesPerPair: 1 } })).toMatchObject({ judgements: 2 })
  await expect(tried({}, {}, { judges: ['nobody'] })).rejects.toThrow('There is no judge "nobody"')
})

test('there is no estimate if problems leave nothing to count', async () => {
  const { plan, prices } = await checked({ ...DESCRIBED, prompts: 'gone.jsonl' })
  expect(await dryRun(plan, { seed: 1 }, { prices, chromium: '' })).toBeNull()
})
