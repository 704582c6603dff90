import type { JudgingProgress, JudgingState } from '../../../../../shared/contracts/judging.ts'
import type { Failure } from '../../../api/failure.ts'
import { followJudging } from '../../../api/admin.ts'
import { adminToken } from '../../../state/admin-token.svelte.ts'

/** Follows the judging progress of one arena. Keeps the last progress if the server is unreachable. */
export class JudgingWatch {
  /** `undefined`: not loaded. Null: nothing was judged. */
  progress = $state.raw<JudgingProgress | null>()
  /** Whether the connection is lost and being retried. */
  lost = $state(false)
  failure = $state.raw<Failure | null>(null)

  /** Starts following. Returns a function that stops it. */
  follow(arena: string): () => void {
    return followJudging(arena, {
      onState: (state) => this.take(state),
      onConnected: (connected) => (this.lost = !connected),
      onRefused: (failure) => {
        this.failure = failure
        if (failure.code === 'token_invalid') adminToken.forget()
      },
    })
  }

  take({ judging }: JudgingState): void {
    this.progress = judging
  }
}
