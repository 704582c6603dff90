import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim } from '../../../server/platform/claim.mjs'
import { DoorError } from './door-error.mjs'

/**
 * Does the work while no other door does such work on this project; waits for its turn.
 *
 * @param {string} root the project's folder
 * @param {() => Promise<void>} work
 */
export async function inTurn(root, work) {
  const release = await myTurn(root)
  try {
    await work()
  } finally {
    await release()
  }
}

async function myTurn(root) {
  try {
    for (;;) {
      const release = await claim(join(root, '.deadheat-setup'))
      if (release) return release
      await sleep(100)
    }
  } catch (error) {
    throw new DoorError(
      `Nothing can be set up in ${root} (${error.code}): run this as a user who may write there.`,
    )
  }
}
