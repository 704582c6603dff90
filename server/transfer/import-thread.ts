/** The thread that reads sent files and imports them: no file can delay a vote. It has its own connections. */
import { randomUUID } from 'node:crypto'
import { openThreadPool } from '../platform/postgres/database.ts'
import { answerTasks } from '../platform/jobs/thread.ts'
import { runAsOperator } from '../platform/http/operators.ts'
import type { Db } from '../platform/schema.ts'
import type { ImportTask, ImportWork } from './import-client.ts'
import { bringArena, tryArena, receivedArena } from './arena-file/bring-arena.ts'
import { ImportReceipt, type FileLooks } from '../../shared/contracts/index.ts'
import { uploadedFiles, sentImport } from './import/read-sent.ts'
import { openAndInspect } from './import/inspect-files.ts'
import { importInto, type ImportDeps } from './import/import-into.ts'
import { FileError } from './formats/fields.ts'
import { ProblemError } from '../platform/problem.ts'

/** Connections of the thread: it does one import at a time. */
const CONNECTIONS = 2

const databases = new Map<string, Db>()

function databaseAt(url: string): Db {
  const known = databases.get(url)
  if (known) return known
  const opened = openThreadPool(url, CONNECTIONS)
  databases.set(url, opened)
  return opened
}

answerTasks((task: ImportTask, hasRead) => runAsOperator(task.token, () => carryOut(task, hasRead)))

async function carryOut(task: ImportTask, hasRead: () => void) {
  const { actor, settings, url, now, work } = task
  const chance = { random: Math.random, newId: randomUUID }
  const deps = { actor, settings, db: databaseAt(url), clock: () => now, chance, hasRead }
  if (work.kind === 'import') return importSent(deps, work)
  if (work.kind === 'look') return lookAtSent(work)
  const received = await receivedArena(work.files)
  return work.kind === 'try'
    ? tryArena(deps, received, work.run)
    : bringArena(deps, received, work.kind === 'renew')
}

/** Looks at sent files one by one, or at their scores together. */
async function lookAtSent({
  how,
  files: uploaded,
  mostUnpacked,
}: Extract<ImportWork, { kind: 'look' }>): Promise<FileLooks> {
  const sent = uploadedFiles(uploaded, mostUnpacked)
  const files: FileLooks['files'] = []
  try {
    for (const some of how.from ? [sent.paths] : sent.paths.map((path) => [path]))
      files.push(await openAndInspect(some, sent.open, how))
  } catch (error) {
    throw error instanceof FileError ? new ProblemError('invalid_request', error.finding) : error
  }
  return { files }
}

/**
 * Imports sent files into an arena, all of them or none. An arena that does not exist is created.
 * @param deps `hasRead` is called when all files are read and nothing is written yet
 * @param work the arena and the files; `dryRun`: return the result and store nothing
 * @throws {ProblemError} invalid_request if a file cannot be used, or if a text that was voted on would change
 */
async function importSent(
  deps: ImportDeps & { hasRead(): void },
  { slug, described, how, dryRun, files: uploaded, mostUnpacked }: Extract<ImportWork, { kind: 'import' }>,
): Promise<ImportReceipt> {
  const sent = uploadedFiles(uploaded, mostUnpacked)
  const { incoming, files, warnings } = sentImport(slug, sent, how)
  Object.assign(incoming.arena, described)
  const { onRead } = incoming
  incoming.onRead = (stray) => {
    onRead!(stray)
    deps.hasRead()
  }
  const result = await importInto(deps, incoming, dryRun).catch((error: Error) => {
    throw error instanceof FileError ? new ProblemError('invalid_request', error.finding) : error
  })
  const mostlyNew = !result.created && result.contestantsAdded > result.contestants / 2
  return ImportReceipt.parse({ ...result, files, mostlyNew, warnings })
}
