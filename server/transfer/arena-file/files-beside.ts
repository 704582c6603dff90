/** Finds the files that an arena.yaml names: in its folder, or among the files sent with it. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, posix, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { readRubric, rubricOf, rubricPath, SHIPPED_RUBRICS, type ReadRubric } from '../../judging/index.ts'
import { LARGEST_PICTURE_BYTES } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { FileError } from '../formats/file-error.ts'
import { openFile, type OpenFile } from '../formats/open-file.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

export interface FilesBeside {
  /** @throws {FileError} if there is no such file, or if it is not text */
  open(fileName: string): Promise<OpenFile>
  /** The rubric that `rubric:` names. @throws {ProblemError} if it cannot be read or has faults */
  rubric(rubricName: string): Promise<ReadRubric>
  /** The bytes of a text that a judge reads. @throws {ProblemError} if there is no such file */
  text(fileName: string): Promise<Uint8Array>
  /** A picture that a text in a file names, by its path from the folder of that file; null if there is none. */
  picture(fileName: string, path: string): Buffer | null
  /** The end of the sentence "prompts.jsonl …" if the file is missing. */
  whereLooked: CodedMessage
}

/** Files by their paths from the folder of an arena.yaml. */
export type SentFiles = ReadonlyMap<string, Uint8Array>

/** @param onFile called with each file that is looked for, as the arena.yaml names it */
export const inFolder = (folder: string, onFile: (named: string) => void = () => {}): FilesBeside => ({
  open(named) {
    onFile(named)
    return openFile(resolve(folder, named))
  },
  rubric(named) {
    if (!isShipped(named)) onFile(named)
    return readRubric(rubricPath(named, folder))
  },
  text(named) {
    onFile(named)
    return readFile(resolve(folder, named)).catch(({ code }: NodeJS.ErrnoException) =>
      refuseFile(msg('file_unread', { path: named, why: code ?? 'unknown' })),
    )
  },
  picture(fileName, path) {
    const bytes = pictureBeside(resolve(folder, fileName), path)
    if (bytes) onFile(posix.join(posix.dirname(fileName), path))
    return bytes
  },
  whereLooked: msg('looked_beside'),
})

/**
 * Reads a picture by its path from the folder of a file. No path and no link leads out of this folder.
 * @returns at most a little more than a picture may have; null if there is no such file
 */
export function pictureBeside(file: string, path: string): Buffer | null {
  try {
    const folder = realpathSync(dirname(file))
    const found = realpathSync(resolve(folder, path))
    const inside = found.startsWith(folder.endsWith(sep) ? folder : folder + sep)
    const stats = inside ? statSync(found) : null
    if (!stats?.isFile()) return null
    // its content does not matter: it is refused for its size
    return stats.size > LARGEST_PICTURE_BYTES ? Buffer.alloc(LARGEST_PICTURE_BYTES + 1) : readFileSync(found)
  } catch {
    return null
  }
}

const isShipped = (rubricName: string): rubricName is keyof typeof SHIPPED_RUBRICS =>
  Object.hasOwn(SHIPPED_RUBRICS, rubricName)

/** The most bytes that a sent file may unpack to. */
const MOST_UNPACKED = 64 * 1024 * 1024

/** Finds only the sent files and the shipped rubrics. No path reaches the files of this machine. */
export const amongSent = (files: SentFiles): FilesBeside => ({
  async open(fileName) {
    const stdin = Readable.from([Buffer.from(sent(files, fileName))])
    const file = await openFile('-', { stdin, name: nameOf(fileName) })
    return { ...file, chunks: upTo(MOST_UNPACKED, file.chunks, file.name) }
  },
  async rubric(rubricName) {
    if (isShipped(rubricName)) return readRubric(SHIPPED_RUBRICS[rubricName])
    const bytes = among(files, rubricName)
    if (bytes) return rubricOf(nameOf(rubricName), bytes)
    throw new ProblemError(
      'invalid_request',
      msg('no_rubric', { name: rubricName, shipped: Object.keys(SHIPPED_RUBRICS) }),
    )
  },
  picture(fileName, path) {
    const bytes = among(files, posix.join(posix.dirname(fileName), path))
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null
  },
  text: async (fileName) => among(files, fileName) ?? refuseFile(msg('not_sent', { file: nameOf(fileName) })),
  whereLooked: msg('looked_among'),
})

function refuseFile(why: CodedMessage): never {
  throw new ProblemError('invalid_request', why)
}

/** Finds a file by its path; else by its name alone, if only one sent file has that name. */
export function among<File>(files: ReadonlyMap<string, File>, fileName: string): File | undefined {
  const path = fileName.replace(/^(\.\/)+/, '')
  const exact = files.get(path)
  if (exact !== undefined) return exact
  const alike = [...files].filter(([one]) => nameOf(one) === nameOf(path))
  return alike.length === 1 ? alike[0][1] : undefined
}

function sent(files: SentFiles, fileName: string): Uint8Array {
  const bytes = among(files, fileName)
  if (bytes) return bytes
  throw new FileError(msg('not_sent', { file: nameOf(fileName) }))
}

/** The name of a file by its path as it was sent, also from Windows. */
export const nameOf = (path: string): string => path.split(/[/\\]/).at(-1)!

/** @throws {FileError} while it is read, if there are more bytes */
export async function* upTo(
  most: number,
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most) throw new FileError(msg('unpacks_large', { file: name, megabytes: most / 1024 / 1024 }))
    yield chunk
  }
}
