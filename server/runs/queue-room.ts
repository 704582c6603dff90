/** How many more jobs may be queued for each provider: the queue stays short, however much there is to do. */
import { flagOf } from './endpoints.ts'
import type { ProviderOfArena } from './endpoints.ts'

/** So many jobs wait per provider at most. */
const QUEUED_PER_PROVIDER = 200

/** How many more jobs a provider may have; taken when asked for. */
export type QueueRoom = (provider: ProviderOfArena) => { left: number; take: (jobs: number) => void }

/** @param queued  jobs that are queued or under way, by flag */
export function queueRoom(queued: Map<string, number>): QueueRoom {
  return (provider) => {
    const flag = flagOf(provider)
    const used = () => queued.get(flag) ?? 0
    return {
      left: Math.max(0, QUEUED_PER_PROVIDER - used()),
      take: (jobs) => void queued.set(flag, used() + jobs),
    }
  }
}
