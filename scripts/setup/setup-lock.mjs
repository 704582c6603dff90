import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim } from '../../server/platform/claim.mjs'
import { LaunchError } from './launch-error.mjs'

/**
 * Runs `work` while no other process installs or builds in this project. Waits until the lock is free.
 *
 * @param {string} root the project's folder
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(root, work) {
  const release = await waitForLock(root)
  try {
    await work()
  } finally {
    await release()
  }
}

async function waitForLock(root) {
  try {
    for (;;) {
      const release = await claim(join(root, '.deadheat-setup'))
      if (release) return release
      await sleep(100)
    }
  } catch (error) {
    throw new LaunchError('nothing_set_up', { folder: root, why: error.code })
  }
}
