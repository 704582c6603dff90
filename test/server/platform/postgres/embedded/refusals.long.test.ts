import { chmod, chown, mkdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { barrierFor } from '../../../../../server/platform/postgres/embedded/places.ts'
import { openEmbeddedPostgres } from '../../../../../server/platform/postgres/embedded/index.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { ask, open, visit } from './processes.ts'
import { inEnglish, msg } from '../../../../../shared/messages/index.ts'

const STRANGER = { uid: 54321, gid: 54321 }
const isRoot = process.getuid?.() === 0
const strangersMayRunNode =
  isRoot && (await barrierFor(STRANGER, join(import.meta.dirname, '../../../../../node_modules'))) === null

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
      `SetupError: ${inEnglish(msg('postgres_of_other_version', { cluster: `${dataDir}/postgres`, was: '17', is: '18' }))}`,
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
