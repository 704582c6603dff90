import { inEnglish } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** A file that cannot be used at all; its message says in one line what, where and what to do. */
export class FileError extends Error {
  override name = 'FileError'
  readonly finding: CodedMessage

  constructor(finding: CodedMessage) {
    super(inEnglish(finding))
    this.finding = finding
  }
}
