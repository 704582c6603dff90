/** Reads votes, answers and prompts from a request. */
import type { ImportedFile, Warning } from '../../../shared/contracts/index.ts'
import { msg, inEnglish } from '../../../shared/messages/index.ts'
import { PictureTaker } from '../../pictures/index.ts'
import { nameOf } from '../arena-file/files-beside.ts'
import { columnChanges, refuseUnknownColumns } from '../formats/column-changes.ts'
import type { ColumnOptions } from '../formats/column-changes.ts'
import { ownColumnsOf } from '../formats/columns.ts'
import { Complaints } from '../formats/complaints.ts'
import { detectKind } from '../formats/detect-kind.ts'
import { recogniseTool } from '../formats/tools/index.ts'
import { FileError } from '../formats/file-error.ts'
import { toldOutcomes } from '../formats/file-outcomes.ts'
import type { OpenFile } from '../formats/open-file.ts'
import type { UploadedFiles } from './among-uploaded.ts'
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
  sent: UploadedFiles,
  { orders, strict, ...options }: HowToRead,
): SentImport {
  const files: ImportedFile[] = []
  const warnings: Warning[] = []
  const warn = (warning: Warning) => void warnings.push(warning)
  const columns: string[] = []
  /** Other names in the files that the changes are about. */
  const used: ReadonlySet<string>[] = []
  const { paths } = sent
  const names = paths.map(nameOf).join(', ')
  const incoming: ArenaImport = {
    arena: { slug },
    contestants: [],
    prompts: [],
    answers: [],
    votes: [],
    files: paths.map((path) => fileOf((hashed) => readOne(path, hashed))),
    onRead(stray) {
      const changes = columnChanges(options)
      if (changes) refuseUnknownColumns(changes, columns, new Set(used.flatMap((names) => [...names])))
      refuseStray(stray, names)
    },
    warn,
  }
  return { incoming, files, warnings }

  async function* readOne(path: string, hashed: (file: OpenFile) => OpenFile): AsyncGenerator<ImportPortion> {
    const pictures = new PictureTaker((picture) => sent.picture(path, picture))
    const opened = { ...(await sent.open(path)), pictures }
    const { name } = opened
    columns.push(...ownColumnsOf(opened))
    const changes = columnChanges(options)
    const outcomes = toldOutcomes(options.outcomes)
    const file = hashed({ ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) })
    const complaints = Complaints.of(file, strict)
    const tool = recogniseTool(file)
    if (tool) used.push(tool.head.renames.used)
    const detected = tool ? null : detectKind(file)
    if (detected === 'arena') throw new FileError(msg('arena_among', { file: name }))
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
