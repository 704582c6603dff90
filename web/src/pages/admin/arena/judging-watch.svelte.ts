import type { JudgingProgress, JudgingState } from '../../../../../shared/contracts/judging.ts'
import type { Failure } from '../../../api/failure.ts'
import { followJudging } from '../../../api/judging-stream.ts'
import { adminToken } from '../../../state/admin-token.svelte.ts'

/** Judging of one arena as it goes on. What was last known stays when the server is gone. */
export class JudgingWatch {
  /** `undefined` until something is known; null: nothing was judged. */
  progress = $state.raw<JudgingProgress | null>()
  /** The line is lost; it is sought again. */
  lost = $state(false)
  failure = $state.raw<Failure | null>(null)

  /** Returns what ends it. */
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
