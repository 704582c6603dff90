import type { ArenaFile, JudgingPlan, Warning } from '../../../shared/contracts/index.ts'
import type { ProblemError } from '../../platform/problem.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import type { AnswerRow } from '../formats/answers.ts'
import type { ArenaImport, ArenaSetUp } from '../import/arena-import.ts'
import type { FilesBeside } from './files-beside.ts'
import type { ArenaProblem, Findings, Path } from './problems.ts'
import type { AskedPrompt } from './read-named-files.ts'

/** An arena.yaml with everything it names, read and checked. */
export interface ArenaPlan {
  slug: string
  /** What is imported; null if problems prevent the import. */
  incoming: (ArenaImport & { setUp: ArenaSetUp }) | null
  plan: JudgingPlan
  budgetUsd: number | null
  problems: ArenaProblem[]
  warnings: ArenaProblem[]
  /** One warning for each file in which rows were left out. */
  leftOut: Warning[]
  /** Turns an error of the database into a problem with its place in the file. */
  refusal(error: ProblemError): ArenaProblem
}

/** An arena.yaml while it is checked. */
export interface Described {
  file: ArenaFile
  files: FilesBeside
  /** The path in the file as written, for a path of `file`. */
  pathOf(path: Path): Path
  /** Whether some contestants could not be read. */
  isPart: boolean
  /** The names of the entries of `providers` that could not be read. */
  unreadProviders: ReadonlySet<string>
  /** Null if they cannot be read. */
  prompts: AskedPrompt[] | null
  /** Answers made elsewhere, by contestant; null if they cannot be read. */
  responses: ReadonlyMap<string, AnswerRow[] | null>
  /** The environment with the keys; null if keys are not checked. */
  env: Readonly<Record<string, string | undefined>> | null
  prices: PriceTable
  now: Date
  findings: Findings
}
