import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ArenaFile } from '../../../shared/contracts/index.ts'
import { parseYaml } from '../../platform/read-yaml.ts'
import { unstorableIn } from '../../platform/storable.ts'
import { FileError } from '../formats/file-error.ts'
import { ArenaFileError } from './arena-file-error.ts'
import { Findings, problemText } from './problems.ts'
import type { Path } from './problems.ts'
import { readableParts } from './readable-parts.ts'
import { wireFields, messagesOfIssue, msg } from '../../../shared/messages/index.ts'

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
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new FileError(msg('arena_file_unread', { path, code }))
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
  const unstorable = unstorableIn(value)
  if (unstorable) {
    findings.problem(unstorable.path, unstorable.wrong)
    return { described: null, pathOf: (at) => at, isPart: true, unreadProviders: NONE, findings }
  }
  const whole = ArenaFile.safeParse(value, { reportInput: true })
  if (whole.success)
    return { described: whole.data, pathOf: (at) => at, isPart: false, unreadProviders: NONE, findings }
  const wrong = whole.error.issues.flatMap((issue) => messagesOfIssue(issue, 'unknown_form_of_file'))
  for (const { path: at, message } of wrong.slice(0, MOST_PROBLEMS)) findings.problem(at, message)
  if (wrong.length > MOST_PROBLEMS)
    findings.problem(wrong[MOST_PROBLEMS].path, msg('problems_more', { count: wrong.length - MOST_PROBLEMS }))
  const { described, pathOf } = readableParts(value)
  const { contestants: all, providers } = (value ?? {}) as { contestants?: unknown; providers?: unknown }
  const isPart = !Array.isArray(all) || all.length > (described?.contestants.length ?? 0)
  const names = typeof providers === 'object' && providers !== null ? Object.keys(providers) : []
  const unreadProviders = new Set(names.filter((one) => !Object.hasOwn(described?.providers ?? {}, one)))
  return { described, pathOf, isPart, unreadProviders, findings }
}

const NONE: ReadonlySet<string> = new Set()
