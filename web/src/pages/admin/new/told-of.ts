/** An arena that is there, read from its files into what was told of it. */
import { parse, stringify } from 'yaml'
import type { ArenaRecipe } from '../../../../../shared/contracts/arena-recipe.ts'
import type { CheckTold, Kept, PromptStanding, TextFile, Told } from './told.ts'
import { GATE, TRUST } from './told.ts'

type Entry = Record<string, unknown>

export function toldOf({ arena, files, leftOut }: ArenaRecipe): Told {
  const said = parse(files['arena.yaml']!) as Entry
  const { arena: _, title, description, visibility, criteria, contestants, prompts, judges, checks } = said
  const { plan, trust, gate, budgetUsd, providers, ...kept } = withoutRead(said)
  const standing = promptsIn(prompts, files)
  const others = leftOut.filter(({ why }) => why.startsWith('prompts')).flatMap(({ names }) => names)
  return {
    title: text(title),
    slug: arena,
    description: text(description),
    visibility: visibility as Told['visibility'],
    criteria: (criteria as string[]).join(', '),
    table: null,
    prompts: '',
    promptFile: null,
    standing: {
      file: typeof prompts === 'string' ? prompts : null,
      prompts: standing,
      taken: new Set([...others, ...standing.map(({ id }) => id)]),
    },
    edits: {},
    makers: list(contestants).map((one) => makerOf(one, files)),
    judges: list(judges).map(judgeOf),
    rubricText: '',
    rubrics: rubricsIn(files),
    checks: list(checks).map(checkOf),
    providers: Object.entries((providers ?? {}) as Record<string, Entry>).map(providerOf),
    terms: termsIn({ plan, trust, gate, budgetUsd }),
    kept,
  }
}

const READ = ['arena', 'title', 'description', 'visibility', 'criteria', 'contestants', 'prompts', 'judges']

const withoutRead = (said: Entry): Entry =>
  Object.fromEntries(Object.entries(said).filter(([key]) => ![...READ, 'checks'].includes(key)))

const list = (value: unknown): Entry[] => (Array.isArray(value) ? (value as Entry[]) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const yaml = (value: unknown): string =>
  value === undefined ? '' : stringify(value, { lineWidth: 0 }).trimEnd()

function makerOf(one: Entry, files: ArenaRecipe['files']) {
  const { name, provider, model, system, template, params, responses, ...kept } = one
  const given = typeof responses === 'string' ? { name: responses, text: files[responses] ?? '' } : null
  return {
    name: text(name),
    provider: text(provider),
    model: text(model),
    system: text(system),
    template: text(template),
    params: yaml(params),
    given,
    kept,
  }
}

function judgeOf({ name, provider, model, rubric, params, ...kept }: Entry) {
  return {
    name: text(name),
    provider: text(provider),
    model: text(model),
    rubric: text(rubric),
    params: yaml(params),
    kept,
  }
}

function providerOf([name, { type, baseUrl, apiKeyEnv, ...kept }]: [string, Entry]) {
  return {
    name,
    type: type as 'openai' | 'anthropic',
    baseUrl: text(baseUrl),
    apiKeyEnv: text(apiKeyEnv),
    isThere: true,
    kept,
  }
}

function checkOf(one: Entry): CheckTold {
  const { name, kind, value, pattern, schema, question, provider, model, required, mustPass, ...kept } = one
  const says = Array.isArray(value) ? value.join('\n') : (value ?? pattern ?? question)
  return {
    name: text(name),
    kind: kind as CheckTold['kind'],
    says: schema === undefined ? text(says) : JSON.stringify(schema, null, 2),
    provider: text(provider),
    model: text(model),
    required: required === true,
    mustPass: number(mustPass),
    // said as it was, where no field shows it
    kept: required === false ? { required, ...kept } : kept,
  }
}

function termsIn({ plan, trust, gate, budgetUsd }: Entry): Told['terms'] {
  const { votesPerPair, baseline } = (plan ?? {}) as Entry
  const numbers = <Key extends string>(keys: readonly Key[], from: unknown) =>
    Object.fromEntries(keys.map((key) => [key, number((from as Entry | undefined)?.[key])])) as Record<
      Key,
      number | null
    >
  return {
    votesPerPair: number(votesPerPair),
    baseline: text(baseline),
    trust: numbers(TRUST, trust),
    preset: text((gate as Entry | undefined)?.['preset']) as Told['terms']['preset'],
    gate: numbers(GATE, gate),
    budgetUsd: number(budgetUsd),
    kept: {
      plan: (plan as Kept | undefined) ?? null,
      trust: (trust as Kept | undefined) ?? null,
      gate: (gate as Kept | undefined) ?? null,
    },
  }
}

function promptsIn(prompts: unknown, files: ArenaRecipe['files']): PromptStanding[] {
  const rows =
    typeof prompts === 'string'
      ? files[prompts]!.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Entry]))
      : list(prompts)
  return rows.map((row) => ({ id: String(row['id']), text: beginningOf(row), row }))
}

const LONGEST = 200

function beginningOf({ text: said, messages }: Entry): string {
  const last = list(messages).at(-1)?.['content']
  return (text(said) || text(last)).slice(0, LONGEST)
}

const rubricsIn = (files: ArenaRecipe['files']): TextFile[] =>
  Object.entries(files)
    .filter(([path]) => path.endsWith('.md'))
    .map(([name, said]) => ({ name, text: said }))
