import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** Judging stopped before there was anything to say, through no fault of who asked for it; the message says what to do. */
export class JudgingStopped extends Error {
  override name = 'JudgingStopped'

  constructor(why: CodedMessage) {
    super(inEnglish(why))
  }
}
