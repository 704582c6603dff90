import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { ask, open, serverOf, visit } from './processes.ts'

describe('several processes and one embedded Postgres', () => {
  it('share it, and the last to leave stops it', async () => {
    const dataDir = await temporaryFolder()
    const one = visit(dataDir)
    await one.opened
    const two = visit(dataDir)
    const here = await two.opened
    const server = await serverOf(dataDir)

    expect(await one.leave()).toBe(0)
    expect(await serverOf(dataDir)).toBe(server)
    expect(await ask(here!, 'select 1 as up')).toEqual([{ up: 1 }])
    expect(await two.leave()).toBe(0)
    expect(await serverOf(dataDir)).toBeNull()
  })

  it('make it once when all start at the same instant in an empty folder', async () => {
    const dataDir = await temporaryFolder()
    const visitors = Array.from({ length: 5 }, () => visit(dataDir))
    const opened = await Promise.all(visitors.map((visitor) => visitor.opened))

    const identity =
      'select system_identifier::text as id, pg_postmaster_start_time()::text as start from pg_control_system()'
    const seen = await Promise.all(opened.map((postgres) => ask(postgres!, identity)))
    expect(new Set(seen.map((rows) => JSON.stringify(rows))).size).toBe(1)
    expect(await Promise.all(visitors.map((visitor) => visitor.leave()))).toEqual([0, 0, 0, 0, 0])
    expect(await serverOf(dataDir)).toBeNull()
  })

  it('find a server even if one starts just as the last one leaves', async () => {
    const dataDir = await temporaryFolder()
    let staying = await open(dataDir)
    for (let round = 0; round < 8; round++) {
      const leaving = staying.close()
      const coming = await open(dataDir)
      await leaving
      expect(await ask(coming, 'select 1 as up')).toEqual([{ up: 1 }])
      staying = coming
    }
    await staying.close()
    expect(await serverOf(dataDir)).toBeNull()
  })

  it('are not misled by the process id of a server that another program has now', async () => {
    const dataDir = await temporaryFolder()
    await (await open(dataDir)).close()
    const lines = [process.pid, join(dataDir, 'postgres'), 1, 5432, '/tmp', '', '0 0', 'ready', '']
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), lines.join('\n'))

    const postgres = await open(dataDir)
    expect(await ask(postgres, 'select 1 as up')).toEqual([{ up: 1 }])
  })
})
