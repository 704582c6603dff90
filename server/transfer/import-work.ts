/** What an import does with its files, in the thread of a server or in the process of a command. */
import type { ImportOrder } from './import-client.ts'
import type { FilesHere } from './files-here.ts'
import { bringArena, tryArena, receivedArena, type BringDeps } from './arena-file/bring-arena.ts'
import { ImportReceipt, type FileLooks } from '../../shared/contracts/index.ts'
import { pathsOfContent, sentFiles } from './arena-file/referenced-files.ts'
import { filesInPlace, sentImport, type UploadedFiles } from './import/read-import.ts'
import { openAndPreview } from './import/preview.ts'
import { importInto } from './import/import-into.ts'
import { FileError } from './formats/fields.ts'
import { ProblemError } from '../platform/problem.ts'
import { msg } from '../../shared/messages/index.ts'

/**
 * @param deps `hasRead` is called when all files are read and nothing is written yet
 * @param here of a request within this process: its files, which are read where they are
 */
export async function carryOut(deps: BringDeps, work: ImportOrder, here?: FilesHere) {
  if (work.kind === 'import') return refused(importSent({ ...deps, ...here }, work, here))
  if (work.kind === 'look') return refused(lookAtSent(work, here))
  const received = here ? [...here.files.values()][0]! : await receivedArena(work.files)
  return work.kind === 'try'
    ? tryArena(deps, received, work.options)
    : bringArena({ ...deps, ...here }, received, work.options, work.kind === 'renew')
}

/** @throws {ProblemError} invalid_request if a file cannot be used */
const refused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw error instanceof FileError ? new ProblemError('invalid_request', error.finding) : error
  })

const uploadedFiles = (
  { files, mostUnpacked }: Pick<ImportOrder, 'files' | 'mostUnpacked'>,
  here: FilesHere | undefined,
): UploadedFiles =>
  here ? filesInPlace(here) : { ...sentFiles(files, mostUnpacked), paths: pathsOfContent(files) }

async function lookAtSent(
  { how, ...upload }: Extract<ImportOrder, { kind: 'look' }>,
  here: FilesHere | undefined,
): Promise<FileLooks> {
  const { paths, open } = uploadedFiles(upload, here)
  return openAndPreview(paths, open, how)
}

/**
 * Imports sent files into an arena, all of them or none. An arena that does not exist is created.
 * @param work the arena and the files; `dryRun`: return the result and store nothing
 * @throws {ProblemError} invalid_request if a text that was voted on would change
 */
async function importSent(
  deps: BringDeps,
  { slug, described, how, kinds, dryRun, ...upload }: Extract<ImportOrder, { kind: 'import' }>,
  here?: FilesHere,
): Promise<ImportReceipt> {
  const sent = uploadedFiles(upload, here)
  for (const path of kinds.keys())
    if (!sent.paths.includes(path)) throw new ProblemError('invalid_request', msg('not_sent', { file: path }))
  const { incoming, files, warnings } = sentImport(slug, { ...sent, kinds }, how)
  Object.assign(incoming.arena, described)
  const { onRead } = incoming
  incoming.onRead = (stray) => {
    onRead!(stray)
    deps.hasRead?.()
  }
  const result = await importInto(deps, incoming, dryRun)
  const mostlyNew = !result.created && result.contestantsAdded > result.contestants / 2
  return ImportReceipt.parse({ ...result, files, mostlyNew, warnings })
}
