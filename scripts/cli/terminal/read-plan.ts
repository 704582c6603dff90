import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg } from '../../../shared/messages/index.ts'
import { fileReadFailure } from '../../../server/platform/setup-error.ts'
import { FileError } from '../../../server/transfer/formats/fields.ts'
import { UsageError } from './errors.ts'
import { resolveFilePath, type Terminal } from './terminal.ts'

export const withReadPlan = (command: Command): Command =>
  command.option(
    '--plan <file>',
    'read the file as this plan says, a JSON file that look --json prints; in place of --map, --ignore, --outcomes and --from',
  )

export interface ReadPlanFlags {
  plan?: string
  map?: string
  ignore?: string
  outcomes?: string
  from?: string
}

/**
 * The plan that `--plan` names; undefined without it.
 * @throws {UsageError} if the file is no plan, or another option says how to read, too
 */
export async function readPlanOption(
  terminal: Terminal,
  flags: ReadPlanFlags,
): Promise<ReadPlan | undefined> {
  const { plan: file, map, ignore, outcomes, from } = flags
  if (file === undefined) return from === 'counts' ? COUNTS : undefined
  const other = Object.entries({ map, ignore, outcomes, from }).find(([, value]) => value !== undefined)
  if (other) throw new UsageError(msg('plan_alone', { option: `--${other[0]}` }))
  const path = resolveFilePath(terminal, file)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FileError(fileReadFailure(path, error))
  })
  return parsePlan(text, file)
}

/** A table of how often the row beat the column. */
const COUNTS = ReadPlan.parse({ kind: 'counts' })

/** @throws {FileError} if a text is no plan */
function parsePlan(text: string, file: string): ReadPlan {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new FileError(msg('plan_unread', { file, where: '', why: 'it is no JSON' }))
  }
  const parsed = ReadPlan.safeParse(json)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]
  throw new FileError(msg('plan_unread', { file, where: path.join('.'), why: message }))
}
