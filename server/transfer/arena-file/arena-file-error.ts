import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'
import { FileError } from '../formats/file-error.ts'
import { problemText } from './problems.ts'
import type { ArenaProblem } from './problems.ts'

/** An arena.yaml that cannot be used. By default its message has one line for each problem. */
export class ArenaFileError extends FileError {
  override name = 'ArenaFileError'
  readonly problems: readonly ArenaProblem[]

  constructor(problems: readonly ArenaProblem[], why?: CodedMessage) {
    super(why ?? msg('problems_listed', { count: problems.length, problems: problems.map(problemText) }))
    this.problems = problems
  }
}
