/**
 * Voting outlasts a failover: a draw, or a vote, which a battle takes once, is made again until the database is back. What
 * only reads is answered with an error meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './database-url.ts'
import type { Deps } from '../deps.ts'

const TRY_EVERY_MS = 500

/**
 * Runs work that may be repeated again if the database went away, for as long as the settings say.
 * @throws what `work` throws otherwise
 */
export async function outlasting<Result>(
  { settings, services: { stopping } }: Pick<Deps, 'settings' | 'services'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + settings.outageSeconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (stopping.aborted || performance.now() >= end || !isOutage(error as Error)) throw error
      await sleep(TRY_EVERY_MS)
    }
  }
}
