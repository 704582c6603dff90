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
  /** What comes into the database; null when there are problems that stop that. */
  incoming: (ArenaImport & { setUp: ArenaSetUp }) | null
  plan: JudgingPlan
  budgetUsd: number | null
  problems: ArenaProblem[]
  warnings: ArenaProblem[]
  /** Rows of its files that were left out, a warning a file. */
  leftOut: Warning[]
  /** What the database refuses of it, as a problem at the place of what it is about. */
  refusal(error: ProblemError): ArenaProblem
}

/** An arena.yaml while it is checked. */
export interface Described {
  file: ArenaFile
  files: FilesBeside
  /** Where a path of `file` stands in the file itself. */
  pathOf(path: Path): Path
  /** It has contestants that could not be read. */
  isPart: boolean
  /** Null: they cannot be read. */
  prompts: AskedPrompt[] | null
  /** Answers made elsewhere, by contestant; null: they cannot be read. */
  responses: ReadonlyMap<string, AnswerRow[] | null>
  /** Where keys are; null: they are not asked for. */
  env: Readonly<Record<string, string | undefined>> | null
  prices: PriceTable
  now: Date
  findings: Findings
}
