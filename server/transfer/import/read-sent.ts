/** Reads votes, answers and prompts from a request. */
import { type ImportedFile, type Warning, MAX_PICTURE_BYTES } from '../../../shared/contracts/index.ts'
import { msg, englishText } from '../../../shared/messages/index.ts'
import { PictureExtractor, isPicture } from '../../pictures/index.ts'
import { baseName, findByPath, limitBytes, type ReferencedFiles } from '../arena-file/referenced-files.ts'
import { RowProblems } from '../formats/complaints.ts'
import { FileError } from '../formats/fields.ts'
import { type OpenFile, openFile } from '../formats/open-file.ts'
import type { ArenaImport, FileRead, ImportPortion } from './arena-import.ts'
import {
  fileReadRecord,
  createImportFile,
  kindRead,
  recogniseFile,
  readPortions,
  refuseUnknownOptions,
  type HowToRead,
  type RecognisedFile,
  type Reading,
} from './read-files.ts'
import { refined, refuseStray, withRemedy } from './read-import.ts'
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { posix } from 'node:path'

interface SentImport {
  incoming: ArenaImport
  /** Complete when the import has read its files, like `warnings`. */
  files: ImportedFile[]
  warnings: Warning[]
}

/**
 * The files of a request as an import, which opens and reads them one after another. It detects gzip by the first bytes,
 * and the kind of file by its columns.
 */
export function sentImport(slug: string, sent: UploadedFiles, how: HowToRead): SentImport {
  const files: ImportedFile[] = []
  const warnings: Warning[] = []
  const warn = (warning: Warning) => void warnings.push(warning)
  const known: RecognisedFile[] = []
  const { paths } = sent
  const names = paths.map(baseName).join(', ')
  const incoming: ArenaImport = {
    arena: { slug },
    contestants: [],
    prompts: [],
    answers: [],
    votes: [],
    // scores of all files are read together
    files: (how.from ? [paths] : paths.map((path) => [path])).map((some) =>
      createImportFile((hashed, note) => readTogether(some, hashed, note)),
    ),
    onRead(stray) {
      refuseUnknownOptions(how, known)
      refuseStray(stray, names)
    },
    warn,
    ...(!how.yes && { doubts: () => warnings }),
  }
  return { incoming, files, warnings }

  async function* readTogether(
    some: readonly string[],
    hashed: (file: OpenFile) => OpenFile,
    note: (read: FileRead) => void,
  ): AsyncGenerator<ImportPortion> {
    const opened: OpenFile[] = []
    for (const path of some) {
      const pictures = new PictureExtractor((picture) => sent.picture(path, picture))
      opened.push({ ...(await sent.open(path)), pictures })
    }
    const one = await recogniseFile(opened, how).catch((error: Error) => refined(error, opened[0], how))
    const { name } = one.file
    known.push(one)
    const { content, tool } = one
    if (content === 'arena') throw new FileError(msg('arena_among', { file: name }))
    const complaints = RowProblems.of(one.file, how.strict)
    const reading = { complaints, ...how }
    const portions = (warnOfFile: Reading['warn']) =>
      readPortions(hashed(one.file), content, { ...reading, warn: warnOfFile })
    const read = yield* withRemedy(portions, opened[0], how, warn)
    const noted = fileReadRecord(one, how, read)
    if (noted) note(noted)
    files.push({
      name,
      kind: kindRead(content, read),
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

/** Files of a request that are on disk. */
interface UploadedFiles extends Pick<ReferencedFiles, 'open' | 'picture'> {
  /** The paths of all but the pictures, as they were sent. */
  paths: string[]
}

/** What is enough to know a picture by. */
const PICTURE_HEAD = 64

/**
 * Finds only the uploaded files. No path reaches the other files of this machine.
 * @param files where each is, by its path as it was sent
 * @param mostUnpacked the most bytes that one may unpack to
 */
export const uploadedFiles = (files: ReadonlyMap<string, string>, mostUnpacked: number): UploadedFiles => ({
  paths: [...files].flatMap(([path, place]) => (isPicture(headOf(place)) ? [] : [path])),
  async open(path) {
    const place = findByPath(files, path)
    const name = baseName(path)
    if (place === undefined) throw new FileError(msg('not_sent', { file: name }))
    const file = await openFile(place, { name })
    return { ...file, chunks: limitBytes(mostUnpacked, file.chunks, name) }
  },
  picture(fileName, path) {
    const place = findByPath(files, posix.join(posix.dirname(fileName), path))
    if (place === undefined) return null
    // its content does not matter: it is refused for its size
    const isLarge = statSync(place).size > MAX_PICTURE_BYTES
    return isLarge ? Buffer.alloc(MAX_PICTURE_BYTES + 1) : readFileSync(place)
  },
})

function headOf(place: string): Uint8Array {
  const head = Buffer.alloc(PICTURE_HEAD)
  const file = openSync(place, 'r')
  try {
    return head.subarray(0, readSync(file, head))
  } finally {
    closeSync(file)
  }
}
