/** The content of an import, from any kind of file. Prompts are named by key, contestants by name. */
import type { DecidesSetting } from '../../../shared/contracts/decides.ts'
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { hash } from 'node:crypto'
import type {
  ArenaSettings,
  CheckSpec,
  ImportReceipt,
  KindOfChange,
  Outcome,
  Visibility,
  VoteSource,
  Warning,
} from '../../../shared/contracts/index.ts'
import type { RowWinner, VoteRow } from '../../../shared/contracts/votes.ts'
import type { NewAnswer } from '../../answers/index.ts'
import type { NewProvider } from '../../arenas/index.ts'
import type { DescribedContestant } from '../../contestants/index.ts'
import type { NewJudge } from '../../judging/index.ts'
import type { Picture } from '../../pictures/index.ts'
import type { NewPrompt } from '../../prompts/index.ts'

export type ImportedAnswer = Omit<NewAnswer, 'promptId' | 'contestantId'>

export interface ImportedVote {
  /** The same key is never recorded twice in an arena. */
  key: string
  left: string
  right: string
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  prompt: string | null
  /** The numbers of the shown answers, from 1. Null or missing: the file does not say. */
  leftSample?: number | null
  rightSample?: number | null
  /** The probability with which the pair was drawn; null or missing if draws were uniform or the file does not say. */
  pairProbability?: number | null
  /** Null for a separate voter. */
  voter: string | null
  /** Null for the arena's first. */
  criterion: string | null
  category: string | null
  /** The group of the prompt; null or missing: none. */
  promptGroup?: string | null
  /** Null for the time of the import. */
  castAt: Date | null
}

/** A vote as a file has it. */
export interface ParsedVote extends Omit<ImportedVote, 'key'> {
  /** Its number in the file, from 1. */
  place: number
  /** The line of its row. */
  line: number
  /** Null: its file and line are its key. */
  key: string | null
  /** Whether equal rows are separate votes. */
  repeatable: boolean
}

/** Some of the content of a file. */
export interface ImportPortion {
  prompts?: NewPrompt[]
  answers?: ImportedAnswer[]
  votes?: ParsedVote[]
  /** The pictures that its texts name by hash. */
  pictures?: readonly Picture[]
}

/** An answer to a prompt without a text. */
export interface StrayAnswer {
  contestant: string
  prompt: string
}

/** A file that is read while it is imported, so that it is never in memory as a whole. */
export interface ImportFile {
  /**
   * Its content in portions; can be called once.
   * @throws {FileError} if the file cannot be used
   */
  read(): AsyncIterable<ImportPortion>
  /** Differs for files with different content. Known once all is read. */
  id(): string
  /** How it was read. Null: nothing of it is to be noted. Known once all is read. */
  asRead?: () => ReadFileSummary | null
}

/** How a file was read, and how many of each it had. */
export interface ReadFileSummary {
  name: string
  plan: ReadPlan
  votes: number
  answers: number
  prompts: number
}

/** The part that only an arena.yaml has: how answers are made and judged. It replaces the stored one as a whole. */
export interface ArenaSetUp {
  settings: ArenaSettings
  providers: NewProvider[]
  judges: NewJudge[]
  checks: CheckSpec[]
}

export interface ArenaImport {
  arena: {
    slug: string
    title?: string | undefined
    description?: string | undefined
    visibility?: Visibility | undefined
    criteria?: string[] | undefined
  }
  contestants: DescribedContestant[]
  prompts: NewPrompt[]
  answers: ImportedAnswer[]
  votes: ImportedVote[]
  /** The pictures that prompts and answers name by hash. */
  pictures?: readonly Picture[]
  /** More prompts, answers and votes. */
  files?: readonly ImportFile[]
  /**
   * Called when all files are read and nothing is written yet.
   * @param stray an answer of the files to a prompt that they do not have, though they have others
   * @throws {Error} to refuse the import
   */
  onRead?: (stray?: StrayAnswer) => void
  /** Called with what may be a mistake, once the contestants of the arena are known. */
  warn?: (warning: Warning) => void
  /** What was warned of so far. With it, an import with something doubtful is refused; a dry run is not. */
  doubts?: () => readonly Warning[]
  /** With it, stored contestants are updated to the import; without it, they stay unchanged. */
  setUp?: ArenaSetUp | undefined
}

export interface ImportResult extends Omit<ImportReceipt, 'files' | 'mostlyNew' | 'warnings'> {
  /**
   * Prompts that the arena.yaml no longer names and that were retired; those that it names again and that were
   * restored.
   */
  promptsRetired: string[]
  promptsRestored: string[]
  /** The restored prompts whose texts everybody could read beside names. */
  promptsThatWerePublic: string[]
  /** The decision day before and after, where the arena.yaml changed a sealed one after votes. */
  lateDecision: { before: DecidesSetting; after: DecidesSetting } | null
  /** Contestants that the arena.yaml no longer names. They are not retired. */
  contestantsNotNamed: string[]
  /** What the arena.yaml changed in a stored arena; empty for a new arena or without an arena.yaml. */
  kinds: KindOfChange[]
}

const OUTCOMES: Record<RowWinner, Outcome> = {
  left: 'left',
  right: 'right',
  tie: 'tie',
  both_bad: 'both_bad',
  tie_inconsistent: 'tie',
}
const SOURCES: Record<VoteRow['judgeType'], VoteSource> = {
  human: 'human',
  llm: 'judge',
  result: 'result',
  simulated: 'simulated',
  live: 'live',
}

/**
 * A row of a votes file as a vote to record. The key of a row with an id or a time is its content. So a longer version of
 * a file adds only the new rows. The key of any other row is its line in this file. Equal rows without an id are separate
 * votes, also on one line, as all rows of a JSON file may be; rows with the same id are one vote.
 * @param place its number in the file, from 1
 */
export function importedVote(row: VoteRow, place: number): ParsedVote {
  return {
    place,
    line: row.line,
    key: row.id === null && row.tstamp === null ? null : contentKey(row),
    repeatable: row.id === null,
    left: row.modelA,
    right: row.modelB,
    outcome: OUTCOMES[row.winner],
    source: SOURCES[row.judgeType],
    inconsistent: row.winner === 'tie_inconsistent',
    prompt: row.questionId,
    leftSample: row.sampleA ?? null,
    rightSample: row.sampleB ?? null,
    pairProbability: row.pairProbability ?? null,
    voter: row.judge ?? (row.judgeType === 'llm' ? 'unnamed judge' : null),
    criterion: row.criterion,
    category: row.category,
    promptGroup: row.promptGroup ?? null,
    castAt: readMoment(row.tstamp),
  }
}

const OF_CONTENT = [
  ...(['id', 'tstamp', 'judge', 'judgeType', 'questionId', 'turn', 'criterion', 'pairId', 'order'] as const),
  ...(['modelA', 'modelB', 'winner'] as const),
]

function contentKey(row: VoteRow): string {
  const samples = [row.sampleA ?? 1, row.sampleB ?? 1]
  // a file without columns of samples has the same keys
  const cells = [...OF_CONTENT.map((field) => row[field]), ...(Math.max(...samples) > 1 ? samples : [])]
  return hash('sha256', JSON.stringify(cells), 'base64url')
}

/** Null for a time outside the years 1970 to 9999. */
function readMoment(seconds: number | null): Date | null {
  if (seconds === null) return null
  const moment = new Date(seconds * 1000)
  const year = moment.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? moment : null
}
