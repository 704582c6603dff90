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

/** What of an arena.yaml could be read. */
export interface ReadParts {
  /** Of lists with unreadable items: the places in the file of those that were read. */
  places: Partial<Record<string, readonly number[]>>
  /** The keys of the file that were not read, or not completely. */
  lost: ReadonlySet<string>
}

/** What may only follow from parts of a key that were not read, and is not said then. */
const FOLLOWING: Record<string, readonly string[]> = {
  contestants: ['one_contestant', 'not_there', 'too_few_for_lists', 'live_needs_providers'],
  providers: ['no_provider', 'model_missing'],
  judges: ['unasked', 'nobody_judges'],
}

/** Collects problems and warnings while an arena.yaml is checked. */
export class Findings {
  readonly problems: ArenaProblem[] = []
  /** What was probably not intended, each with its place. */
  readonly warnings: ArenaProblem[] = []
  /** The name of the arena.yaml. */
  readonly file: string
  /** Known when its form is checked. From then on, paths are those of what was read. */
  parts: ReadParts = { places: {}, lost: new Set() }
  readonly #findLine: (path: Path) => number

  /** @param findLine finds the line of a path in the arena.yaml */
  constructor(file: string, findLine: (path: Path) => number) {
    this.file = basename(file)
    this.#findLine = findLine
  }

  /** Adds a problem in the arena.yaml itself. */
  problem(path: Path, finding: AnyMessage, stops: ArenaProblem['stops'] = 'all'): void {
    if (!this.#isFollowing(finding)) this.problems.push(this.problemAt(path, finding, stops))
  }

  /** Adds a warning, if none says the same of an earlier place. */
  warning(path: Path, finding: AnyMessage): void {
    const warning = this.problemAt(path, finding, 'calls')
    const isNew = this.warnings.every(({ message }) => message !== warning.message)
    if (isNew && !this.#isFollowing(finding)) this.warnings.push(warning)
  }

  #isFollowing(finding: AnyMessage): boolean {
    return (
      typeof finding !== 'string' &&
      [...this.parts.lost].some((key) => FOLLOWING[key]?.includes(finding.code))
    )
  }

  /** Adds a problem in a row of a file that the arena.yaml names. */
  row(file: string, line: number, finding: AnyMessage, stops: ArenaProblem['stops']): void {
    this.problems.push({ file, line, path: null, ...wireFields(finding), stops })
  }

  /** A finding with the file and line of a path. */
  problemAt(path: Path, finding: AnyMessage, stops: ArenaProblem['stops']): ArenaProblem {
    const [key, index, ...rest] = path
    const place = typeof index === 'number' ? this.parts.places[key!]?.[index] : undefined
    const written = place === undefined ? path : [key!, place, ...rest]
    return {
      file: this.file,
      line: this.#findLine(written),
      path: written.join('.') || null,
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
