import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../../../../server/platform/postgres/embedded/index.ts'

/** Opens the embedded Postgres of a folder without fsync, and leaves it when the test is over. */
export async function open(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDir, fsync: false, ...(log && { log }) })
  onTestFinished(() => postgres.close())
  return postgres
}

/** The rows of one statement on a new connection. */
export async function ask(postgres: { connectionString: string }, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The number of the server's process, as it says itself; null where its data folder is free. */
export async function serverOf(dataDir: string): Promise<number | null> {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return readFile(file, 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => null,
  )
}

export type Visitor = {
  /** What it opened; null where it gave up. */
  opened: Promise<EmbeddedPostgres | null>
  /** Its output on stderr until now. */
  stderr(): string
  /** Lets it leave; resolves to its exit code. */
  leave(): Promise<number | null>
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
}

/** Opens the embedded Postgres of a folder in another process. */
export function visit(dataDir: string, options: { uid?: number; env?: NodeJS.ProcessEnv } = {}): Visitor {
  const { uid, env } = options
  const child = spawn(process.execPath, [join(import.meta.dirname, 'visitor.ts'), dataDir], {
    ...(uid !== undefined && { uid, gid: uid }),
    env: { ...process.env, ...env },
  })
  let output = ''
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += chunk))
  const ended = once(child, 'close')
  const opened = new Promise<EmbeddedPostgres | null>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.endsWith('\n')) resolve(JSON.parse(output))
    })
    child.once('close', () => resolve(null))
  })
  onTestFinished(() => end(child, ended))
  return {
    opened,
    stderr: () => complaints,
    async leave() {
      child.stdin.end()
      return (await ended)[0]
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.end()
  await ended
}
