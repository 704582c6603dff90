import { stat, writeFile, chmod, chown, mkdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedPostgres } from '../../../../../server/platform/postgres/embedded/index.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { ask, open, serverOf, visit } from './processes.ts'
import { inaccessibleFolder } from '../../../../../server/platform/postgres/embedded/cluster-folders.ts'
import { englishText, msg } from '../../../../../shared/messages/index.ts'

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

const STRANGER = { uid: 54321, gid: 54321 }
const isRoot = process.getuid?.() === 0
const strangersMayRunNode =
  isRoot &&
  (await inaccessibleFolder(STRANGER, join(import.meta.dirname, '../../../../../node_modules'))) === null

async function refusalOf(dataDir: string): Promise<string> {
  return openEmbeddedPostgres({ dataDir, fsync: false }).then(
    async (postgres) => {
      await postgres.close()
      return 'nothing was refused'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

describe('one clear line reports', () => {
  it('data of another Postgres version', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    expect(await refusalOf(dataDir)).toBe(
      `SetupError: ${englishText(msg('postgres_of_other_version', { cluster: `${dataDir}/postgres`, was: '17', is: '18' }))}`,
    )
  })

  it('a folder with other files in it', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'holiday.jpg'), '')
    expect(await refusalOf(dataDir)).toMatch(
      /^SetupError: .*\/postgres is not empty and holds no Postgres data: move it away/,
    )
  })

  it('a file instead of the data folder', async () => {
    const dataDir = join(await temporaryFolder(), 'file')
    await writeFile(dataDir, '')
    expect(await refusalOf(dataDir)).toMatch(
      /^SetupError: The data folder .*\/file cannot be written to \(EEXIST\): .*DEADHEAT_DATA/,
    )
  })

  it('a lost password', async () => {
    const dataDir = await temporaryFolder()
    const postgres = await open(dataDir)
    await postgres.close()
    await writeFile(join(dataDir, 'postgres', 'deadheat.password'), 'another')
    const line = await refusalOf(dataDir)
    expect(line).toMatch(/^SetupError: .* refuses the password that lies beside its data/)
    expect(line).not.toContain('another ')
  })

  it('a server that cannot start, with its error', async () => {
    const dataDir = await temporaryFolder()
    await (await open(dataDir)).close()
    await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = on\n')
    expect(await refusalOf(dataDir)).toMatch(
      /^SetupError: Postgres does not start on .*postgresql\.conf.* \(see .*postgres\.log\)$/,
    )
  })

  it('a path that is too long for a socket', async () => {
    const dataDir = await temporaryFolder()
    const deep = join(dataDir, 'x'.repeat(100))
    await mkdir(deep)
    const visitor = visit(dataDir, { env: { TMPDIR: deep } })
    expect(await visitor.opened).toBeNull()
    expect(await visitor.leave()).toBe(3)
    expect(visitor.stderr()).toMatch(
      /^The database's socket in .* would have a path of \d+ bytes, and \d+ is the limit: set TMPDIR to a shorter folder\.\n$/,
    )
  })

  it.runIf(strangersMayRunNode)('a folder without write permission', async () => {
    const dataDir = await temporaryFolder()
    const visitor = visit(dataDir, STRANGER)
    expect(await visitor.leave()).toBe(3)
    expect(visitor.stderr()).toBe(
      `The data folder ${dataDir} cannot be written to (EACCES): give user 54321 write permission, or name another folder in DEADHEAT_DATA.\n`,
    )
  })

  it.runIf(strangersMayRunNode)('data of another user', async () => {
    const dataDir = await temporaryFolder()
    await (await open(dataDir)).close()
    await chmod(dataDir, 0o777)
    const visitor = visit(dataDir, STRANGER)
    expect(await visitor.leave()).toBe(3)
    expect(visitor.stderr()).toMatch(
      /^The database in .* belongs to user 65534 and you are user 54321: start as that user, or/,
    )
  })
})

describe.runIf(isRoot)('as root', () => {
  it('keeps the data elsewhere if the database user may not pass a parent folder, and reports that', async () => {
    const parent = await temporaryFolder()
    await chmod(parent, 0o700)
    const dataDir = join(parent, 'data')
    const heard: string[] = []
    const first = await open(dataDir, (line) => heard.push(line))
    onTestFinished(async () => {
      await rm(join(first.cluster, '..'), { recursive: true })
      await rmdir(join(first.cluster, '../../..')).catch(() => {})
      await rmdir(join(first.cluster, '../../..')).catch(() => {})
    })
    expect(first.cluster).toMatch(/^\/var\/lib\/deadheat\/[0-9a-f]{8}\/[0-9a-f]{8}\/postgres$/)
    expect(heard).toEqual([
      `The data are kept in ${join(first.cluster, '..')}, where the database's own user may go (not so in ${parent}).`,
    ])
    await ask(first, 'create table kept as select 1 as answer')
    await first.close()

    await chmod(parent, 0o755)
    const second = await open(dataDir)
    expect(second.cluster).toBe(first.cluster)
    expect(await ask(second, 'select answer from kept')).toEqual([{ answer: 1 }])
  })

  it.runIf(strangersMayRunNode)("runs a user's data as that user, who can use them later", async () => {
    const dataDir = await temporaryFolder()
    await chown(dataDir, STRANGER.uid, STRANGER.gid)
    const visitor = visit(dataDir, STRANGER)
    await ask((await visitor.opened)!, 'create table kept as select 1 as answer')
    await visitor.leave()

    const postgres = await open(dataDir)
    expect(await ask(postgres, 'select answer from kept')).toEqual([{ answer: 1 }])
    await postgres.close()

    const again = visit(dataDir, STRANGER)
    expect(await again.opened).not.toBeNull()
    expect(await again.leave()).toBe(0)
  })

  it('lets the database user pass through a closed data folder, and no other user read it', async () => {
    const dataDir = join(await temporaryFolder(), 'data')
    await mkdir(dataDir, { mode: 0o700 })
    const postgres = await open(dataDir)
    expect(postgres.cluster).toBe(join(dataDir, 'postgres'))
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711)
    expect((await stat(postgres.cluster)).mode & 0o777).toBe(0o700)
  })

  it('changes the owner of data that a copy as root has given to root', async () => {
    const dataDir = await temporaryFolder()
    const first = await open(dataDir)
    await first.close()
    await chown(first.cluster, 0, 0)
    const second = await open(dataDir)
    expect(await ask(second, 'select 1 as up')).toEqual([{ up: 1 }])
  })
})
