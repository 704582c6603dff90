/** Reads votes, answers and prompts from a request. */
import type { ImportedFile, Warning } from '../../../shared/contracts/index.ts'
import { msg, englishText } from '../../../shared/messages/index.ts'
import { PictureExtractor, readAdjacentPicture } from '../../pictures/index.ts'
import type { FilesHere } from '../files-here.ts'
import { baseName, type ReferencedFiles } from '../arena-file/referenced-files.ts'
import { RowProblems } from '../formats/complaints.ts'
import { detectKind, type FileKind } from '../formats/detect-kind.ts'
import {
  NO_EDITS,
  parseOptions,
  refuseUnknownOptions,
  requestedScoreKind,
  type ColumnOptions,
  type PlanEdits,
} from '../formats/column-changes.ts'
import { planOfColumns } from '../read-plan/deadheat-columns.ts'
import { findRemedy, withTriedProposals } from './remedies.ts'
import { FileError } from '../formats/fields.ts'
import { fileColumns } from '../formats/rows.ts'
import { type OpenFile, openFile } from '../formats/open-file.ts'
import type { ArenaImport, ReadFileSummary, ImportPortion, StrayAnswer } from './arena-import.ts'
import {
  createImportFile,
  kindRead,
  planFile,
  planInFile,
  readPortions,
  type PlannedFile,
} from './read-files.ts'

/** How a user says to read files. */
export interface ImportOptions extends ColumnOptions {
  /** Whether the two orders of a judgement are one vote or two. */
  orders: 'merge' | 'separate'
  /** Whether the first bad row stops the reading. */
  strict: boolean
  /** Whether what is doubtful is meant. */
  yes?: boolean | undefined
}

interface SentImport {
  incoming: ArenaImport
  /** Complete when the import has read its files, like `warnings`. */
  files: ImportedFile[]
  warnings: Warning[]
}

/**
 * The files of a request as an import, which opens and reads them one after another. It detects gzip by the first bytes,
 * and the kind of file by its columns.
 * @throws {FileError} if an option cannot be read
 */
export function sentImport(
  slug: string,
  sent: UploadedFiles,
  { orders, strict, yes, ...options }: ImportOptions,
): SentImport {
  const how = parseOptions(options)
  const files: ImportedFile[] = []
  const warnings: Warning[] = []
  const warn = (warning: Warning) => void warnings.push(warning)
  const plannedFiles: PlannedFile[] = []
  const { paths, kinds } = sent
  const names = paths.map(baseName).join(', ')
  const unnamed = paths.filter((path) => !kinds?.has(path))
  const incoming: ArenaImport = {
    arena: { slug },
    contestants: [],
    prompts: [],
    answers: [],
    votes: [],
    files: [
      ...paths.filter((path) => kinds?.has(path)).map((path) => [path]),
      // scores of all files are read together
      ...(requestedScoreKind(how) ? [unnamed] : unnamed.map((path) => [path])),
    ].map((together) => createImportFile((hashed, note) => readTogether(together, hashed, note))),
    onRead(stray) {
      refuseUnknownOptions(how, plannedFiles)
      refuseStray(stray, names)
    },
    warn,
    ...(!yes && { doubts: () => warnings }),
  }
  return { incoming, files, warnings }

  async function* readTogether(
    together: readonly string[],
    hashed: (file: OpenFile) => OpenFile,
    note: (read: ReadFileSummary) => void,
  ): AsyncGenerator<ImportPortion> {
    const opened: OpenFile[] = []
    for (const path of together) {
      const pictures = new PictureExtractor((picture) => sent.picture(path, picture))
      opened.push({ ...(await sent.open(path)), pictures })
    }
    const kind = kinds?.get(together[0]!)
    // options about columns are about the other files
    const said = kind ? NO_EDITS : how
    const planned = kind
      ? planAs(kind, opened[0])
      : await planFile(opened, said).catch((error: Error) => refined(error, opened[0], said))
    if (!kind) plannedFiles.push(planned)
    const { file, plan, tool } = planned
    const { name } = file
    const complaints = RowProblems.of(file, strict)
    const doubts: Warning[] = []
    const asked = (doubt: Warning) => void doubts.push(doubt)
    const portions = readPortions({ ...planned, file: hashed(file) }, { complaints, orders, warn: asked })
    let read: Awaited<ReturnType<typeof portions.next>>['value']
    try {
      read = yield* portions
    } catch (error) {
      return refined(error as Error, opened[0], said)
    }
    for (const doubt of kind ? [] : doubts)
      // who said yes sees the contestants beside the result
      if (!yes || doubt.code !== 'columns_are_contestants')
        warn(await withTriedProposals(doubt, opened[0], said))
    if (plan) note({ name, plan, ...read })
    files.push({
      name,
      kind: kindRead(planned, read),
      ...(tool && { tool: tool.format.name }),
      ...read,
      bad: complaints.count,
      badRows: complaints.rows
        .toSorted((a, b) => a.line - b.line)
        .map(({ line, wrong }) => ({ line, wrong: englishText(wrong), finding: wrong })),
      leftOut: complaints.warning(name),
    })
  }
}

/** Files of a request. */
export interface UploadedFiles extends Pick<ReferencedFiles, 'open' | 'picture'> {
  /** The paths of all but the pictures, as they were sent. */
  paths: string[]
  kinds?: DeclaredKinds
}

/** By path: the kind of a file, if an option says it. What is doubtful about such a file is meant. */
export type DeclaredKinds = ReadonlyMap<string, 'prompts' | 'answers'>

/** Finds files of this machine where they are, and pictures beside them. */
export const filesInPlace = ({ files, onRead }: FilesHere): UploadedFiles => ({
  paths: [...files.keys()],
  open: (name) => openFile(files.get(name)!, { name: baseName(name), ...(onRead && { onProgress: onRead }) }),
  picture: (name, picture) => readAdjacentPicture(files.get(name)!, picture),
})

/** @throws {Error} this one, or if it refuses a file one with a remedy that was tried */
async function refined(error: Error, file: OpenFile, how: PlanEdits): Promise<never> {
  throw error instanceof FileError ? (await findRemedy(error, file, how)).error : error
}

/** @throws {FileError} if the file is of another kind */
function planAs(requiredKind: 'prompts' | 'answers', file: OpenFile): PlannedFile {
  const kind = detectKind(file)
  if (kind !== requiredKind)
    throw new FileError(
      msg('holds_other_kind', {
        wanted: requiredKind,
        file: file.name,
        holds: KIND_WORDS[kind],
        asked: requiredKind,
      }),
    )
  const columns = fileColumns(file)
  const plan = planInFile(planOfColumns(kind, columns), file, NO_EDITS)
  return { file, plan, content: kind, tool: null, columns, used: undefined, isGiven: false }
}

const KIND_WORDS: Record<FileKind, string> = {
  votes: 'votes',
  answers: 'answers',
  prompts: 'prompts',
  arena: 'an arena',
}

/**
 * Refuses answers to prompts without a text, since they could never be shown. Most likely an id is misspelt.
 * @throws {FileError} if there is one
 */
export function refuseStray(stray: StrayAnswer | undefined, fileName: string): void {
  if (stray) throw new FileError(msg('stray_response', { file: fileName, ...stray }))
}
