/** An arena.yaml that says something under every key there is, and where two of them differ, by the paths of those keys. */
import { z } from 'zod'
import { ArenaFile } from '../../shared/contracts/index.ts'

interface Node {
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  additionalProperties?: Node | boolean
}

const isObject = (node: Node): boolean => node.properties !== undefined || hasNames(node)
const hasNames = ({ additionalProperties: of }: Node): boolean =>
  typeof of === 'object' && (of.properties ?? of.oneOf) !== undefined

/** Every key of an arena.yaml that holds no keys of its own: `contestants[].owner`, `providers{}.type`. */
export const KEYS_THERE_ARE: ReadonlySet<string> = new Set(
  leavesOf(z.toJSONSchema(ArenaFile, { io: 'input' }) as Node, ''),
)

/** Keys that are left empty here, because another key sets the same. */
export const SAID_OTHERWISE: Record<string, string> = {
  prompts: 'a file stands there in place of a list',
  'prompts[].turns': 'messages, all of them by the user',
  'plan.everything': 'no number of votes for each pair',
  'plan.tournament': 'not with votes for each pair and a baseline',
  decides: 'never stands there in place of a day',
  'providers{}.command': 'a command comes only from a file on the machine of the server',
  'providers{}.env': 'for a command',
}

function leavesOf(node: Node, path: string): string[] {
  const ways = node.anyOf ?? node.oneOf
  if (ways) return ways.flatMap((way) => leavesOf(way, path))
  if (node.items && (isObject(node.items) || node.items.oneOf)) return leavesOf(node.items, `${path}[]`)
  if (node.properties)
    return Object.entries(node.properties).flatMap(([key, one]) =>
      leavesOf(one, path === '' ? key : `${path}.${key}`),
    )
  if (hasNames(node)) return leavesOf(node.additionalProperties as Node, `${path}{}`)
  return [path]
}

/** The keys under which two differ. */
export function differing(one: unknown, other: unknown, path = ''): Set<string> {
  if (JSON.stringify(one) === JSON.stringify(other)) return new Set()
  const [a, b] = [one ?? {}, other ?? {}]
  if (typeof a !== 'object' || typeof b !== 'object') return new Set([path])
  // prompts are a list here or the name of a file, and a decision is a day or never
  if (path !== 'prompts' && path !== 'decides' && KEYS_THERE_ARE.has(path)) return new Set([path])
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const deeper = (key: string) => {
    if (Array.isArray(one ?? other)) return `${path}[]`
    if (path === 'providers') return 'providers{}'
    return path === '' ? key : `${path}.${key}`
  }
  const at = (value: object, key: string) => (value as Record<string, unknown>)[key]
  return new Set([...keys].flatMap((key) => [...differing(at(a, key), at(b, key), deeper(key))]))
}

const MODEL = 'gpt-4o-mini-2024-07-18'
const check = (name: string, kind: string) => ({
  name,
  kind,
  categories: ['a'],
  mustPass: 0.5,
  required: true,
})

/** @param provider where its models are, and the variable with its key */
export const everyField = (slug: string, provider: { baseUrl: string; apiKeyEnv: string }) => ({
  arena: slug,
  title: 'Every field?',
  description: 'Which is better?',
  visibility: 'link',
  criteria: ['overall', 'tone'],
  contestants: [
    ...['Amber', 'Amber again'].map((name, i) => ({
      name,
      provider: 'local',
      model: MODEL,
      system: 'Be kind.\n',
      template: '{{text}}!',
      params: { temperature: 0.3, stop: ['x'] },
      owner: 'Us',
      factors: { tone: i === 0 ? 'warm' : 'terse', steps: 'no' },
      family: 'gold',
      ...(i > 0 && { controlOf: 'Amber' }),
    })),
    { name: 'Given', responses: 'answers/given.jsonl', model: 'old-1', system: 'Hush.', owner: 'Them' },
  ],
  prompts: [
    {
      id: 'p1',
      text: ' One? ',
      category: 'a',
      group: 'd',
      reference: 'Yes.\n',
      variables: { n: 1, deep: { list: [true, null] } },
      context: ['First', 'Second'],
    },
    {
      id: 'p2',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'U' },
      ],
      category: 'b',
      context: ['Only'],
    },
  ],
  judges: [
    {
      name: 'careful',
      provider: 'local',
      model: MODEL,
      params: { temperature: 0 },
      rubric: 'rubrics/mine.md',
      judge_prompt: 'judge-prompts/mine.md',
      criteria: ['tone'],
      categories: ['a'],
      family: 'silver',
      form: 'listwise',
      answers: 3,
      ask: 'apart',
    },
  ],
  checks: [
    { ...check('alike', 'exact'), value: '{{reference}}', ignoreCase: true },
    { ...check('bears', 'contains'), value: ['a', 'b'], ignoreCase: true },
    { ...check('fits', 'regex'), pattern: 'x ', flags: 's', absent: true },
    { ...check('shaped', 'json-schema'), schema: { type: 'object', required: ['a'] } },
    {
      ...check('yes', 'llm'),
      provider: 'local',
      model: MODEL,
      params: { temperature: 0 },
      question: 'Is it kind?',
    },
  ],
  plan: { votesPerPair: 2, baseline: 'Amber', live: true },
  trust: { minAgreement: 0.7, minVotes: 5, recheckDays: 30 },
  gate: {
    preset: 'critical',
    minWinRate: 0.6,
    minVotes: 9,
    alpha: 0.04,
    maxCostRatio: 1.2,
    maxLatencyRatio: 1.3,
    judge: 'measured',
  },
  sampling: 'focus',
  samples: 3,
  leaks: { find: true, words: ['Helpdesk'], of: { Amber: ['Kiki'] } },
  anomalies: 'flag',
  proofOfWork: 'on',
  webAnswers: 'on',
  live: {
    budgetUsd: 5,
    dailyUsd: 1,
    visitorUsd: 0.2,
    addressUsd: 0.5,
    vote: 'turn',
    turns: 3,
    characters: 500,
    tokens: 200,
    consent: 'I agree.',
    keepDays: 30,
    moderation: { provider: 'local', model: 'omni', keepRefused: true },
  },
  voterCap: 7,
  decides: { at: '2099-12-31T18:00:00Z', votes: 1000, afterwards: 'close', source: 'people' },
  budgetUsd: 3,
  budgetUsdPerDay: 2,
  providers: {
    local: {
      type: 'openai',
      ...provider,
      concurrency: 2,
      requestsPerMinute: 60,
      apiKeyHeader: 'api-key',
      query: { 'api-version': '2024-10-21' },
    },
    idle: { type: 'anthropic', apiKeyEnv: provider.apiKeyEnv },
    bot: {
      type: 'http',
      url: provider.baseUrl,
      method: 'POST',
      query: { id: '{{prompt}}' },
      headers: { authorization: `Bearer {{env.${provider.apiKeyEnv}}}` },
      body: { ask: '{{last}}', all: ['{{messages}}', 1, null] },
      answer: '/text',
      timeoutSeconds: 5,
      costUsd: 0.01,
    },
  },
})

export const FILES_BESIDE = {
  'answers/given.jsonl': '{"prompt":"p1","text":"Yes"}\n{"prompt":"p2","text":"No"}\n',
  'rubrics/mine.md':
    '---\ncriteria:\n  - overall\n  - tone\nforms:\n  - pairwise\n  - listwise\n---\n\n## overall\n\nGood?\n\n## tone\n\nKind?\n',
  'judge-prompts/mine.md': 'Rank them.\n\n{{instructions}}\n\n{{json}}\n\n{{prompt}}\n\n{{answers}}\n',
}
