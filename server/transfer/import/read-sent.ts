/** Reads votes, answers and prompts from a request. */
import { type ImportedFile, type Warning, LARGEST_PICTURE_BYTES } from '../../../shared/contracts/index.ts'
import { msg, inEnglish } from '../../../shared/messages/index.ts'
import { PictureTaker, isPicture } from '../../pictures/index.ts'
import { nameOf, among, upTo, type FilesBeside } from '../arena-file/files-beside.ts'
import { Complaints } from '../formats/complaints.ts'
import { FileError } from '../formats/fields.ts'
import { type OpenFile, openFile } from '../formats/open-file.ts'
import type { ArenaImport, FileRead, ImportPortion } from './arena-import.ts'
import {
  asRead,
  fileOf,
  kindRead,
  knownFile,
  readPortions,
  refuseUnknown,
  type HowToRead,
  type KnownFile,
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
  const known: KnownFile[] = []
  const { paths } = sent
  const names = paths.map(nameOf).join(', ')
  const incoming: ArenaImport = {
    arena: { slug },
    contestants: [],
    prompts: [],
    answers: [],
    votes: [],
    // scores of all files are read together
    files: (how.from ? [paths] : paths.map((path) => [path])).map((some) =>
      fileOf((hashed, note) => readTogether(some, hashed, note)),
    ),
    onRead(stray) {
      refuseUnknown(how, known)
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
      const pictures = new PictureTaker((picture) => sent.picture(path, picture))
      opened.push({ ...(await sent.open(path)), pictures })
    }
    const one = await knownFile(opened, how).catch((error: Error) => refined(error, opened[0], how))
    const { name } = one.file
    known.push(one)
    const { content, tool } = one
    if (content === 'arena') throw new FileError(msg('arena_among', { file: name }))
    const complaints = Complaints.of(one.file, how.strict)
    const reading = { complaints, ...how }
    const portions = (warnOfFile: Reading['warn']) =>
      readPortions(hashed(one.file), content, { ...reading, warn: warnOfFile })
    const read = yield* withRemedy(portions, opened[0], how, warn)
    const noted = asRead(one, how, read)
    if (noted) note(noted)
    files.push({
      name,
      kind: kindRead(content, read),
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

/** Files of a request that are on disk. */
interface UploadedFiles extends Pick<FilesBeside, 'open' | 'picture'> {
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
export const amongUploaded = (files: ReadonlyMap<string, string>, mostUnpacked: number): UploadedFiles => ({
  paths: [...files].flatMap(([path, place]) => (isPicture(headOf(place)) ? [] : [path])),
  async open(path) {
    const place = among(files, path)
    const name = nameOf(path)
    if (place === undefined) throw new FileError(msg('not_sent', { file: name }))
    const file = await openFile(place, { name })
    return { ...file, chunks: upTo(mostUnpacked, file.chunks, name) }
  },
  picture(fileName, path) {
    const place = among(files, posix.join(posix.dirname(fileName), path))
    if (place === undefined) return null
    // its content does not matter: it is refused for its size
    const isLarge = statSync(place).size > LARGEST_PICTURE_BYTES
    return isLarge ? Buffer.alloc(LARGEST_PICTURE_BYTES + 1) : readFileSync(place)
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
