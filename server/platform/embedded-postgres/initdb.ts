import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '../setup-error.ts'
import type { Places } from './places.ts'
import { complaintIn } from './postmaster.ts'
import { msg } from '../../../shared/messages/index.ts'

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
export async function initdb(
  places: Places,
  folder: string,
  passwordFile: string,
  fsync: boolean,
): Promise<void> {
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
      msg('postgres_not_initialised', { cluster: places.cluster, why: explain(error as Failure) }),
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
  const reason = complaintIn(output) || failure.message
  if (isForUnknownUser(failure))
    return `${reason}. Add this user to /etc/passwd, or set DATABASE_URL to a Postgres of yours.`
  if (/no space left|free disk space/i.test(output))
    return `${reason}. Free some disk space, or name another folder in DEADHEAT_DATA.`
  return `${reason}.`
}
