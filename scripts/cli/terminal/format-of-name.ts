import { extname } from 'node:path'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from './errors.ts'

/** The formats that a file of each ending may have; without a choice, the first. */
export type FormatsByEnding<Format> = Readonly<Record<string, readonly [Format, ...Format[]]>>

/** Endings by which other programs expect a format that is not written. Any other unknown ending is the caller's own. */
const OF_OTHER_PROGRAMS = new Set([
  '.xlsx',
  '.xls',
  '.ods',
  '.pdf',
  '.html',
  '.svg',
  '.png',
  '.sqlite',
  '.db',
])

/**
 * The format of an output: as chosen, else by the ending of its name, else `preset`.
 * @param output the file as the caller named it; `-` has no ending
 * @throws {UsageError} if other programs expect another format by the ending, the choice does not fit the ending, or --json contradicts --format
 */
export function formatOfName<Format extends string>(
  output: string,
  { format, json }: { format?: Format | undefined; json: boolean },
  endings: FormatsByEnding<Format>,
  preset: Format,
): Format {
  if (json && format !== undefined && format !== 'json')
    throw new UsageError(msg('json_excludes_format', { format }))
  const chosen = json ? ('json' as Format) : format
  const ending = extname(output).toLowerCase()
  const fitting = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  if (chosen === undefined && OF_OTHER_PROGRAMS.has(ending))
    throw new UsageError(msg('ending_not_written', { output, ending, endings: Object.keys(endings) }))
  if (chosen === undefined) return fitting?.[0] ?? preset
  if (fitting && !fitting.includes(chosen))
    throw new UsageError(msg('format_and_ending', { output, format: chosen, fitting: fitting[0] }))
  return chosen
}
