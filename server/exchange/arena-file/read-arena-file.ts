import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { z } from 'zod'
import { ArenaFile } from '../../../shared/contracts/index.ts'
import { parseYaml } from '../../platform/read-yaml.ts'
import { FileError } from '../files/file-error.ts'
import { ArenaFileError } from './arena-file-error.ts'
import { Findings, problemText } from './problems.ts'
import type { Path } from './problems.ts'
import { readableParts } from './readable-parts.ts'

export interface ReadArenaFile {
  /** What could be read; null when that is too little to go on. */
  described: ArenaFile | null
  /** Where a path of `described` stands in the file, which had more parts if some could not be read. */
  pathOf(path: Path): Path
  /** Whether it has contestants that could not be read. */
  isPart: boolean
  findings: Findings
}

/**
 * Reads an arena.yaml as far as it can be read, with every fault of its form.
 * @throws {FileError} when there is no such file, or when it is not YAML
 */
export async function readArenaFile(path: string): Promise<ReadArenaFile> {
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new FileError(`${path}: cannot be read (${code}). Check its name and permissions.`)
  })
  return readArenaText(text, basename(path))
}

/** The same of a text that is no file here. @param name  its file's, for messages @throws {ArenaFileError} when it is not YAML */
export function readArenaText(text: string, name: string): ReadArenaFile {
  const read = parseYaml(text)
  if ('faults' in read) {
    const problems = read.faults.map((fault) => ({ file: name, path: null, ...fault, stops: 'all' as const }))
    throw new ArenaFileError(problems, problems.map(problemText).join(' · '))
  }
  const { value, lineOf } = read.value
  const findings = new Findings(name, lineOf)
  const whole = ArenaFile.safeParse(value)
  if (whole.success) return { described: whole.data, pathOf: (at) => at, isPart: false, findings }
  for (const { path: at, message } of whole.error.issues.flatMap(faultsIn)) findings.problem(at, message)
  const { described, pathOf } = readableParts(value)
  const all = (value as { contestants?: unknown } | null)?.contestants
  const isPart = !Array.isArray(all) || all.length > (described?.contestants.length ?? 0)
  return { described, pathOf, isPart, findings }
}

interface Fault {
  path: (string | number)[]
  message: string
}

/** What is wrong, in words; of what may be written in several ways, the faults of the way it was most likely meant. */
function faultsIn(issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path as (string | number)[]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: 'is no key that is known here; correct it or take it out',
    }))
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return [{ path, message: `is missing; it is ${A[issue.expected] ?? issue.expected}` }]
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }]
  const meant = issue.errors.find((way) => way.length > 0 && way.every((one) => one.path.length > 0))
  if (!meant) return [{ path, message: issue.errors.length > 0 ? UNKNOWN_FORM : issue.message }]
  return meant.flatMap((one) => faultsIn({ ...one, path: [...path, ...one.path] }))
}

const A: Record<string, string> = {
  string: 'a text',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
}

const UNKNOWN_FORM = 'is missing or of no form that is known here; docs/files.md shows which there are'
