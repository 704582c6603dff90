import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { LARGEST_PICTURE_BYTES } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { isPicture } from '../../pictures/index.ts'
import { among, nameOf, upTo } from '../arena-file/files-beside.ts'
import type { FilesBeside } from '../arena-file/files-beside.ts'
import { FileError } from '../formats/file-error.ts'
import { openFile } from '../formats/open-file.ts'

/** Files of a request that are on disk. */
export interface UploadedFiles extends Pick<FilesBeside, 'open' | 'picture'> {
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
