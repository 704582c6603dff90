import { lstat, readlink, rename, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DoorError } from './door-error.mjs'

const LONGEST_TURN_MS = 15 * 60_000

/**
 * Does the work while no other door does such work on this project; waits for its turn. The claim is a symbolic link
 * to the number of the process, which is made in one step or not at all; one whose process is gone does not count.
 *
 * @param {string} root the project's folder
 * @param {() => Promise<void>} work
 */
export async function inTurn(root, work) {
  const claim = join(root, '.deadheat-setup')
  while (!(await claimed(claim))) {
    if (await isStale(claim)) await removeClaim(claim)
    else await sleep(100)
  }
  try {
    await work()
  } finally {
    await unlink(claim).catch(() => {})
  }
}

async function claimed(claim) {
  try {
    await symlink(`${process.pid}`, claim)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new DoorError(
      `Nothing can be set up in ${claim.replace(/\/[^/]+$/, '')} (${error.code}): run this as a user who may write there.`,
    )
  }
}

async function isStale(claim) {
  try {
    const { mtimeMs } = await lstat(claim)
    return Date.now() - mtimeMs > LONGEST_TURN_MS || !isRunning(Number(await readlink(claim)))
  } catch {
    return false
  }
}

async function removeClaim(claim) {
  // Moved before it is removed: of several who find the claim stale, one moves it.
  const aside = `${claim}.${process.pid}`
  await rename(claim, aside).then(
    () => unlink(aside),
    () => {},
  )
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
