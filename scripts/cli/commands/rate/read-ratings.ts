/** Reads ratings that other programs computed, to set them beside a board. */
import { msg } from '../../../../shared/messages/index.ts'
import { warningText } from '../../../../shared/sentence/index.ts'
import type { RatingsTable } from '../../../../server/ratings/reports/against.ts'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { FileError, numberField, quoted, textField } from '../../../../server/transfer/formats/fields.ts'
import { readWholeFile } from '../../../../server/transfer/formats/lines.ts'
import { openFile, type OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import { mappedColumns, fileRows } from '../../../../server/transfer/formats/rows.ts'
import { printNote, resolveFilePath, type Terminal } from '../../terminal/terminal.ts'

/** Columns of tables of ratings: Deadheat's own, those of evalica, and usual ones. The first that a table has counts. */
const NAMES = ['model', 'item', 'contestant', 'name']
const SCORES = ['rating', 'score', 'elo']
const METHODS = ['algorithm', 'method']
/** The largest board as JSON, in MiB. */
const LARGEST = 64

/**
 * The ratings in a file: a board as JSON, or a table with a row for each contestant, for each method if it names
 * several.
 * @param strict stop at the first bad row of a table; else a warning counts them
 * @returns null if it is neither
 * @throws {FileError} if the file cannot be read, or holds no rating
 */
export async function readRatings(
  terminal: Terminal,
  path: string,
  strict: boolean,
): Promise<RatingsTable[] | null> {
  const file = await openFile(resolveFilePath(terminal, path), { stdin: terminal.stdin })
  const columns = mappedColumns(file)
  const head = file.head.toString('utf8')
  // other arrays of a board come before its contestants
  const isBoard =
    head.trimStart().startsWith('{') && (columns.includes('contestants') || /"votesSha256"\s*:/.test(head))
  const firstColumn = (names: readonly string[]) => names.find((name) => columns.includes(name))
  const [name, score] = [firstColumn(NAMES), firstColumn(SCORES)]
  if (!isBoard && (columns.includes('winner') || name === undefined || score === undefined)) {
    for await (const _ of file.chunks) break
    return null
  }
  const complaints = RowProblems.of(file, strict)
  const rows = isBoard
    ? await boardContestants(file)
    : await tableRows(file, { name: name!, score: score!, method: firstColumn(METHODS) }, complaints)
  const tables = new Map<string, Map<string, number>>()
  for (const { line, method, contestant, rating } of rows) {
    const table = method === null ? path : `${path} (${method})`
    const scores = tables.get(table) ?? new Map<string, number>()
    if (scores.has(contestant)) complaints.add(line, msg('rated_before'), quoted(contestant))
    else tables.set(table, scores.set(contestant, rating))
  }
  complaints.refuseIfBad(file, tables.size)
  const leftOut = complaints.warning(file.name)
  if (leftOut) printNote(terminal, `warning: ${warningText(leftOut)}`)
  if (tables.size === 0) throw new FileError(msg('no_ratings', { file: file.name }))
  return [...tables].map(([table, scores]) => ({ name: table, scores }))
}

interface RatedRow {
  line: number
  method: string | null
  contestant: string
  rating: number
}

async function boardContestants(file: OpenFile): Promise<RatedRow[]> {
  const text = await readWholeFile(file.chunks, LARGEST, file.name)
  const { contestants } = parseObjectText(text.toString('utf8')) as { contestants?: unknown }
  if (!Array.isArray(contestants)) return []
  return contestants.flatMap((contestant: { name?: unknown; rating?: unknown } | null, i) =>
    typeof contestant?.name === 'string' && typeof contestant.rating === 'number'
      ? [{ line: i + 1, method: null, contestant: contestant.name, rating: contestant.rating }]
      : [],
  )
}

function parseObjectText(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

async function tableRows(
  file: OpenFile,
  { name, score, method }: { name: string; score: string; method: string | undefined },
  complaints: RowProblems,
): Promise<RatedRow[]> {
  const rows: RatedRow[] = []
  for await (const portion of fileRows(file))
    for (const row of portion) {
      const { line } = row
      if ('wrong' in row) {
        complaints.add(line, row.wrong)
        continue
      }
      const contestant = textField(row.fields[name])
      const rating = numberField(row.fields[score])
      const hasScore = textField(row.fields[score]) !== null
      if (contestant === null) complaints.add(line, msg('field_empty', { field: name }))
      else if (rating !== null)
        rows.push({
          line,
          contestant,
          rating,
          method: method === undefined ? null : textField(row.fields[method]),
        })
      // a contestant that has no rating yet has an empty cell
      else if (hasScore)
        complaints.add(
          line,
          msg('field_is_not', { field: score, wanted: 'a number' }),
          quoted(textField(row.fields[score])!),
        )
    }
  return rows
}
