/** The thread that reads sent files and imports them: no file can delay a vote. It has its own connections. */
import { parentPort } from 'node:worker_threads'
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { openPoolAt } from '../platform/database.ts'
import { reportOn } from '../platform/limited-thread.ts'
import type { Database } from '../platform/schema.ts'
import type { ImportTask } from './in-import-thread.ts'
import { bringArena, tryArena } from './arena-file/bring-arena.ts'
import { receiveAny, receiveFiles } from './arena-file/receive-files.ts'
import { importSent } from './import/import-sent.ts'

/** Connections of the thread: it does one import at a time. */
const CONNECTIONS = 2

const databases = new Map<string, Kysely<Database>>()

function databaseAt(url: string): Kysely<Database> {
  const known = databases.get(url)
  if (known) return known
  const opened = openPoolAt(url, CONNECTIONS)
  databases.set(url, opened)
  return opened
}

parentPort!.on('message', (task: ImportTask) =>
  reportOn(
    (report) => parentPort!.postMessage(report),
    async (hasRead) => {
      const { url, now, body, contentType, wanted, ...settings } = task
      const headers: Record<string, string> = contentType === null ? {} : { 'content-type': contentType }
      const request = new Request('http://localhost', { method: 'POST', body, headers })
      const deps = { ...settings, db: databaseAt(url), clock: () => now, newId: randomUUID, hasRead }
      if (wanted.kind === 'import') return importSent(deps, wanted, await receiveAny(request))
      const received = await receiveFiles(request)
      return wanted.kind === 'try' ? tryArena(deps, received) : bringArena(deps, received)
    },
  ),
)
