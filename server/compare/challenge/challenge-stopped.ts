import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import type { ChallengeRow } from './challenge-queries.ts'

type Stopped = Exclude<ChallengeRow['stopped'], 'refused' | null>

/** What came of judging does not do for an attempt; what is said says why. */
export class NothingToEnter extends Error {
  override name = 'NothingToEnter'
  readonly stopped: Stopped
  readonly said: CodedMessage

  constructor(stopped: Stopped, said: CodedMessage) {
    super(inEnglish(said))
    this.stopped = stopped
    this.said = said
  }
}

/** Nothing came of a challenge, or not yet, through no fault of the request: what was judged stays, and the same goes on. */
export class ChallengeStopped extends Error {
  override name = 'ChallengeStopped'
  /** `failed`: the run came to its end, but not to what the attempt needs. `paused`, `running`: it is not over. */
  readonly stopped: Stopped | 'paused' | 'running'

  constructor(stopped: ChallengeStopped['stopped'], message: string) {
    super(message)
    this.stopped = stopped
  }
}
