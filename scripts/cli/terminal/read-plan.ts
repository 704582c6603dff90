import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { COUNTED, type NonVoteKind } from '../../../shared/contracts/votes.ts'
import type { ColumnOptions } from '../../../server/transfer/formats/column-changes.ts'
import { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg } from '../../../shared/messages/index.ts'
import { fileReadFailure } from '../../../server/platform/setup-error.ts'
import { FileError } from '../../../server/transfer/formats/fields.ts'
import { UsageError } from './errors.ts'
import { choice } from './options.ts'
import { resolveFilePath, type Terminal } from './terminal.ts'

/** The options of a command that reads a file of any kind. */
export const withReading = (command: Command): Command =>
  command
    .option(
      '--map <columns>',
      'read columns under other names, for example input=prompt,"a=b"=text: a name with , or = is in quotes, as in CSV; in files of other tools also contestants and keys of outputs',
    )
    .option('--ignore <columns>', 'columns that are not read, for example notes,"x, y"')
    .option(
      '--outcomes <meanings>',
      'what outcomes in winner mean, for example 1=model_a,0=model_b: model_a, model_b, tie, both_bad, skip or name',
    )
    .addOption(
      choice(
        '--from <what>',
        'read scores, ranks or results (passed and failed) as votes: within a prompt, each contestant meets each other; or counts: how often the row beat the column',
        COUNTED,
      ),
    )
    .option(
      '--plan <file>',
      'read the file as this plan says, a JSON file that look --json prints; --ignore and --outcomes add to it, --map and --from do not',
    )

/** What a command does with rows and columns that may be a mistake. */
export const withDoubts = (command: Command): Command =>
  command
    .option('--strict', 'stop at the first bad row', false)
    .option('--yes', 'answer yes to what it asks about', false)

export interface ReadingFlags {
  plan?: string
  map?: string
  ignore?: string
  outcomes?: string
  from?: NonVoteKind
}

/**
 * How the options say that files are read.
 * @throws {UsageError} if the file of `--plan` is no plan, or another option says how to read, too
 */
export async function readingOptions(
  terminal: Terminal,
  { plan: file, map, ignore, outcomes, from }: ReadingFlags,
): Promise<ColumnOptions> {
  if (file === undefined) return { map, ignore, outcomes, from }
  const conflicting = Object.entries({ map, from }).find(([, value]) => value !== undefined)
  if (conflicting)
    throw new UsageError(msg('options_exclude', { option: '--plan', with: `--${conflicting[0]}` }))
  const path = resolveFilePath(terminal, file)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FileError(fileReadFailure(path, error))
  })
  return { plan: parsePlan(text, file), ignore, outcomes }
}

/** What `look --json` prints of one file holds its plan. */
function unwrappedPlan(json: object): unknown {
  const files = 'files' in json && Array.isArray(json.files) ? (json.files as unknown[]) : []
  const [looked] = files
  return files.length === 1 && typeof looked === 'object' && looked !== null && 'plan' in looked
    ? looked.plan
    : json
}

/** @throws {FileError} if a text is no plan */
function parsePlan(text: string, file: string): ReadPlan {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new FileError(msg('plan_unread', { file, where: '', why: 'it is no JSON' }))
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new FileError(msg('plan_unread', { file, where: '', why: 'it is no object of JSON' }))
  const parsed = ReadPlan.safeParse(unwrappedPlan(json))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]
  throw new FileError(msg('plan_unread', { file, where: path.join('.'), why: message }))
}
