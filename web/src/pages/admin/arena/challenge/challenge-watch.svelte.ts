import { untrack } from 'svelte'
import type { ChallengeProgress, ChallengeState } from '../../../../../../shared/contracts/climb.ts'
import type { JudgingProgress, JudgingState } from '../../../../../../shared/contracts/judging.ts'
import { fetchJudging } from '../../../../api/admin.ts'
import { fetchChallenge } from '../../../../api/climb.ts'
import { toFailure, type Failure } from '../../../../api/failure.ts'
import { JudgingWatch } from '../judging-watch.svelte.ts'

const BETWEEN_RUNS_MS = 500
const AFTER_FAILURE_MS = 2000

/** Follows the challenge of one arena and its current run. */
export class ChallengeWatch {
  readonly judging = new JudgingWatch()
  /** `undefined`: not loaded. Null: there is no challenge. */
  challenge = $state.raw<ChallengeProgress | null>()
  failure = $state.raw<Failure | null>(null)
  readonly #arena: string
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(arena: string) {
    this.#arena = arena
  }

  /** Whether the challenge has not ended. */
  get isOpen(): boolean {
    return this.challenge?.endedAt === null
  }

  /** Its open run. Null: none is open. */
  get run(): JudgingProgress | null {
    const run = this.judging.progress
    return this.isOpen && run && run.status !== 'done' && run.status !== 'cancelled' ? run : null
  }

  /** Starts following. Returns a function that stops it. */
  follow(): () => void {
    const leave = this.judging.follow(this.#arena)
    return () => {
      leave()
      this.#turn += 1
      clearTimeout(this.#timer)
    }
  }

  /** Loads the challenge again. The page calls this at each progress of a run, because the challenge may have changed. */
  read = async (): Promise<void> => {
    const turn = ++this.#turn
    try {
      const state = await fetchChallenge(this.#arena)
      if (turn === this.#turn) this.take(state)
    } catch (error) {
      if (turn !== this.#turn) return
      this.failure = toFailure(error)
      if (this.failure.passing) this.#readIn(AFTER_FAILURE_MS)
    }
  }

  take({ challenge }: ChallengeState): void {
    this.challenge = challenge
    this.failure = null
    clearTimeout(this.#timer)
    // between two runs and after the last one, no run reports progress, so the challenge is polled
    const isBetween = untrack(() => this.judging.progress?.status) !== 'running'
    if (challenge?.status === 'running' && isBetween) this.#readIn(BETWEEN_RUNS_MS)
  }

  #readIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.read(), ms)
  }

  /** Takes over a challenge that was started on this page. */
  async started(state: ChallengeState): Promise<void> {
    this.judging.take(await fetchJudging(this.#arena))
    this.take(state)
  }

  /** Takes over the state of its run after an action of the operator. */
  changed(state: JudgingState): void {
    this.judging.take(state)
    void this.read()
  }
}
