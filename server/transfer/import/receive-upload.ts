/** Stores the files of a request on disk while they arrive, so that their size does not matter to memory. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MOST_ARENA_FILES } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import { boundedChunks } from '../../platform/body-bound.ts'
import { boundaryIn, MultipartError, partsOf } from '../../platform/multipart.ts'
import type { Part } from '../../platform/multipart.ts'
import { ProblemError } from '../../platform/problem.ts'

/** The name of a file that is the whole body. */
const WHOLE_BODY = 'the file'

export interface Upload {
  /** Where each file is, by its path as it was sent. */
  files: Map<string, string>
  /** Of all files together, in bytes. */
  size: number
  /** Removes them from disk. */
  remove(): Promise<void>
}

/**
 * Reads files of any kind from a request into a temporary folder: either a form with one field for each file, named by
 * its path, or one file as the body.
 * @param megabytes what the whole request may have
 * @throws {ProblemError} too_large if it has more, or if the disk is full; invalid_request if there is no file, or if
 *   the form cannot be read. Nothing stays on disk then.
 */
export async function receiveUpload(request: Request, megabytes: number): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-upload-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const files = new Map<string, string>()
  let size = 0
  try {
    let count = 0
    for await (const { name, content } of filesIn(request, megabytes)) {
      if (++count > MOST_ARENA_FILES) throw refuse(msg('files_many', { count, most: MOST_ARENA_FILES }))
      const place = join(folder, String(count))
      size += await store(content, place)
      files.set(posix.normalize(name), place)
    }
    if (size === 0) throw refuse(nothingIn([...files.keys()]))
  } catch (error) {
    await remove()
    throw asProblem(error as Error)
  }
  return { files, size, remove }
}

const nothingIn = (files: string[]) =>
  files.length === 0 || files[0] === WHOLE_BODY ? msg('no_file') : msg('nothing_in', { files })

async function* filesIn(request: Request, megabytes: number): AsyncGenerator<Part> {
  const chunks = boundedChunks(request, megabytes * 1024 * 1024, msg('import_large', { megabytes }))
  const contentType = request.headers.get('content-type')
  const boundary = boundaryIn(contentType)
  if (boundary !== null) yield* partsOf(chunks, boundary)
  else if (contentType?.startsWith('multipart/')) throw refuse(msg('form_unread'))
  else yield { name: WHOLE_BODY, content: buffers(chunks) }
}

async function* buffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) if (chunk.length > 0) yield Buffer.from(chunk)
}

/** @returns its size in bytes */
async function store(content: AsyncIterable<Buffer>, place: string): Promise<number> {
  const file = createWriteStream(place, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(content, { objectMode: true }), file)
  return file.bytesWritten
}

function asProblem(error: Error & { code?: unknown }): Error {
  if (error instanceof MultipartError) return refuse(msg('form_unread'))
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new ProblemError('too_large', msg('upload_no_room'))
  return error
}

const refuse = (what: CodedMessage) => new ProblemError('invalid_request', what)
