import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** A backup that cannot be made or restored. Its one-line message says what is wrong, where, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'

  constructor(why: CodedMessage) {
    super(inEnglish(why))
  }
}
