/** Reads the files of a request: an arena.yaml and the files it names. */
import { posix } from 'node:path'
import { LARGEST_ARENA_FILE_BYTES, MOST_ARENA_FILES, SentArena } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { SentFiles } from './files-beside.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

export interface ReceivedArena {
  arenaFile: { name: string; text: string }
  /** By their paths from the folder of the arena.yaml. */
  files: SentFiles
}

/**
 * Reads the files of a request: a form with one field for each file, named by its path, or JSON `{ files: { path:
 * text } }`.
 * @throws {ProblemError} invalid_request if there is no arena.yaml; too_large if the arena.yaml is too long to be
 *   written by hand
 */
export async function receiveFiles(request: Request): Promise<ReceivedArena> {
  const sent = await filesIn(request)
  const path = arenaFileAmong([...sent.keys()])
  const bytes = sent.get(path)!
  if (bytes.length > LARGEST_ARENA_FILE_BYTES)
    throw new ProblemError(
      'too_large',
      msg('arena_file_large', { file: posix.basename(path), kilobytes: LARGEST_ARENA_FILE_BYTES / 1024 }),
    )
  const folder = posix.dirname(path)
  const files = [...sent].map(([one, content]) => [siblingOf(folder, one), content] as const)
  return { arenaFile: { name: posix.basename(path), text: textOf(path, bytes) }, files: new Map(files) }
}

async function filesIn(request: Request): Promise<Map<string, Uint8Array>> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
  return fewEnough(isForm ? await fromForm(request) : await fromJson(request))
}

function fewEnough(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  if (files.size > MOST_ARENA_FILES)
    throw refuse(msg('files_many', { count: files.size, most: MOST_ARENA_FILES }))
  return files
}

async function fromForm(request: Request): Promise<Map<string, Uint8Array>> {
  const form = await request.formData().catch(() => {
    throw refuse(msg('form_unread'))
  })
  const files = new Map<string, Uint8Array>()
  for (const [path, content] of form.entries()) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : await content.arrayBuffer()
    files.set(posix.normalize(path), new Uint8Array(bytes))
  }
  return files
}

async function fromJson(request: Request): Promise<Map<string, Uint8Array>> {
  const body: unknown = await request.json().catch(() => undefined)
  const parsed = SentArena.safeParse(body)
  if (!parsed.success) throw refuse(msg('no_files_sent'))
  return new Map(
    Object.entries(parsed.data.files).map(([path, text]) => [posix.normalize(path), Buffer.from(text)]),
  )
}

/** The path of the arena.yaml; else of the only YAML file. */
function arenaFileAmong(paths: readonly string[]): string {
  const yaml = paths.filter((path) => /\.ya?ml$/i.test(path))
  const named = yaml.filter((path) => /^arena\.ya?ml$/i.test(posix.basename(path)))
  const [one, ...more] = named.length > 0 ? named : yaml
  if (one === undefined) throw refuse(msg('no_arena_file'))
  if (more.length > 0) throw refuse(msg('several_arena_files', { files: [one, ...more].slice(0, 3) }))
  return one
}

const siblingOf = (folder: string, path: string): string =>
  folder !== '.' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse(msg('file_not_utf8', { file: posix.basename(path) }))
  }
}

const refuse = (what: CodedMessage) => new ProblemError('invalid_request', what)
