import { stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedPostgres } from '../../../../../server/platform/postgres/embedded/index.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { ask, open, serverOf, visit } from './processes.ts'

describe('an embedded Postgres', () => {
  it('is made in an empty folder, with Unicode, for its owner alone and off the network', async () => {
    const dataDir = join(await temporaryFolder(), 'not', 'there', 'yet')
    const postgres = await openEmbeddedPostgres({ dataDir })
    onTestFinished(() => postgres.close())

    const [facts] = await ask(
      postgres,
      `select current_database() as database, upper('größer') as unicode, current_setting('listen_addresses') as network,
        current_setting('fsync') as fsync,
        datlocprovider as provider, pg_encoding_to_char(encoding) as encoding, current_setting('data_directory') as folder,
        current_setting('unix_socket_directories') as socket
        from pg_database where datname = current_database()`,
    )
    expect(facts).toMatchObject({
      database: 'deadheat',
      unicode: 'GRÖßER',
      network: '',
      fsync: 'on',
      provider: 'b',
      encoding: 'UTF8',
      folder: join(dataDir, 'postgres'),
    })
    const socket = JSON.parse((facts as { socket: string }).socket)
    expect((await stat(socket)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'postgres', 'deadheat.password'))).mode & 0o777).toBe(0o600)

    const intruder = postgres.connectionString.replace(/:[^:@]+@/, ':guess@')
    await expect(ask({ connectionString: intruder }, 'select 1')).rejects.toThrow(/password/)

    await postgres.close()
    expect(await serverOf(dataDir)).toBeNull()
    await expect(stat(socket)).rejects.toThrow('ENOENT')
    expect(dirname(postgres.cluster)).toBe(dataDir)
  })

  it('keeps written data and can be closed twice', async () => {
    const dataDir = await temporaryFolder()
    const first = await open(dataDir)
    await ask(first, 'create table kept as select 42 as answer')
    await first.close()
    await first.close()

    const second = await open(dataDir)
    expect(await ask(second, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('survives a killed owner, and the next process uses the running server', async () => {
    const dataDir = await temporaryFolder()
    const owner = visit(dataDir)
    await ask((await owner.opened)!, 'create table kept as select 1 as answer')
    const server = await serverOf(dataDir)
    await owner.kill()

    const heir = await open(dataDir)
    expect(await serverOf(dataDir)).toBe(server)
    expect(await ask(heir, 'select answer from kept')).toEqual([{ answer: 1 }])
    await heir.close()
    expect(await serverOf(dataDir)).toBeNull()
  })

  it('recovers after owner and server were both killed', async () => {
    const dataDir = await temporaryFolder()
    const owner = visit(dataDir)
    await ask((await owner.opened)!, 'create table kept as select 1 as answer')
    const server = (await serverOf(dataDir))!
    await owner.kill()
    process.kill(server, 'SIGKILL')

    const heir = await open(dataDir)
    expect(await serverOf(dataDir)).not.toBe(server)
    expect(await ask(heir, 'select answer from kept')).toEqual([{ answer: 1 }])
  })

  it('restarts if it is killed while a process uses it', async () => {
    const dataDir = await temporaryFolder()
    const heard: string[] = []
    const postgres = await open(dataDir, (line) => heard.push(line))
    const server = (await serverOf(dataDir))!
    process.kill(server, 'SIGKILL')

    await expect.poll(() => ask(postgres, 'select 1 as up').catch(() => null)).toEqual([{ up: 1 }])
    expect(await serverOf(dataDir)).not.toBe(server)
    expect(heard).toEqual(['The connection to the embedded Postgres broke; opening it again.'])
    await postgres.close()
    expect(await serverOf(dataDir)).toBeNull()
  })
})

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
