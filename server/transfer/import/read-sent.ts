/** Reads votes, answers and prompts from a request. */
import { posix } from 'node:path'
import type { ImportedFile, Warning } from '../../../shared/contracts/index.ts'
import { msg, inEnglish } from '../../../shared/messages/index.ts'
import { isPicture, PictureTaker } from '../../pictures/index.ts'
import { amongSent } from '../arena-file/files-beside.ts'
import type { SentFiles } from '../arena-file/files-beside.ts'
import { columnChanges, refuseUnknownColumns } from '../formats/column-changes.ts'
import type { ColumnOptions } from '../formats/column-changes.ts'
import { ownColumnsOf } from '../formats/columns.ts'
import { Complaints } from '../formats/complaints.ts'
import { detectKind } from '../formats/detect-kind.ts'
import { recogniseTool } from '../formats/tools/index.ts'
import { FileError } from '../formats/file-error.ts'
import type { OpenFile } from '../formats/open-file.ts'
import type { ArenaImport, ImportPortion } from './arena-import.ts'
import { fileOf, readPortions } from './read-files.ts'
import { refuseStray } from './read-import.ts'

export interface SentImport {
  incoming: ArenaImport
  /** Complete when the import has read its files, like `warnings`. */
  files: ImportedFile[]
  warnings: Warning[]
}

export interface HowToRead extends ColumnOptions {
  orders: 'merge' | 'separate'
  strict: boolean
}

/**
 * The files of a request as an import, which opens and reads them one after another. It detects gzip by the first bytes,
 * and the kind of file by its columns.
 */
export function sentImport(
  slug: string,
  sent: SentFiles,
  { orders, strict, ...options }: HowToRead,
): SentImport {
  const files: ImportedFile[] = []
  const warnings: Warning[] = []
  const columns: string[] = []
  const paths = [...sent].flatMap(([path, bytes]) => (isPicture(bytes) ? [] : [path]))
  const names = paths.map((path) => posix.basename(path)).join(', ')
  const incoming: ArenaImport = {
    arena: { slug },
    contestants: [],
    prompts: [],
    answers: [],
    votes: [],
    files: paths.map((path) => fileOf((hashed) => readOne(path, hashed))),
    onRead(stray) {
      const changes = columnChanges(options)
      if (changes) refuseUnknownColumns(changes, columns)
      refuseStray(stray, names)
    },
  }
  return { incoming, files, warnings }

  async function* readOne(path: string, hashed: (file: OpenFile) => OpenFile): AsyncGenerator<ImportPortion> {
    const beside = amongSent(sent)
    const pictures = new PictureTaker((picture) => beside.picture(path, picture))
    const opened = { ...(await beside.open(path)), pictures }
    const { name } = opened
    columns.push(...ownColumnsOf(opened))
    const changes = columnChanges(options)
    const file = hashed({ ...opened, chunks: fewLines(opened.chunks, name), ...(changes && { changes }) })
    const complaints = Complaints.of(file, strict)
    const tool = recogniseTool(file)
    const detected = tool ? null : detectKind(file)
    if (detected === 'arena') throw new FileError(msg('arena_among', { file: name }))
    const warn = (warning: Warning) => void warnings.push(warning)
    const read = yield* readPortions(file, tool ?? detected!, { complaints, orders, warn })
    files.push({
      name,
      kind: detected ?? (read.votes > 0 ? 'votes' : read.answers > 0 ? 'answers' : 'prompts'),
      ...(tool && { tool: tool.format.name }),
      ...read,
      bad: complaints.count,
      badRows: complaints.rows
        .toSorted((a, b) => a.line - b.line)
        .map(({ line, wrong }) => ({ line, wrong: inEnglish(wrong), finding: wrong })),
      leftOut: complaints.warning(name),
    })
  }
}

/** The limit on lines, because the request waits for the import. */
const MOST_LINES = 500_000
const LINE_END = 0x0a

async function* fewLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let lines = 0
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines++
    if (lines > MOST_LINES) throw new FileError(msg('lines_many', { file: name, most: MOST_LINES }))
    yield chunk
  }
}
