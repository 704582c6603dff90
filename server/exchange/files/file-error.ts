import { inEnglish } from '../../../shared/findings/index.ts'
import type { Said } from '../../../shared/findings/index.ts'

/** A file that cannot be used at all; its message says in one line what, where and what to do. */
export class FileError extends Error {
  override name = 'FileError'
  readonly said: Said

  constructor(said: Said) {
    super(inEnglish(said))
    this.said = said
  }
}
