import { CommanderError } from 'commander'
import { ArenaFileError, problemText } from '../../../server/transfer/arena-file/problems.ts'
import { FileError } from '../../../server/transfer/formats/fields.ts'
import { BackupError, JudgingStopped, SetupError } from '../../../server/platform/setup-error.ts'
import { ProblemError } from '../../../server/platform/problem.ts'
import { shortList, englishText, msg, type AnyMessage } from '../../../shared/messages/index.ts'
import { DeadheatError } from '../../../clients/typescript/error.ts'

/** Wrong usage or input. Its one-line message says what is wrong, where, and what to do. */
export class UsageError extends Error {
  override name = 'UsageError'

  constructor(why: AnyMessage) {
    super(englishText(why))
  }
}

/** A server or another program does not do its part. The message says which, and what to do. */
export class OutsideError extends Error {
  override name = 'OutsideError'

  constructor(why: AnyMessage) {
    super(englishText(why))
  }
}

/** 1 the answer is no · 2 bad usage or input · 3 outside failure · 4 not shown. */
interface Failure {
  exitCode: 0 | 1 | 2 | 3
  /** One line (one for each problem of an arena.yaml, and of what an import asks), or null if everything was printed. */
  line: string | null
}

/** The exit code and line for an error. */
export function commandFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return commanderFailure(error)
  if (error instanceof ArenaFileError) return { exitCode: 2, line: error.message }
  if (error instanceof UsageError || error instanceof FileError || error instanceof BackupError)
    return { exitCode: 2, line: errorLine(error.message) }
  if (error instanceof ProblemError)
    return { exitCode: error.status < 500 ? 2 : 3, line: errorLine(error.message) }
  if (error instanceof DeadheatError) return remoteFailure(error)
  const message = error instanceof Error ? error.message : String(error)
  const isOutside = [OutsideError, SetupError, JudgingStopped].some((kind) => error instanceof kind)
  if (isOutside) return { exitCode: 3, line: oneLine(message) }
  return { exitCode: 3, line: `unexpected error: ${oneLine(message)}` }
}

/** The error of a server, in the words and with the exit code of the same error on a database. */
function remoteFailure({ status, code, message, problems }: DeadheatError): Failure {
  const isRefused = status !== null && status < 500 && code !== 'unexpected'
  const exitCode = isRefused ? 2 : 3
  if (problems.length === 0) return { exitCode, line: isRefused ? errorLine(message) : oneLine(message) }
  const lines = problems.map((problem) => oneLine(problemText(problem)))
  return { exitCode, line: englishText(msg('problems_listed', { count: lines.length, problems: lines })) }
}

function commanderFailure({ exitCode, code, message }: CommanderError): Failure {
  if (exitCode === 0) return { exitCode: 0, line: null }
  if (code === 'commander.help') return { exitCode: 2, line: null }
  const line = oneLine(message.replace(/^error: /, ''))
  return { exitCode: 2, line: withNear(line) }
}

/** A refusal of a value, with the choice that was probably meant. Commander's words list them, and those of `must_be`. */
function withNear(line: string): string {
  const [, typed, choices] =
    /(?:argument|value) '(.*)' is invalid.* (?:choices are|must be) (.*)\.$/.exec(line) ?? []
  const there = shortList(choices?.split(/, | or /) ?? [], typed)
  return there.near ? englishText(msg('choice_near', { why: line.slice(0, -1), there })) : line
}

/** What an import asks has a line for each row; all else is one line. */
const errorLine = (message: string): string =>
  message.startsWith(englishText(msg('import_doubtful', { doubts: [], rows: [] })).split('\n')[0]!)
    ? message
    : oneLine(message)

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
