/** The arena.yaml beside this file, with something under every key there is, and where two of them differ, by the paths of those keys. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
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

const TEXT = readFileSync(new URL('every-field.yaml', import.meta.url), 'utf8')

/** @param provider where its models are, and the variable with its key */
export const everyField = (slug: string, { baseUrl, apiKeyEnv }: { baseUrl: string; apiKeyEnv: string }) =>
  parse(TEXT.replace('ARENA', slug).replaceAll('BASE_URL', baseUrl).replaceAll('API_KEY', apiKeyEnv)) as Omit<
    z.input<typeof ArenaFile>,
    'contestants'
  > & { contestants: { name: string }[] }

export const FILES_BESIDE = {
  'answers/given.jsonl': '{"prompt":"p1","text":"Yes"}\n{"prompt":"p2","text":"No"}\n',
  'rubrics/mine.md':
    '---\ncriteria:\n  - overall\n  - tone\nforms:\n  - pairwise\n  - listwise\n---\n\n## overall\n\nGood?\n\n## tone\n\nKind?\n',
  'judge-prompts/mine.md': 'Rank them.\n\n{{instructions}}\n\n{{json}}\n\n{{prompt}}\n\n{{answers}}\n',
}
