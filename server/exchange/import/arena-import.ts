/** What an import brings, whatever the file it came from. Prompts are named by key, contestants by name. */
import type { Outcome, Visibility, VoteSource } from '../../../shared/contracts/index.ts'
import type { NewContestant } from '../../contestants/index.ts'
import type { NewPrompt } from '../../prompts/index.ts'

export interface ImportedAnswer {
  prompt: string
  contestant: string
  text: string | null
  turns: string[] | null
  context?: string[] | null
  tokens?: number | null
  costUsd?: number | null
  latencyMs?: number | null
}

export interface ImportedVote {
  /** The same key is never recorded twice in an arena. */
  key: string
  left: string
  right: string
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  prompt: string | null
  /** Null: a voter of its own. */
  voter: string | null
  /** Null: the arena's first. */
  criterion: string | null
  category: string | null
  /** Null: the moment of the import. */
  castAt: Date | null
}

export interface ArenaImport {
  arena: {
    slug: string
    title?: string | undefined
    description?: string | undefined
    visibility?: Visibility | undefined
    criteria?: string[] | undefined
  }
  contestants: NewContestant[]
  prompts: NewPrompt[]
  answers: ImportedAnswer[]
  votes: ImportedVote[]
}

export interface ImportResult {
  arena: string
  /** Nothing was kept: this is what an import would do. */
  dryRun: boolean
  created: boolean
  /** What the arena has now. */
  contestants: number
  prompts: number
  answers: number
  /** Whether it can be voted on now. */
  votable: boolean
  /** Prompts that were answered but have no text yet: nobody can be shown them. */
  promptsWithoutText: number
  /** What this import added, or would. */
  contestantsAdded: number
  promptsAdded: number
  answersAdded: number
  votesAdded: number
  votesAlreadyThere: number
}
