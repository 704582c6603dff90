import { untrack } from 'svelte'
import type { ChallengeProgress, ChallengeState } from '../../../../../../shared/contracts/challenge.ts'
import type { JudgingProgress, JudgingState } from '../../../../../../shared/contracts/judging.ts'
import { judgingOf } from '../../../../api/admin.ts'
import { challengeOf } from '../../../../api/challenges.ts'
import { failureFrom, type Failure } from '../../../../api/failure.ts'
import { JudgingWatch } from '../judging-watch.svelte.ts'

const BETWEEN_RUNS_MS = 500
const AFTER_FAILURE_MS = 2000

/** The challenge of one arena as it goes on, and the run of it that is judged now. */
export class ChallengeWatch {
  readonly judging = new JudgingWatch()
  /** `undefined` until something is known; null: none was asked for. */
  challenge = $state.raw<ChallengeProgress | null>()
  failure = $state.raw<Failure | null>(null)
  readonly #arena: string
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(arena: string) {
    this.#arena = arena
  }

  /** It has not come to its end. */
  get isOpen(): boolean {
    return this.challenge?.endedAt === null
  }

  /** Its run, as long as that is not over; null: none is open. */
  get run(): JudgingProgress | null {
    const run = this.judging.progress
    return this.isOpen && run && run.status !== 'done' && run.status !== 'cancelled' ? run : null
  }

  /** Follows until what it returns is called. */
  follow(): () => void {
    const leave = this.judging.follow(this.#arena)
    return () => {
      leave()
      this.#turn += 1
      clearTimeout(this.#timer)
    }
  }

  /** Reads it anew: each run of it says by its own progress that there may be news. */
  read = async (): Promise<void> => {
    const turn = ++this.#turn
    try {
      const state = await challengeOf(this.#arena)
      if (turn === this.#turn) this.take(state)
    } catch (error) {
      if (turn !== this.#turn) return
      this.failure = failureFrom(error)
      if (this.failure.passing) this.#readIn(AFTER_FAILURE_MS)
    }
  }

  take({ challenge }: ChallengeState): void {
    this.challenge = challenge
    this.failure = null
    clearTimeout(this.#timer)
    // what follows between two runs, or after the last, moves no run
    const isBetween = untrack(() => this.judging.progress?.status) !== 'running'
    if (challenge?.status === 'running' && isBetween) this.#readIn(BETWEEN_RUNS_MS)
  }

  #readIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.read(), ms)
  }

  /** One was started here. */
  async started(state: ChallengeState): Promise<void> {
    this.judging.take(await judgingOf(this.#arena))
    this.take(state)
  }

  /** What an operator did with its run. */
  changed(state: JudgingState): void {
    this.judging.take(state)
    void this.read()
  }
}
