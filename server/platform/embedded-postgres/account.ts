import { execFile } from 'node:child_process'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

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
export async function accountFor(clusterDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(clusterDir).catch(() => null)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

/**
 * The first folder on the path to `folder`, including itself, that the account may not enter; null if there is none.
 */
export async function barrierFor(account: Account | null, folder: string): Promise<string | null> {
  if (!account || (await succeeds(account, '/bin/sh', ['-c', 'cd -- "$0"', folder]))) return null
  const parent = dirname(folder)
  return parent === folder ? folder : ((await barrierFor(account, parent)) ?? folder)
}

/** Whether the account may run the Postgres in this folder and read the files that come with it. */
export async function mayRunPostgres(account: Account | null, directory: string): Promise<boolean> {
  if (!account) return true
  const catalogue = join(directory, 'share', 'postgresql', 'postgres.bki')
  return (
    (await succeeds(account, '/bin/sh', ['-c', 'test -r "$0"', catalogue])) &&
    (await succeeds(account, join(directory, 'bin', 'postgres'), ['--version']))
  )
}

/** Gives a folder and its contents to the account, without following links. */
export async function giveTo(account: Account | null, folder: string): Promise<void> {
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
