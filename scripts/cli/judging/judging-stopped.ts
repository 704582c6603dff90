import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** Judging stopped before there was a result, for an outside reason. The message says what to do. */
export class JudgingStopped extends Error {
  override name = 'JudgingStopped'

  constructor(why: CodedMessage) {
    super(inEnglish(why))
  }
}
