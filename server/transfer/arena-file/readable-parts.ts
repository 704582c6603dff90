import { ArenaFile } from '../../../shared/contracts/index.ts'
import { messagesOfIssue } from '../../../shared/messages/index.ts'
import type { Path } from './problems.ts'

/** Lists whose items are independent: an unreadable item does not affect the others. */
const LISTS = ['contestants', 'judges', 'checks', 'prompts']

/** Replaces an address that cannot be read, so that the rest can be checked. */
const NO_SLUG = 'arena'

/**
 * An arena.yaml without the fields, items and keys that cannot be read, so that one fault does not hide the others.
 * `described` is null if nothing useful is left.
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
  for (const remove of [removeField, removeItem, removeKey]) {
    const parsed = ArenaFile.safeParse(parts)
    if (parsed.success) return { described: parsed.data, pathOf }
    const faulty = new Set<string>()
    for (const issue of parsed.error.issues) {
      const path = issue.path as (string | number)[]
      if (issue.code === 'unrecognized_keys') for (const one of issue.keys) deleteAt(parts, [...path, one])
      else if (messagesOfIssue(issue)[0]?.message.code === 'name_twice') renameAt(parts, path)
      else if (path[0] === 'arena') parts['arena'] = NO_SLUG
      else if (remove === removeItem) faulty.add(JSON.stringify(path.slice(0, 2)))
      else remove(parts, path)
    }
    // from the end, so that removing an item does not move those still to be removed
    const items = [...faulty].map((one) => JSON.parse(one) as (string | number)[])
    for (const path of items.sort((a, b) => (Number(b[1]) || 0) - (Number(a[1]) || 0)))
      removeItem(parts, path, places)
  }
  const parsed = ArenaFile.safeParse(parts)
  return { described: parsed.success ? parsed.data : null, pathOf }
}

type Remove = (parts: Record<string, unknown>, path: Path, places?: Map<string, number[]>) => void

/** Renames the second of two equal names, so that the rest can be checked. */
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

/** Removes the field itself, unless it is a key of the file. */
const removeField: Remove = (parts, path) => {
  if (path.length > 1) deleteAt(parts, path)
}

/** Removes the list item, or the entry of `providers`, that contains the path. */
const removeItem: Remove = (parts, [first, second], places) => {
  const list = parts[first as string]
  if (Array.isArray(list) && typeof second === 'number' && second < list.length) {
    list.splice(second, 1)
    places?.get(first as string)?.splice(second, 1)
  } else if (first === 'providers' && second !== undefined) deleteAt(parts, [first, second])
}

const removeKey: Remove = (parts, [first]) => {
  delete parts[first as string]
}
