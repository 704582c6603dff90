import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '../../setup-error.ts'
import { changeOwner, type Places } from './cluster-folders.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { failureLine } from './postmaster.ts'

const PASSWORD_FILE = 'deadheat.password'

/**
 * Makes sure that the data folder has a cluster of this Postgres version. A new one is made beside it and moved when
 * complete, so that a crash or a full disk leaves no partial cluster.
 *
 * @throws SetupError if it has a cluster of another version or something else, or if there is no room for a new one
 */
export async function ensureCluster(places: Places, fsync: boolean): Promise<void> {
  const { cluster, binaries, account } = places
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === binaries.major) {
    if (account && (await stat(cluster)).uid !== account.uid) await changeOwner(account, cluster)
    return
  }
  if (version) {
    throw new SetupError(msg('postgres_of_other_version', { cluster, was: version, is: binaries.major }))
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
  const unfinished = join(workshop, 'cluster')
  const passwordFile = join(workshop, PASSWORD_FILE)
  await removeUnfinished(base)
  try {
    await mkdir(workshop, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: fsync })
    await changeOwner(account, workshop)
    await initdb(places, unfinished, passwordFile, fsync)
    await rename(passwordFile, join(unfinished, PASSWORD_FILE))
    if (fsync) await syncFolder(unfinished)
    await rename(unfinished, cluster)
    if (fsync) await syncFolder(base)
  } catch (error) {
    if (error instanceof SetupError) throw error
    throw new SetupError(msg('database_not_made', { cluster, why: (error as Error).message }))
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
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

export const SUPERUSER = 'deadheat'

const run = promisify(execFile)
// Collation and character classes come with Postgres itself, so that data sort alike on every machine.
const OPTIONS = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/**
 * Makes an empty cluster.
 *
 * @param folder the target; missing or empty
 * @param passwordFile holds the superuser's password; the account may read it
 * @throws SetupError with the error of initdb, and what to do if that is known
 */
async function initdb(places: Places, folder: string, passwordFile: string, fsync: boolean): Promise<void> {
  const { binaries, account } = places
  const program = join(binaries.directory, 'bin', 'initdb')
  const args = ['-D', folder, `--pwfile=${passwordFile}`, ...OPTIONS, ...(fsync ? [] : ['--no-sync'])]
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const settings = { ...account, cwd: '/', env }
  try {
    await run(program, args, settings).catch((error) => {
      if (!isForUnknownUser(error)) throw error
      return run('unshare', [...AS_NOBODY, program, ...args], settings).catch(() => {
        throw error
      })
    })
  } catch (error) {
    throw new SetupError(
      msg('database_not_made', { cluster: places.cluster, why: explain(error as Failure) }),
    )
  }
}

type Failure = Error & { stdout: string; stderr: string }

// initdb needs a user with an entry in /etc/passwd, which containers do not always have for theirs. In a namespace
// where we are called nobody, the files are still made as who we are.
const AS_NOBODY = ['--user', '--map-user=65534', '--map-group=65534']

function isForUnknownUser({ stderr }: Failure): boolean {
  return /could not look up effective user ID/.test(stderr)
}

function explain(failure: Failure): string {
  const output = `${failure.stdout}${failure.stderr}`
  const reason = failureLine(output) || failure.message
  if (isForUnknownUser(failure))
    return `${reason}. Add this user to /etc/passwd, or set DATABASE_URL to a Postgres of yours.`
  if (/no space left|free disk space/i.test(output))
    return `${reason}. Free some disk space, or name another folder in DEADHEAT_DATA.`
  return `${reason}.`
}
