import { inEnglish } from '../../shared/messages/index.ts'
import type { AnyMessage } from '../../shared/messages/index.ts'

/**
 * Something outside the program keeps it from starting: a folder, a port, a database, a setting. The message is one
 * line that says what is wrong, where, and what to do. The process prints only this line and exits with code 3.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError'

  constructor(why: AnyMessage) {
    super(inEnglish(why))
  }
}
