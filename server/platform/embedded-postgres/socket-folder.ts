import { chmod, chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError } from '../setup-error.ts'
import { barrierFor, type Account } from './account.ts'
import { shortHash } from './places.ts'
import { msg } from '../../../shared/messages/index.ts'

export const PORT = 5432

const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107

/**
 * Makes the folder of the unix socket: a short path, readable by this user only, one for each data folder.
 *
 * @throws SetupError if its path is too long for a socket, or another user owns something there
 */
export async function makeSocketFolder(cluster: string, account: Account | null): Promise<string> {
  const parent = (await barrierFor(account, tmpdir())) ? '/tmp' : tmpdir()
  const folder = join(parent, `dh-${shortHash(cluster)}`)
  const length = Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`))
  if (length > LONGEST_SOCKET_PATH) {
    throw new SetupError(msg('socket_path_long', { folder, length, most: LONGEST_SOCKET_PATH }))
  }
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return
    throw new SetupError(msg('socket_folder_not_made', { folder, code: error.code }))
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
    throw new SetupError(msg('socket_folder_of_other', { folder }))
  }
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
}
