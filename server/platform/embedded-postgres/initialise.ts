import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '../setup-error.ts'
import { giveTo } from './account.ts'
import type { Places } from './places.ts'
import { complaintIn } from './postmaster.ts'

export const SUPERUSER = 'deadheat'

const PASSWORD_FILE = 'deadheat.password'
const run = promisify(execFile)

/**
 * Makes sure that the data folder holds a cluster of this Postgres: made beside it and moved there when complete, so
 * that a crash or a full disk leaves nothing half-made.
 *
 * @throws SetupError where it holds another version's cluster, something else, or there is no room for a new one
 */
export async function ensureCluster(places: Places, fsync: boolean): Promise<void> {
  const { cluster, binaries, account } = places
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === binaries.major) {
    if (account && (await stat(cluster)).uid !== account.uid) await giveTo(account, cluster)
    return
  }
  if (version) {
    throw new SetupError(
      `The data in ${cluster} were written by Postgres ${version} and this is Postgres ${binaries.major}: dump them with that version and restore them here, or name another folder in DEADHEAT_DATA.`,
    )
  }
  if ((await readdir(cluster).catch(() => [])).length > 0) {
    throw new SetupError(
      `${cluster} is not empty and holds no Postgres data: move it away, or name another folder in DEADHEAT_DATA.`,
    )
  }
  await createCluster(places, fsync)
}

/** The superuser's password, drawn at random when the cluster was made. */
export async function readPassword(cluster: string): Promise<string> {
  const file = join(cluster, PASSWORD_FILE)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(
      `The database's password cannot be read from ${file} (${error.code}): put the file back, or name another folder in DEADHEAT_DATA.`,
    )
  })
}

async function createCluster(places: Places, fsync: boolean): Promise<void> {
  const { base, cluster, account } = places
  const workshop = join(base, `postgres.new-${process.pid}`)
  await removeUnfinished(base)
  try {
    await mkdir(workshop, { mode: 0o700 })
    if (account) await chown(workshop, account.uid, account.gid)
    await initdb(places, workshop, fsync)
    await rename(join(workshop, 'cluster'), cluster)
    if (fsync) await syncFolder(base)
  } catch (error) {
    if (error instanceof SetupError) throw error
    throw new SetupError(`The database cannot be made in ${cluster}: ${(error as Error).message}`)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function initdb({ binaries, account }: Places, workshop: string, fsync: boolean): Promise<void> {
  const passwordFile = join(workshop, 'password')
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  const folder = join(workshop, 'cluster')
  const options = [
    ['-D', folder, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    fsync ? [] : ['--no-sync'],
  ].flat()
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  await run(join(binaries.directory, 'bin', 'initdb'), options, { ...account, cwd: '/', env }).catch(
    (error) => {
      const reason = complaintIn(`${error.stdout}${error.stderr}`) || error.message
      throw new SetupError(
        `Postgres cannot make its data folder in ${workshop}: ${reason}${/no space/i.test(reason) ? ' (free some, or name another folder in DEADHEAT_DATA)' : ''}`,
      )
    },
  )
  await rename(passwordFile, join(folder, PASSWORD_FILE))
  await chmod(join(folder, PASSWORD_FILE), 0o600)
}

async function removeUnfinished(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (name.startsWith('postgres.new-')) await rm(join(base, name), { recursive: true, force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
