import { inEnglish } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { ChallengeRow } from './challenge-queries.ts'

type Stopped = Exclude<ChallengeRow['stopped'], 'refused' | null>

/** Nothing came of a challenge, or not yet, through no fault of the request: what was judged stays, and the same goes on. */
export class ChallengeStopped extends Error {
  override name = 'ChallengeStopped'
  /** `failed`: the run came to its end, but not to what the attempt needs. `paused`, `running`: it is not over. */
  readonly stopped: Stopped | 'paused' | 'running'

  constructor(stopped: ChallengeStopped['stopped'], why: CodedMessage) {
    super(inEnglish(why))
    this.stopped = stopped
  }
}
