import { CommanderError } from 'commander'
import { ArenaFileError, problemText } from '../../../server/transfer/arena-file/problems.ts'
import { FileError } from '../../../server/transfer/formats/fields.ts'
import { BackupError, JudgingStopped, SetupError } from '../../../server/platform/setup-error.ts'
import { ProblemError } from '../../../server/platform/problem.ts'
import { shortList, englishText, msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { DeadheatError } from '../../../clients/typescript/error.ts'

/** Wrong usage or input. Its one-line message says what is wrong, where, and what to do. */
export class UsageError extends Error {
  override name = 'UsageError'

  constructor(why: CodedMessage) {
    super(englishText(why))
  }
}

/** A server or another program does not do its part. The message says which, and what to do. */
export class OutsideError extends Error {
  override name = 'OutsideError'

  constructor(why: CodedMessage) {
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
    return { exitCode: 2, line: asked(error.message) }
  if (error instanceof ProblemError)
    return { exitCode: error.status < 500 ? 2 : 3, line: asked(error.message) }
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
  if (problems.length === 0) return { exitCode, line: isRefused ? asked(message) : oneLine(message) }
  const lines = problems.map((problem) => oneLine(problemText(problem)))
  return { exitCode, line: englishText(msg('problems_listed', { count: lines.length, problems: lines })) }
}

function commanderFailure({ exitCode, code, message }: CommanderError): Failure {
  if (exitCode === 0) return { exitCode: 0, line: null }
  if (code === 'commander.help') return { exitCode: 2, line: null }
  const line = oneLine(message.replace(/^error: /, ''))
  return { exitCode: 2, line: insteadOf(line) ?? withNear(line) }
}

const BARS_SAY_IT = 'It is gone: the bars of a board say how well each rating is known'

/** Options that commands once took, and what to do instead. */
const GONE_OPTIONS: Record<string, string> = {
  expect: BARS_SAY_IT,
  fragility: BARS_SAY_IT,
  samples: BARS_SAY_IT,
  focus:
    'Write --plan tournament: it judges the field, then those in the dead heat for first. For people, sampling: focus in arena.yaml stays',
  stopping:
    'Compare says which of two is better, however often you ask: import the file, then compare ARENA A B --sequential',
  digest: 'The chain of daily digests is gone: verify recomputes a board from its exported votes',
  duplicate:
    'An archive copies an arena: export ARENA archive -o FILE, then import the file under another name',
  concurrency: 'Write concurrency beside the provider in arena.yaml, and send the file again',
  differences: 'The page of a contestant says how it differs from each other; so does GET …/differences',
  history: 'The board on the page has its history; so does GET …/history',
  live: 'GET …/battles?show=disagreement&judge=JUDGE&source=live lists live battles',
  before: 'GET …/audit?before=ID lists older entries',
  'remove-simulated-votes': 'Settings of the arena on the page removes simulated votes',
  matrix: '--head-to-head lists the votes of each pair; the page of a board draws them as a grid',
  power: 'A plan is for 80 % of cases; with an arena, GET …/plan?power=0.9 is for another share',
  voters: 'Plan ARENA measures how far votes of a person agree, and counts with it',
  'voter-correlation': 'Plan ARENA measures how far votes of a person agree, and counts with it',
}

/** The same of values. */
const GONE_CHOICES: Record<string, string> = {
  latex:
    'Boards are no longer written as LaTeX: write --format csv or md, or a picture with --plot board.svg',
  facts: 'The chain of daily digests is gone: export votes, and verify recomputes the board from them',
  recipe: 'Export ARENA archive moves and copies an arena. Its arena.yaml is in the editor of the page',
  majority: 'The votes of judges stand on a board of their own: --source judges, or judge:NAME for one',
}

/** What to say in place of commander's refusal of something that is gone; else null. */
function insteadOf(refusal: string): string | null {
  const [, option, choice] =
    /^unknown option '--(.+?)'|(?:argument|value) '(.+?)' is invalid/.exec(refusal) ?? []
  const [gone, typed] = option === undefined ? [GONE_CHOICES, choice] : [GONE_OPTIONS, option]
  return typed !== undefined && Object.hasOwn(gone, typed) ? gone[typed] : null
}

/** A refusal of a value, with the choice that was probably meant. Commander's words list them, and those of `must_be_source`. */
function withNear(line: string): string {
  const [, typed, choices] =
    /(?:argument|value) '(.*)' is invalid.* (?:choices are|must be) (.*)\.$/.exec(line) ?? []
  const there = shortList(choices?.split(/, | or /) ?? [], typed)
  return there.near ? englishText(msg('choice_near', { why: line.slice(0, -1), there })) : line
}

/** What an import asks has a line for each row; all else is one line. */
const asked = (message: string): string =>
  message.startsWith(englishText(msg('import_doubtful', { doubts: [], rows: [] })).split('\n')[0]!)
    ? message
    : oneLine(message)

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
