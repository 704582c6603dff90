/** Reads, draws and votes a second, beside the least that answers them, in the same minutes. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '../../../../server/platform/embedded-postgres/index.ts'
import { SetupError } from '../../../../server/platform/setup-error.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { machine } from '../machine.ts'
import { startServer } from '../processes.ts'
import { table } from '../table.ts'
import { benchBusyReads } from './busy-reads.ts'
import type { Turns } from './load.ts'
import { benchReads } from './reads.ts'
import { benchWrites } from './writes.ts'

const SLUG = 'support-replies'
const LONG: Turns = { turns: 5, seconds: 2 }

/** @throws {SetupError} without a built page */
export async function benchHttp({ turns, seconds }: Turns = LONG): Promise<void> {
  if (!existsSync(new URL('../../../../dist/render/render.js', import.meta.url)))
    throw new SetupError(msg('page_not_built'))
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-http-'))
  // the database's own user must enter it
  chmodSync(folder, 0o755)
  console.log(machine())
  const dataDir = join(folder, 'data')
  const { connectionString: databaseUrl, close } = await openEmbeddedPostgres({ dataDir })
  const server = await startServer({ DEADHEAT_DATA: dataDir, DATABASE_URL: databaseUrl, DEADHEAT_DEMO: '1' })
  const place = { address: server.address, databaseUrl, slug: SLUG }
  const size = { turns, seconds }
  try {
    await demoBoard(server.address)
    console.log(`\nReads a second on 16 connections, median of ${turns} turns of ${seconds} s`)
    console.log(table(await benchReads(place, folder, size)))
    console.log(`\nDraws and votes a second on 16 connections, beside the same statements sent by pg alone`)
    console.log(table(await benchWrites(place, size)))
    console.log(
      `\nReads of the board on 4 connections, a pause of 10 ms each, quiet and while 8 connections vote without a pause`,
    )
    console.log(table(await benchBusyReads(place, size)))
  } finally {
    await server.stop()
    await close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  console.log(`\n${machine()}`)
}

async function demoBoard(address: string): Promise<void> {
  for (;;) {
    const { ok } = await fetch(`${address}/api/arenas/${SLUG}/leaderboard`)
    if (ok) return
    await sleep(200)
  }
}
