import { createHash } from 'node:crypto'
import { access, chmod, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { IS_PACKAGE, ROOT } from '../installation.ts'
import { makeFolder } from '../make-folder.ts'
import { SetupError } from '../setup-error.ts'
import { accountFor, barrierFor, mayRunPostgres, type Account } from './account.ts'
import { copyBinaries, findBinaries, type Binaries } from './binaries.ts'
import { msg } from '../../../shared/messages/index.ts'

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
  const account = await accountFor(cluster)
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
  const account = await accountFor(cluster)
  const barrier = await handOver(dataDir, await barrierFor(account, dataDir))
  const elsewhere = join(SHARED_PARENT, shortHash(dataDir))
  if (await isFolder(cluster)) {
    if (!barrier) return dataDir
    throw new SetupError(msg('user_may_not_pass', { cluster, user: account?.uid, barrier }))
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
    throw new SetupError(msg('data_folder_not_writable', { folder, code, user: process.getuid?.() }))
  }
}

async function refuseForeignCluster(cluster: string): Promise<void> {
  const self = process.getuid?.()
  const owner = await stat(cluster).catch(() => null)
  if (!owner || self === 0 || owner.uid === self) return
  throw new SetupError(msg('data_of_other_user', { cluster, owner: owner.uid, self }))
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

/** Eight hexadecimal digits that stand for a path. */
export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 8)
}
