import { FileError } from '../formats/file-error.ts'
import { problemText } from './problems.ts'
import type { ArenaProblem } from './problems.ts'

/** An arena.yaml that cannot be used; its message has a line for each thing that is wrong, unless another is given. */
export class ArenaFileError extends FileError {
  override name = 'ArenaFileError'
  readonly problems: readonly ArenaProblem[]

  constructor(problems: readonly ArenaProblem[], message?: string) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
    super(message ?? [`${count} to mend before anything is done:`, ...problems.map(problemText)].join('\n'))
    this.problems = problems
  }
}
