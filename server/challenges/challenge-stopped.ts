import { inEnglish } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { ChallengeRow } from './challenge-queries.ts'

type Stopped = Exclude<ChallengeRow['stopped'], 'refused' | null>

/**
 * A challenge gave no result, or none yet, although its request was valid. Judgements stay, and the same challenge
 * can be continued.
 */
export class ChallengeStopped extends Error {
  override name = 'ChallengeStopped'
  /**
   * `failed`: the run ended without the results that the attempt needs. `paused`, `running`: the challenge has not
   * ended.
   */
  readonly stopped: Stopped | 'paused' | 'running'

  constructor(stopped: ChallengeStopped['stopped'], why: CodedMessage) {
    super(inEnglish(why))
    this.stopped = stopped
  }
}
