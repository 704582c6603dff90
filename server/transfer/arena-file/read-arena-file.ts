import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ArenaFile, ArenaShape } from '../../../shared/contracts/arena-file.ts'
import { arenaSchema, type JsonSchema } from '../../../shared/contracts/file-schemas.ts'
import { parseYaml } from '../../platform/read-yaml.ts'
import { findUnstorable } from '../../platform/storable.ts'
import { FileError } from '../formats/fields.ts'
import { fileReadFailure } from '../../platform/setup-error.ts'
import { ArenaFileError, Findings, problemText, type Path } from './problems.ts'
import {
  shortList,
  wireFields,
  messagesOfIssue,
  msg,
  type CodedMessage,
} from '../../../shared/messages/index.ts'

/** Further faults of form are only counted. */
const MAX_PROBLEMS = 100

export interface ReadArenaFile {
  /** Null if it does not have the form of an arena.yaml. Names in it may be of nothing that is there; the findings say so. */
  described: ArenaFile | null
  findings: Findings
}

/**
 * Reads an arena.yaml and reports every fault that its schema finds.
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
  const parsed = parseYaml(text)
  if ('faults' in parsed) {
    const problems = parsed.faults.map(({ line, wrong }) => ({
      file: name,
      line,
      path: null,
      ...wireFields(wrong),
      stops: 'all' as const,
    }))
    throw new ArenaFileError(problems, msg('several', { all: problems.map(problemText), more: 0 }))
  }
  const { value, findLine } = parsed.value
  const findings = new Findings(name, findLine)
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value)
  const unstorable = isMapping
    ? findUnstorable(value)
    : { path: [], wrong: msg('no_arena_keys', { isEmpty: value === null || value === undefined }) }
  if (unstorable) {
    findings.problem(unstorable.path, unstorable.wrong)
    return { described: null, findings }
  }
  // names that are not there do not keep the files from being checked: all is found in one pass
  const shape = ArenaShape.safeParse(value, { reportInput: true })
  const { error } = shape.success ? ArenaFile.safeParse(value, { reportInput: true }) : shape
  const wrong = (error?.issues ?? []).flatMap((issue) => messagesOfIssue(issue, 'unknown_form_of_file'))
  for (const { path: at, message } of wrong.slice(0, MAX_PROBLEMS))
    findings.problem(at, message.code === 'unknown_key' ? unknownKey(at) : message)
  if (wrong.length > MAX_PROBLEMS)
    findings.problem(
      wrong[MAX_PROBLEMS].path,
      `there are ${wrong.length - MAX_PROBLEMS} more problems; fix these first`,
    )
  return { described: shape.data ?? null, findings }
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
