/** Reads, draws and votes a second, beside the least that answers them, in the same minutes. */
import { existsSync } from 'node:fs'
import { SetupError } from '../../../server/platform/setup-error.ts'
import { msg } from '../../../shared/messages/index.ts'
import { DEMO, openServers } from '../fleet/open-servers.ts'
import { machine } from '../machine.ts'
import { table } from '../table.ts'
import { benchBusyReads } from './busy-reads.ts'
import type { Turns } from './load.ts'
import { benchReads } from './reads.ts'
import { benchWrites } from './writes.ts'

/** @throws {SetupError} without a built page */
export async function benchHttp({ turns, seconds }: Turns): Promise<void> {
  if (!existsSync(new URL('../../../../dist/render/render.js', import.meta.url)))
    throw new SetupError(msg('page_not_built'))
  console.log(machine())
  const servers = await openServers(1)
  const { databaseUrl, folder } = servers
  const place = { address: servers.addresses[0]!, databaseUrl, slug: DEMO }
  const size = { turns, seconds }
  try {
    console.log(`\nReads a second on 16 connections, median of ${turns} turns of ${seconds} s`)
    console.log(table(await benchReads(place, folder, size)))
    console.log(`\nDraws and votes a second on 16 connections, beside the same statements sent by pg alone`)
    console.log(table(await benchWrites(place, size)))
    console.log(
      `\nReads of the board on 4 connections, a pause of 10 ms each, quiet and while 8 connections vote without a pause`,
    )
    console.log(table(await benchBusyReads(place, folder, size)))
  } finally {
    await servers.close()
  }
  console.log(`\n${machine()}`)
}
