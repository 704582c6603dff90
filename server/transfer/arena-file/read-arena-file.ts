import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ArenaFile } from '../../../shared/contracts/index.ts'
import { arenaSchema, type JsonSchema } from '../../../shared/contracts/file-schemas.ts'
import { isRecord } from '../../platform/json.ts'
import { parseYaml } from '../../platform/read-yaml.ts'
import { unstorableIn } from '../../platform/storable.ts'
import { FileError } from '../formats/fields.ts'
import { fileUnread } from '../../platform/setup-error.ts'
import { ArenaFileError, Findings, problemText, type ArenaProblem, type Path } from './problems.ts'
import { few, wireFields, messagesOfIssue, msg, type CodedMessage } from '../../../shared/messages/index.ts'

/** Further faults of form are only counted. */
const MOST_PROBLEMS = 100

export interface ReadArenaFile {
  /** The readable part; null if it is too little to check. */
  described: ArenaFile | null
  /** The path in the file for a path of `described`. They differ if some parts could not be read. */
  pathOf(path: Path): Path
  /** Whether some contestants could not be read. */
  isPart: boolean
  /** The names of the entries of `providers` that could not be read. */
  unreadProviders: ReadonlySet<string>
  findings: Findings
}

/**
 * Reads an arena.yaml as far as possible and reports every fault of form.
 * @throws {FileError} if there is no such file, or if it is not YAML
 */
export async function readArenaFile(path: string): Promise<ReadArenaFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FileError(fileUnread(path, error))
  })
  return readArenaText(text, basename(path))
}

/**
 * Like `readArenaFile`, for a text in memory.
 * @param name the name of its file, for messages
 * @throws {ArenaFileError} if it is not YAML
 */
export function readArenaText(text: string, name: string): ReadArenaFile {
  const read = parseYaml(text)
  if ('faults' in read) {
    const problems = read.faults.map(({ line, wrong }) => ({
      file: name,
      line,
      path: null,
      ...wireFields(wrong),
      stops: 'all' as const,
    }))
    throw new ArenaFileError(problems, msg('problems_in_line', { problems: problems.map(problemText) }))
  }
  const { value, lineOf } = read.value
  const findings = new Findings(name, lineOf)
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value)
  const unstorable = isMapping
    ? unstorableIn(value)
    : { path: [], wrong: msg('no_arena_keys', { isEmpty: value === null || value === undefined }) }
  if (unstorable) {
    findings.problem(unstorable.path, unstorable.wrong)
    return { described: null, pathOf: (at) => at, isPart: true, unreadProviders: NONE, findings }
  }
  forgetGone(value as object, findings)
  const whole = ArenaFile.safeParse(value, { reportInput: true })
  if (whole.success)
    return { described: whole.data, pathOf: (at) => at, isPart: false, unreadProviders: NONE, findings }
  const wrong = whole.error.issues.flatMap((issue) => messagesOfIssue(issue, 'unknown_form_of_file'))
  for (const { path: at, message } of wrong.slice(0, MOST_PROBLEMS))
    findings.problem(at, message.code === 'unknown_key' ? unknownKey(at) : message)
  if (wrong.length > MOST_PROBLEMS)
    findings.problem(wrong[MOST_PROBLEMS].path, msg('problems_more', { count: wrong.length - MOST_PROBLEMS }))
  const { described, pathOf } = readableParts(value as object)
  const { contestants: all, providers } = (value ?? {}) as { contestants?: unknown; providers?: unknown }
  const isPart = !Array.isArray(all) || all.length > (described?.contestants.length ?? 0)
  const names = typeof providers === 'object' && providers !== null ? Object.keys(providers) : []
  const unreadProviders = new Set(names.filter((one) => !Object.hasOwn(described?.providers ?? {}, one)))
  return { described, pathOf, isPart, unreadProviders, findings }
}

const NONE: ReadonlySet<string> = new Set()

/** Keys of earlier versions, with what takes their place. `*` is each item of a list. */
const GONE_KEYS = [
  { path: ['judges', '*', 'logprobs'], instead: 'logprobs_gone' },
  { path: ['schedule'], instead: 'schedule_gone' },
  { path: ['closes'], instead: 'closes_gone' },
] as const

/** Whether a warning is about a key of an earlier version. */
export const isOfGoneKey = ({ finding }: ArenaProblem): boolean =>
  GONE_KEYS.some(({ instead }) => instead === finding?.code)

/** Takes out keys of earlier versions and names each with what takes its place, so that the file is still read. */
function forgetGone(value: object, findings: Findings): void {
  for (const { path, instead } of GONE_KEYS)
    for (const at of placesOf(value, path)) {
      const parent = at
        .slice(0, -1)
        .reduce<unknown>((one, part) => (one as Record<PropertyKey, unknown>)[part], value)
      delete (parent as Record<PropertyKey, unknown>)[at.at(-1)!]
      findings.warning(at, msg(instead))
    }
}

/** Where a value has this path. */
function placesOf(value: unknown, [key, ...rest]: readonly string[]): Path[] {
  if (key === undefined) return [[]]
  if (key === '*')
    return Array.isArray(value)
      ? value.flatMap((item, i) => placesOf(item, rest).map((place) => [i, ...place]))
      : []
  return isRecord(value) && Object.hasOwn(value, key)
    ? placesOf(value[key], rest).map((place) => [key, ...place])
    : []
}

let wholeSchema: JsonSchema | undefined

/** What is said about a key that the schema does not have, with the nearest one that it has there. */
function unknownKey(at: Path): CodedMessage {
  let schemas: JsonSchema[] = [(wholeSchema ??= arenaSchema())]
  for (const part of at.slice(0, -1))
    schemas = schemas
      .flatMap(({ anyOf, oneOf, ...one }) => [one, ...(anyOf ?? []), ...(oneOf ?? [])])
      .map(({ properties, items, additionalProperties }) =>
        typeof part === 'number' ? items : (properties?.[part] ?? additionalProperties),
      )
      .filter((schema) => typeof schema === 'object')
  const forms = schemas.flatMap(({ anyOf, oneOf, ...one }) => [one, ...(anyOf ?? []), ...(oneOf ?? [])])
  const near = few(
    forms.flatMap(({ properties }) => Object.keys(properties ?? {})),
    String(at.at(-1)),
  )
  return msg('unknown_key', near.near ? { near } : {})
}

/** Lists whose items are independent: an unreadable item does not affect the others. */
const LISTS = ['contestants', 'judges', 'checks', 'prompts']

/** Replaces an address that cannot be read, so that the rest can be checked. */
const NO_SLUG = 'arena'

/**
 * An arena.yaml without the fields, items and keys that cannot be read, so that one fault does not hide the others.
 * `described` is null if nothing useful is left.
 */
function readableParts(value: object): {
  described: ArenaFile | null
  pathOf(path: Path): Path
} {
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
      if (issue.code === 'unrecognized_keys') for (const key of issue.keys) deleteAt(parts, [...path, key])
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
