import type { Time } from '../../../../server/platform/providers/limits.ts'

/** A clock that moves only by `pass`, and runs the timers that are due. */
export class FakeTime implements Time {
  private moment = 0
  private readonly sleepers = new Set<{ at: number; wake: () => void }>()

  now = () => this.moment

  sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const sleeper = { at: this.moment + ms, wake: resolve }
      this.sleepers.add(sleeper)
      signal.addEventListener('abort', () => {
        this.sleepers.delete(sleeper)
        resolve()
      })
    })

  /** The number of running timers; 0 once no call waits. */
  get timers(): number {
    return this.sleepers.size
  }

  /** Lets `ms` pass, timer after timer, and everything happen that follows at once. */
  async pass(ms: number): Promise<void> {
    const end = this.moment + ms
    await settled()
    for (;;) {
      const next = [...this.sleepers].toSorted((a, b) => a.at - b.at)[0]
      if (!next || next.at > end) break
      this.moment = Math.max(this.moment, next.at)
      this.sleepers.delete(next)
      next.wake()
      await settled()
    }
    this.moment = end
    await settled()
  }
}

/** Once all that was promised has been done. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
