/** Process groups: a program and everything that it started. */
import { setTimeout as sleep } from 'node:timers/promises'

/** The time between SIGTERM and SIGKILL. */
const GRACE_MS = 2000
const LOOK_EVERY_MS = 20

/** Kills every process of the group at once. */
export const killGroup = (id: number): void => void signalGroup(id, 'SIGKILL')

/** Asks every process of the group to end, and kills those that are left after the grace time. */
export async function endGroup(id: number): Promise<void> {
  signalGroup(id, 'SIGTERM')
  const until = performance.now() + GRACE_MS
  while (performance.now() < until && signalGroup(id, 0)) await sleep(LOOK_EVERY_MS)
  killGroup(id)
}

/** @returns false if the group has ended */
function signalGroup(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-id, signal)
  } catch {
    return false
  }
}
