/** The content of an import, whatever file it came from. Prompts are named by key, contestants by name. */
import type {
  ArenaSettings,
  CheckSpec,
  KindOfChange,
  Outcome,
  Visibility,
  VoteSource,
} from '../../../shared/contracts/index.ts'
import type { NewProvider } from '../../arenas/index.ts'
import type { DescribedContestant } from '../../contestants/index.ts'
import type { NewJudge } from '../../judging/index.ts'
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

/** The part that only an arena.yaml has: how answers are made and judged. It replaces the previous one as a whole. */
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
  /** With it, contestants are brought to what they are here; without it, those that stand are left as they are. */
  setUp?: ArenaSetUp | undefined
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
  /** Prompts that its arena.yaml names no longer, and retired now; those it names again, and restored now. */
  promptsRetired: string[]
  promptsRestored: string[]
  /** Of those restored now the ones whose texts everybody could read with names. */
  promptsThatWerePublic: string[]
  /** Contestants of the arena that its arena.yaml names no longer, not retired: they stay. */
  contestantsNotNamed: string[]
  /** What its arena.yaml changed of what stood there; empty without one, and for an arena that is new. */
  kinds: KindOfChange[]
}
