import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  ARENA_ITEMS,
  arenaFaults,
  ArenaShape,
  ProviderFile,
  type ArenaFile,
} from '../../../shared/contracts/arena-file.ts'
import { arenaSchema, type JsonSchema } from '../../../shared/contracts/file-schemas.ts'
import { isRecord } from '../../platform/json.ts'
import { parseYaml } from '../../platform/read-yaml.ts'
import { findUnstorable } from '../../platform/storable.ts'
import { FileError } from '../formats/fields.ts'
import { fileReadFailure } from '../../platform/setup-error.ts'
import { ArenaFileError, Findings, problemText, type Path, type ReadParts } from './problems.ts'
import {
  shortList,
  schemaFinding,
  wireFields,
  messagesOfIssue,
  msg,
  type CodedMessage,
} from '../../../shared/messages/index.ts'

/** Further faults of form are only counted. */
const MAX_PROBLEMS = 100

export interface ReadArenaFile {
  /** The readable part; null if it is too little to check. */
  described: ArenaFile | null
  findings: Findings
}

/**
 * Reads an arena.yaml as far as possible and reports every fault of form.
 * @throws {FileError} if there is no such file, or if it is not YAML
 */
export async function readArenaFile(path: string): Promise<ReadArenaFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FileError(fileReadFailure(path, error))
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
    throw new ArenaFileError(problems, msg('several', { all: problems.map(problemText), more: 0 }))
  }
  const { value, findLine } = read.value
  const findings = new Findings(name, findLine)
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value)
  const unstorable = isMapping
    ? findUnstorable(value)
    : { path: [], wrong: msg('no_arena_keys', { isEmpty: value === null || value === undefined }) }
  if (unstorable) {
    findings.problem(unstorable.path, unstorable.wrong)
    return { described: null, findings }
  }
  const whole = ArenaShape.safeParse(value, { reportInput: true })
  const issues = whole.error?.issues ?? []
  const wrong = issues.flatMap((issue) => messagesOfIssue(issue, 'unknown_form_of_file'))
  for (const { path: at, message } of wrong.slice(0, MAX_PROBLEMS))
    findings.problem(at, message.code === 'unknown_key' ? unknownKey(at) : message)
  if (wrong.length > MAX_PROBLEMS)
    findings.problem(wrong[MAX_PROBLEMS].path, msg('problems_more', { count: wrong.length - MAX_PROBLEMS }))
  if (whole.success) return { described: withFaults(whole.data, findings), findings }
  for (const issue of issues) if (issue.code === 'unrecognized_keys') removeKeys(value, issue)
  const { described, parts } = readableParts(value as Record<string, unknown>)
  findings.parts = parts
  return { described: described && withFaults(described, findings), findings }
}

/** The same arena, whose parts were looked at together. */
function withFaults(file: ArenaFile, findings: Findings): ArenaFile {
  for (const { path, finding } of arenaFaults(file)) findings.problem(path, schemaFinding(finding))
  return file
}

let wholeSchema: JsonSchema | undefined

/** What is said about a key that the schema does not have, with the nearest one there. */
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
  const near = shortList(
    forms.flatMap(({ properties }) => Object.keys(properties ?? {})),
    String(at.at(-1)),
  )
  return msg('unknown_key', near.near ? { near } : {})
}

function removeKeys(value: unknown, { path, keys }: { path: PropertyKey[]; keys: string[] }): void {
  const holder = path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part],
    value,
  )
  for (const key of keys) delete (holder as Record<string, unknown> | undefined)?.[key]
}

/** In place of an address that cannot be read, so that the rest can be checked. */
const NO_SLUG = 'arena'

/**
 * An arena.yaml without the keys and items that cannot be read, so that one fault does not hide the others.
 * `described` is null if nothing useful is left.
 */
function readableParts(value: Record<string, unknown>): { described: ArenaFile | null; parts: ReadParts } {
  const read: Record<string, unknown> = {}
  const places: Record<string, number[]> = {}
  const lost = new Set<string>()
  for (const [key, schema] of Object.entries(ArenaShape.shape)) {
    const part = value[key]
    const whole = schema.safeParse(part)
    if (whole.success) read[key] = whole.data
    else if (key in ARENA_ITEMS && Array.isArray(part)) {
      const items = part.flatMap((item: unknown, place) => {
        const { data } = ARENA_ITEMS[key as keyof typeof ARENA_ITEMS].safeParse(item)
        return data === undefined ? [] : [{ place, data }]
      })
      if (items.length < part.length) lost.add(key)
      places[key] = items.map(({ place }) => place)
      read[key] = items.map(({ data }) => data)
    } else {
      lost.add(key)
      read[key] =
        key === 'providers' && isRecord(part)
          ? Object.fromEntries(
              Object.entries(part).flatMap(([name, provider]) => {
                const { data } = ProviderFile.safeParse(provider)
                return data === undefined ? [] : [[name, data]]
              }),
            )
          : schema.safeParse(undefined).data
    }
  }
  const described = { ...read, arena: read['arena'] ?? NO_SLUG } as ArenaFile
  const isUseful = [described.contestants, described.prompts].every((part) => part && part.length > 0)
  return { described: isUseful ? described : null, parts: { places, lost } }
}
