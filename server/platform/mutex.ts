/** Runs tasks one at a time, in the order in which they were given. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs the task after all earlier ones have ended, whether or not they failed. Rejects with what the task throws. */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => {})
    return result
  }
}
