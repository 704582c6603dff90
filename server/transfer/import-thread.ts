/** The thread that reads sent files and imports them: no file can delay a vote. It has its own connections. */
import { randomUUID } from 'node:crypto'
import { openThreadPool } from '../platform/postgres/database.ts'
import { answerTasks } from '../platform/jobs/thread.ts'
import { runAsOperator } from '../platform/http/operators.ts'
import type { Db } from '../platform/schema.ts'
import type { ImportTask } from './import-client.ts'
import { carryOut } from './import-work.ts'

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

answerTasks(({ actor, settings, token, url, now, work }: ImportTask, hasRead) => {
  const chance = { random: Math.random, newId: randomUUID }
  const deps = { actor, settings, db: databaseAt(url), clock: () => now, chance, hasRead }
  return runAsOperator(token, () => carryOut(deps, work))
})
