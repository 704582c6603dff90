import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { z } from 'zod'
import { ArenaFile } from '../../../shared/contracts/index.ts'
import { parseYaml } from '../../platform/read-yaml.ts'
import { FileError } from '../files/file-error.ts'
import { Findings } from './problems.ts'
import type { Path } from './problems.ts'
import { readableParts } from './readable-parts.ts'

export interface ReadArenaFile {
  /** What could be read; null when that is too little to go on. */
  described: ArenaFile | null
  /** Where a path of `described` stands in the file, which had more parts if some could not be read. */
  pathOf(path: Path): Path
  /** Whether parts of it could not be read. */
  isPart: boolean
  findings: Findings
}

/**
 * Reads an arena.yaml as far as it can be read, with every fault of its form.
 * @throws {FileError} when there is no such file, or when it is not YAML
 */
export async function readArenaFile(path: string): Promise<ReadArenaFile> {
  const name = basename(path)
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new FileError(`${path}: cannot be read (${code}). Check its name and permissions.`)
  })
  const read = parseYaml(text, name)
  if ('faults' in read) throw new FileError(read.faults.join(' · '))
  const { value, lineOf } = read.value
  const findings = new Findings(path, lineOf)
  const whole = ArenaFile.safeParse(value)
  if (whole.success) return { described: whole.data, pathOf: (at) => at, isPart: false, findings }
  for (const { path: at, message } of whole.error.issues.flatMap(innermost)) findings.problem(at, message)
  const { described, pathOf } = readableParts(value)
  return { described, pathOf, isPart: true, findings }
}

type Issue = Pick<z.core.$ZodIssue, 'message'> & { path: (string | number)[] }

/** Of what may be written in several ways, the faults of the way it was most likely meant. */
function innermost(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path as (string | number)[]
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }]
  const meant = issue.errors.find((way) => way.length > 0 && way.every((one) => one.path.length > 0))
  if (!meant)
    return [
      {
        path,
        message:
          issue.errors.length > 0 ? 'is not of a form that is known here; see docs/files.md' : issue.message,
      },
    ]
  return meant.flatMap((one) => innermost({ ...one, path: [...path, ...one.path] }))
}
