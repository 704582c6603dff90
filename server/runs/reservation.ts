import { releaseReserved, reserveCalls, startReserved } from './call-queries.ts'
import type { PricedCall } from './call-queries.ts'
import type { JobContext } from './job-context.ts'

/** Calls whose cost is reserved together, once the provider has room for the first of them. */
export class Reservation {
  readonly calls: readonly PricedCall[]
  /** The most that all calls may cost, in US dollars. */
  readonly totalUsd: number
  private readonly context: Pick<JobContext, 'db' | 'clock'>
  private reserving: Promise<number[] | null> | null = null
  private ids: number[] | null = null

  constructor(context: Pick<JobContext, 'db' | 'clock'>, calls: PricedCall[]) {
    this.context = context
    this.calls = calls
    this.totalUsd = calls.reduce((sum, { mostUsd }) => sum + mostUsd, 0)
  }

  /** @returns the id of the call; null if the run is not running, or its budget does not cover all calls */
  async take(i: number): Promise<number | null> {
    const { db, clock } = this.context
    if (this.ids) {
      const hasStarted = await startReserved(db, this.calls[i].call.arenaId, this.ids[i], clock())
      return hasStarted ? this.ids[i] : null
    }
    this.reserving ??= reserveCalls(db, [...this.calls], clock())
    this.ids = await this.reserving
    return this.ids?.[i] ?? null
  }

  /** Gives back what was reserved for a call that was not made. */
  async release(i: number): Promise<void> {
    // the other call may be reserving at this moment
    const ids = await this.reserving?.catch(() => null)
    if (ids) await releaseReserved(this.context.db, this.calls[i].call.arenaId, ids[i])
  }
}
