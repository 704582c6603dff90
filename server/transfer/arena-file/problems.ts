/** Problems of an arena.yaml and the files it names, each with its place and what to do. */
import { basename } from 'node:path'
import type { FileProblem } from '../../../shared/contracts/index.ts'
import { wireFields, type AnyMessage, msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { FileError } from '../formats/fields.ts'

export type ArenaProblem = FileProblem

/** `file:line: path: what and what to do`. */
export const problemText = ({ file, line, path, message }: ArenaProblem): string =>
  [`${file}:${line}`, ...(path === null ? [] : [path]), message].join(': ')

export type Path = readonly (string | number)[]

/** Collects problems and warnings while an arena.yaml is checked. */
export class Findings {
  readonly problems: ArenaProblem[] = []
  /** What was probably not intended, each with its place. */
  readonly warnings: ArenaProblem[] = []
  /** The name of the arena.yaml. */
  readonly file: string
  readonly #findLine: (path: Path) => number

  /** @param findLine finds the line of a path in the arena.yaml */
  constructor(file: string, findLine: (path: Path) => number) {
    this.file = basename(file)
    this.#findLine = findLine
  }

  /** Adds a problem in the arena.yaml itself. */
  problem(path: Path, finding: AnyMessage, stops: ArenaProblem['stops'] = 'all'): void {
    this.problems.push(this.problemAt(path, finding, stops))
  }

  /** Adds a warning, if none says the same of an earlier place. */
  warning(path: Path, finding: AnyMessage): void {
    const warning = this.problemAt(path, finding, 'calls')
    if (this.warnings.every(({ message }) => message !== warning.message)) this.warnings.push(warning)
  }

  /** Adds a problem in a row of a file that the arena.yaml names. */
  row(file: string, line: number, finding: AnyMessage, stops: ArenaProblem['stops']): void {
    this.problems.push({ file, line, path: null, ...wireFields(finding), stops })
  }

  /** A finding with the file and line of a path. */
  problemAt(path: Path, finding: AnyMessage, stops: ArenaProblem['stops']): ArenaProblem {
    return {
      file: this.file,
      line: this.#findLine(path),
      path: path.join('.') || null,
      ...wireFields(finding),
      stops,
    }
  }
}

/** An arena.yaml that cannot be used. By default its message has one line for each problem. */
export class ArenaFileError extends FileError {
  override name = 'ArenaFileError'
  readonly problems: readonly ArenaProblem[]

  constructor(problems: readonly ArenaProblem[], why?: CodedMessage) {
    super(why ?? msg('problems_listed', { count: problems.length, problems: problems.map(problemText) }))
    this.problems = problems
  }
}
