/** Keeps calls outside of runs within a budget: spent and reserved amounts together never exceed it. */
export class Spending {
  #spentUsd = 0
  #reservedUsd = 0
  #waiting: (() => void)[] = []
  readonly #budgetUsd: number | null
  /** Whether a call was refused because it did not fit. */
  isReached = false
  /** Why no further call may be made; null: none is known. */
  stoppedBy: Error | null = null

  /** @param budgetUsd US dollars; null: no limit */
  constructor(budgetUsd: number | null) {
    this.#budgetUsd = budgetUsd
  }

  /**
   * Reserves the most that a call may cost. While other calls hold amounts that they may not need, it waits for them.
   * @returns whether the call may be made
   */
  async reserve(mostUsd: number): Promise<boolean> {
    while (!this.#hasEnded && !this.#fits(mostUsd)) {
      if (this.#reservedUsd === 0) this.isReached = true
      else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    if (this.#hasEnded) return false
    this.#reservedUsd += mostUsd
    return true
  }

  /** Replaces a reserved amount by what the call cost. */
  settle(mostUsd: number, costUsd: number): void {
    this.#reservedUsd -= mostUsd
    this.#spentUsd += costUsd
    // sums of products leave a rest in the last digits
    if (this.#reservedUsd < 1e-12) this.#reservedUsd = 0
    for (const resume of this.#waiting.splice(0)) resume()
  }

  /** Refuses all further calls. */
  stop(why: Error): void {
    this.stoppedBy ??= why
  }

  get #hasEnded(): boolean {
    return this.isReached || this.stoppedBy !== null
  }

  #fits(mostUsd: number): boolean {
    return this.#budgetUsd === null || this.#spentUsd + this.#reservedUsd + mostUsd <= this.#budgetUsd
  }
}
