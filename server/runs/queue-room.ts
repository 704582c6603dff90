/** Limits the jobs queued for each provider, so that the queue stays short however much work there is. */
import { flagOf } from './endpoints.ts'
import type { ProviderOfArena } from './endpoints.ts'

/** The most jobs that may wait for each provider. */
const QUEUED_PER_PROVIDER = 200

/** How many more jobs a provider may have; `take` uses up some of them. */
export type QueueRoom = (provider: ProviderOfArena) => { left: number; take: (jobs: number) => void }

/** @param queued  jobs that are queued or running, by flag */
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
