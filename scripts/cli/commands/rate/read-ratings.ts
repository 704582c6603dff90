import { columnsOf, rowsOf } from '../../../../server/transfer/formats/rows.ts'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { numberField, quoted, textField, FileError } from '../../../../server/transfer/formats/fields.ts'
import { openFile, type OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import type { RatingsTable } from '../../../../server/ratings/reports/against.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { warningText } from '../../../../shared/sentence/index.ts'
import { note } from '../../terminal/output.ts'
import { pathFrom, type Terminal } from '../../terminal/terminal.ts'

/** Columns of tables of ratings: Deadheat's own, those of evalica, and usual ones. The first that a table has counts. */
const NAMES = ['model', 'item', 'contestant', 'name']
const SCORES = ['rating', 'score', 'elo']
const METHODS = ['algorithm', 'method']
/** The largest board as JSON, in bytes. */
const LARGEST = 64 * 1024 * 1024

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
  const file = await openFile(pathFrom(terminal, path), { stdin: terminal.stdin })
  const columns = columnsOf(file)
  const isBoard = file.head.toString('utf8').trimStart().startsWith('{') && columns.includes('contestants')
  const columnIn = (names: readonly string[]) => names.find((name) => columns.includes(name))
  const [name, score] = [columnIn(NAMES), columnIn(SCORES)]
  if (!isBoard && (columns.includes('winner') || name === undefined || score === undefined)) {
    for await (const _ of file.chunks) break
    return null
  }
  const complaints = Complaints.of(file, strict)
  const rows = isBoard
    ? await contestantsOf(file)
    : await tableRows(file, { name: name!, score: score!, method: columnIn(METHODS) }, complaints)
  const tables = new Map<string, Map<string, number>>()
  for (const { line, method, contestant, rating } of rows) {
    const what = method === null ? path : `${path} (${method})`
    const scores = tables.get(what) ?? new Map<string, number>()
    if (scores.has(contestant)) complaints.add(line, msg('rated_before'), quoted(contestant))
    else tables.set(what, scores.set(contestant, rating))
  }
  complaints.refuseIfBad(file, tables.size)
  const leftOut = complaints.warning(file.name)
  if (leftOut) note(terminal, `warning: ${warningText(leftOut)}`)
  if (tables.size === 0) throw new FileError(msg('no_ratings', { file: file.name }))
  return [...tables].map(([what, scores]) => ({ what, scores }))
}

interface Rated {
  line: number
  method: string | null
  contestant: string
  rating: number
}

async function contestantsOf(file: OpenFile): Promise<Rated[]> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of file.chunks) {
    parts.push(part)
    if ((size += part.length) > LARGEST) throw new FileError(msg('no_ratings', { file: file.name }))
  }
  const { contestants } = parsed(Buffer.concat(parts).toString('utf8')) as { contestants?: unknown }
  if (!Array.isArray(contestants)) return []
  return contestants.flatMap((one: { name?: unknown; rating?: unknown } | null, i) =>
    typeof one?.name === 'string' && typeof one.rating === 'number'
      ? [{ line: i + 1, method: null, contestant: one.name, rating: one.rating }]
      : [],
  )
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

async function tableRows(
  file: OpenFile,
  { name, score, method }: { name: string; score: string; method: string | undefined },
  complaints: Complaints,
): Promise<Rated[]> {
  const rows: Rated[] = []
  for await (const portion of rowsOf(file))
    for (const row of portion) {
      const { line } = row
      if ('wrong' in row) {
        complaints.add(line, row.wrong)
        continue
      }
      const contestant = textField(row.fields[name])
      const rating = numberField(row.fields[score])
      const hasScore = textField(row.fields[score]) !== null
      if (contestant === null) complaints.add(line, msg('no_name_rated'))
      else if (rating !== null)
        rows.push({
          line,
          contestant,
          rating,
          method: method === undefined ? null : textField(row.fields[method]),
        })
      // a contestant that has no rating yet has an empty cell
      else if (hasScore) complaints.add(line, msg('rating_no_number'), quoted(textField(row.fields[score])!))
    }
  return rows
}
