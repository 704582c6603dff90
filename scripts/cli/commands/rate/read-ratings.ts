import { columnsOf } from '../../../../server/transfer/formats/columns.ts'
import { numberField, textField } from '../../../../server/transfer/formats/fields.ts'
import { FileError } from '../../../../server/transfer/formats/file-error.ts'
import { openFile } from '../../../../server/transfer/formats/open-file.ts'
import type { OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import { rowsOf } from '../../../../server/transfer/formats/rows.ts'
import type { RatingsTable } from '../../../../server/ratings/reports/against-ratings.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { pathFrom } from '../../terminal/terminal.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Columns of tables of ratings: Deadheat's own, those of evalica, and usual ones. The first that a table has counts. */
const NAMES = ['model', 'item', 'contestant', 'name']
const SCORES = ['rating', 'score', 'elo']
const METHODS = ['algorithm', 'method']
/** The largest board as JSON, in bytes. */
const LARGEST = 64 * 1024 * 1024

/**
 * The ratings in a file: a board as JSON, or a table with a row for each contestant, for each method if it names
 * several.
 * @returns null if it is neither
 * @throws {FileError} if the file cannot be read, or holds no rating
 */
export async function readRatings(terminal: Terminal, path: string): Promise<RatingsTable[] | null> {
  const file = await openFile(pathFrom(terminal, path), { stdin: terminal.stdin })
  const columns = columnsOf(file)
  const isBoard = file.head.toString('utf8').trimStart().startsWith('{') && columns.includes('contestants')
  const columnIn = (names: readonly string[]) => names.find((name) => columns.includes(name))
  const [name, score] = [columnIn(NAMES), columnIn(SCORES)]
  if (!isBoard && (columns.includes('winner') || name === undefined || score === undefined)) {
    for await (const _ of file.chunks) break
    return null
  }
  const rows = isBoard
    ? await contestantsOf(file)
    : await tableRows(file, { name: name!, score: score!, method: columnIn(METHODS) })
  const tables = new Map<string, Map<string, number>>()
  for (const { method, contestant, rating } of rows) {
    const what = method === null ? path : `${path} (${method})`
    const scores = tables.get(what) ?? new Map<string, number>()
    tables.set(what, scores.set(contestant, rating))
  }
  if (tables.size === 0) throw new FileError(msg('no_ratings', { file: file.name }))
  return [...tables].map(([what, scores]) => ({ what, scores }))
}

interface Rated {
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
  return contestants.flatMap((one: { name?: unknown; rating?: unknown } | null) =>
    typeof one?.name === 'string' && typeof one.rating === 'number'
      ? [{ method: null, contestant: one.name, rating: one.rating }]
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
): Promise<Rated[]> {
  const rows: Rated[] = []
  for await (const portion of rowsOf(file))
    for (const row of portion) {
      if ('wrong' in row) continue
      const contestant = textField(row.fields[name])
      const rating = numberField(row.fields[score])
      if (contestant === null || rating === null) continue
      rows.push({ contestant, rating, method: method === undefined ? null : textField(row.fields[method]) })
    }
  return rows
}
