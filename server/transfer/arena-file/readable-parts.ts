import { ArenaFile } from '../../../shared/contracts/index.ts'
import { messagesOfIssue } from '../../../shared/messages/index.ts'
import type { Path } from './problems.ts'

/** Lists whose items stand for themselves: one that cannot be read does not spoil the others. */
const LISTS = ['contestants', 'judges', 'checks', 'prompts']

/** Stands in for an address that cannot be read, so that the rest can be checked. */
const NO_SLUG = 'arena'

/**
 * What is left of an arena.yaml without the fields, items and keys that cannot be read, so that one fault does not
 * hide the others; null when nothing useful is left.
 */
export function readableParts(value: unknown): {
  described: ArenaFile | null
  pathOf(path: Path): Path
} {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { described: null, pathOf: (path) => path }
  const parts = structuredClone(value) as Record<string, unknown>
  const places = new Map<string, number[]>()
  for (const list of LISTS) if (Array.isArray(parts[list])) places.set(list, Array.from(parts[list].keys()))
  const pathOf = ([key, index, ...rest]: Path): Path => {
    const at = typeof index === 'number' ? places.get(String(key))?.[index] : undefined
    return at === undefined ? [key, index, ...rest].filter((part) => part !== undefined) : [key!, at, ...rest]
  }
  for (const takeOut of [field, item, key]) {
    const parsed = ArenaFile.safeParse(parts)
    if (parsed.success) return { described: parsed.data, pathOf }
    const faulty = new Set<string>()
    for (const issue of parsed.error.issues) {
      const path = issue.path as (string | number)[]
      if (issue.code === 'unrecognized_keys') for (const one of issue.keys) deleteAt(parts, [...path, one])
      else if (messagesOfIssue(issue)[0]?.message.code === 'name_twice') renameAt(parts, path)
      else if (path[0] === 'arena') parts['arena'] = NO_SLUG
      else if (takeOut === item) faulty.add(JSON.stringify(path.slice(0, 2)))
      else takeOut(parts, path)
    }
    // from the end, so that what is taken out of a list does not move what is still to be
    const items = [...faulty].map((one) => JSON.parse(one) as (string | number)[])
    for (const path of items.sort((a, b) => (Number(b[1]) || 0) - (Number(a[1]) || 0)))
      item(parts, path, places)
  }
  const parsed = ArenaFile.safeParse(parts)
  return { described: parsed.success ? parsed.data : null, pathOf }
}

type Taking = (parts: Record<string, unknown>, path: Path, places?: Map<string, number[]>) => void

/** A name that stands twice keeps nothing else from being checked. */
function renameAt(parts: Record<string, unknown>, [list, index]: Path): void {
  const one = (parts[list as string] as { name: string }[])[index as number]
  one.name = `${one.name} (${(index as number) + 1})`
}

function deleteAt(parts: Record<string, unknown>, path: Path): void {
  let holder: unknown = parts
  for (const step of path.slice(0, -1))
    holder = (holder as Record<string | number, unknown> | undefined)?.[step]
  const last = path.at(-1)
  if (typeof holder === 'object' && holder !== null && !Array.isArray(holder) && typeof last === 'string')
    delete (holder as Record<string, unknown>)[last]
}

/** Takes out the field itself, where it is one of an object within. */
const field: Taking = (parts, path) => {
  if (path.length > 1) deleteAt(parts, path)
}

/** Takes out the item of a list, or the entry of `providers`, in which the path lies. */
const item: Taking = (parts, [first, second], places) => {
  const list = parts[first as string]
  if (Array.isArray(list) && typeof second === 'number' && second < list.length) {
    list.splice(second, 1)
    places?.get(first as string)?.splice(second, 1)
  } else if (first === 'providers' && second !== undefined) deleteAt(parts, [first, second])
}

const key: Taking = (parts, [first]) => {
  delete parts[first as string]
}
