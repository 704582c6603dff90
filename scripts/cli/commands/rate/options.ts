/** The options of `rate` that ask for reports, and those that cannot be combined. */
import { msg } from '../../../../shared/messages/index.ts'
import { REPORTS } from '../../../../server/ratings/reports/compute-reports.ts'
import type { Method } from '../../../../server/ratings/compute-board.ts'
import type { ReadingFlags } from '../../terminal/read-plan.ts'
import { hasNoReports, type BoardFormat } from '../../terminal/board.ts'
import { UsageError } from '../../terminal/errors.ts'
import { stat } from 'node:fs/promises'
import { resolveFilePath, type Terminal } from '../../terminal/terminal.ts'
import type { Command } from 'commander'
import { invalidArgument, numberThat, requireBeside, wholeNumber } from '../../terminal/options.ts'
import { parseSource, presentSource } from '../../../../shared/contracts/source.ts'

export interface RateFlags extends ReportFlags, ReadingFlags {
  method: Method
  rounds: number
  seed: number
  voterCap?: number
  cluster?: 'both' | 'prompt' | 'voter' | 'vote'
  looks: 'one' | 'any'
  weights?: 'units' | 'votes'
  anchor?: { name: string; value: number }
  criterion?: string
  source?: string
  judge?: string
  category?: string
  ties: 'half' | 'drop'
  orders: 'merge' | 'separate'
  level: number
  intervals: 'bootstrap' | 'classic'
  strict: boolean
  yes: boolean
  format?: BoardFormat
  output: string
}

/**
 * Compares the files themselves, not their names: a file may be named by several paths and links.
 * @param files the votes files, as the caller named them
 * @throws {UsageError} if a votes file is named twice, or a file that is read would be overwritten
 */
export async function refuseSameFiles(
  terminal: Terminal,
  files: readonly string[],
  { answers, plan, factors, output }: RateFlags,
): Promise<void> {
  const read = new Map<string, string>()
  for (const file of files) {
    const id = await fileId(terminal, file)
    if (read.has(id))
      throw new UsageError(`${file} is named twice, so its votes would count twice. Name each file once.`)
    read.set(id, file)
  }
  for (const file of [answers, plan, factors])
    if (file !== undefined) read.set(await fileId(terminal, file), file)
  if (output !== '-' && read.has(await fileId(terminal, output)))
    throw new UsageError(`${output} is read and would be overwritten. Give the output another name.`)
}

/** A text that is equal for equal files; for a file that does not exist yet, its path. */
async function fileId(terminal: Terminal, file: string): Promise<string> {
  if (file === '-') return file
  const path = resolveFilePath(terminal, file)
  const there = await stat(path, { bigint: true }).catch(() => null)
  if (!there) return path
  return `${there.dev}:${there.ino}`
}

/** The reports that `rate` can add to the board. */
interface ReportFlags {
  style: boolean
  position: boolean
  answers?: string
  baseline?: string
  voters: boolean
  fit: boolean
  factors?: string | undefined
  headToHead: boolean
}

export function withReportOptions(command: Command): Command {
  for (const { option } of Object.values(REPORTS)) {
    const [flags, does] = option
    command.option(flags, does, flags.includes('<') ? undefined : false)
  }
  return requireBeside(command, { answers: ['style', 'baseline'] }).option(
    '--answers <file>',
    "the answers' texts (prompt, model, text), for --style and --baseline",
  )
}

/** The reports that only a Bradley-Terry board has: all but a count of votes. */
const OF_BRADLEY_TERRY = Object.values(REPORTS).flatMap(({ asks }) => (asks === 'headToHead' ? [] : [asks]))

/** The option that was typed of those that only a Bradley-Terry board has. */
function ofBradleyTerry(flags: RateFlags): string | undefined {
  if (flags.intervals === 'classic') return '--intervals classic'
  if (flags.cluster === 'both') return '--cluster both'
  const name = OF_BRADLEY_TERRY.find((report) => flags[report])
  return name && `--${name}`
}

/** Whether the further columns of rows are needed. */
export const needsDetails = ({ style, baseline }: ReportFlags): boolean => style || baseline !== undefined

/** @throws {UsageError} for options that cannot be combined */
export function refuseCombinations(flags: RateFlags): void {
  const { method, format } = flags
  const option = method === 'bradley-terry' ? undefined : ofBradleyTerry(flags)
  if (option) throw new UsageError(msg('options_exclude', { option, with: `--method ${method}` }))
  if (
    format &&
    hasNoReports(format) &&
    Object.values(REPORTS).some(({ asks }) => asks !== 'baseline' && flags[asks])
  )
    throw new UsageError(msg('format_without_reports', { format }))
}

export const SOURCES = 'people, judges, judge:NAME, all, live or simulated'

/** A source by its present name. */
export function sourceName(text: string): string {
  const source = presentSource(text)
  if (parseSource(source) === null) throw invalidArgument(msg('must_be', { must: SOURCES }))
  return source
}

/** How many bootstrap rounds; one says nothing. */
export function rounds(text: string): number {
  const count = wholeNumber(0, 100_000)(text)
  if (count === 1) throw new UsageError('--rounds 1 shows no spread; use 1000, or 0 for no intervals.')
  return count
}

/** The level of intervals. */
export const parseLevel = numberThat('a share from 0.5 to 0.999', (share) => share >= 0.5 && share <= 0.999)
/** The share of votes that one person may have. */
export const voterShare = numberThat('a share above 0, at most 1', (share) => share > 0 && share <= 1)
