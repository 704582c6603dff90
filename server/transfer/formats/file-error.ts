import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** An error for an unusable file. Its message says in one line what is wrong, where, and what to do. */
export class FileError extends Error {
  override name = 'FileError'
  readonly finding: CodedMessage

  constructor(finding: CodedMessage) {
    super(inEnglish(finding))
    this.finding = finding
  }
}
