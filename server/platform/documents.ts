/** What the JSON columns hold. A column that is missing here fails the types, where schema.generated.ts names it. */
import type {
  ArenaSettings,
  CheckSpec,
  ClimbGate,
  Comparison,
  Decision,
  DrawingFailure,
  HoldOut,
  JudgeStop,
  JudgesReport,
  JudgeTrial,
  JudgeTrust,
  Message,
  Outcome,
  PlannedAttempt,
  ProviderOptions,
  ReplyForm,
  Rubric,
  SealedPlan,
  TranscriptStep,
  Verdicts,
  WireMessage,
} from '../../shared/contracts/index.ts'
import type { ReadPlan } from '../../shared/contracts/read-plan.ts'
import type { AnyMessage, CodedMessage } from '../../shared/messages/index.ts'
import type { Fixed } from './column-types.ts'

export interface Documents {
  answers: {
    turns: string[]
    context: string[]
    /** What the agent did before its answer, at least one step. Null: nothing is known, or it did nothing. */
    transcript: TranscriptStep[]
    /** How its pages were drawn; null: not yet, or by a version that did not note it. */
    drawing: Drawing
  }
  arenas: { settings: ArenaSettings }
  audit_entries: { details: Fixed<Record<string, unknown>> }
  calls: { verdicts: Verdicts; transcript: TranscriptStep[] }
  challenges: { trials: Fixed<PlannedAttempt[]>; cause: AnyMessage }
  checks: { spec: CheckSpec }
  climb_attempts: { gate: Fixed<ClimbGate> }
  climb_epochs: { hold_out: Fixed<HoldOut> }
  contestants: { params: Record<string, unknown>; factors: Record<string, string> }
  decisions: { decision: Fixed<Decision> }
  judge_evaluations: { trust: JudgeTrust[]; report: JudgesReport }
  judge_versions: { params: Record<string, unknown>; trial: StoredTrial }
  /** Of a live battle, once it is done. */
  judgements: { outcomes: LiveOutcomes }
  leaks: { finding: Fixed<WireMessage> }
  ledgers: { closed: Closed }
  live_turns: { problem: WireMessage; left_answer: LiveAnswer; right_answer: LiveAnswer }
  pair_decisions: { comparison: Fixed<Comparison> }
  prompts: { messages: Message[]; variables: Record<string, unknown>; context: string[] }
  providers: { options: ProviderOptions }
  /** The reason as a message, where the server itself gave it. */
  quarantines: { finding: Fixed<WireMessage> }
  read_files: { plan: Fixed<ReadPlan> }
  rubrics: { rubric: Rubric }
  runs: {
    plan: Record<string, unknown>
    /** The line of the cause as a message; null in rows that are older than the column too. */
    finding: CodedMessage
    /** By judge version, those that are stopped: their judgements are set aside until the run continues. */
    stopped_judges: Record<string, StoppedJudge>
  }
  seals: { plan: Fixed<SealedPlan> }
  suspicions: { finding: WireMessage }
}

export interface Drawing {
  /** Of the way in which pages are drawn. */
  version: number
  /** How often it was tried until every page was drawn. */
  tries: number
  /** By turn, why it has no picture; null: it has one, or is no page. */
  failures: (DrawingFailure | null)[]
}

/** A trial as it is stored. */
export interface StoredTrial extends JudgeTrial {
  /** It decided by position after its votes had begun to count: no later trial lets them count again. */
  isForGood?: boolean
  /** The run in which it ended; missing in those from before it was stored. */
  endedIn?: number
  /** The id of the last call before the trial, and before the form was asked for. */
  afterCall: number
  formAfterCall: number
  /** The forms that were not asked for yet. */
  formsLeft: ReplyForm[]
}

/** By criterion, what both orders say together; left is the answer shown first in the first order. */
export type LiveOutcomes = Record<string, { outcome: Outcome; inconsistent: boolean }>

/** By contestant, since when and why it answers no visitor. */
export type Closed = Record<string, { at: string; finding: CodedMessage }>

/** One turn from a provider. */
export interface ProviderTurn {
  text: string
  finishReason: string
  /** The provider's name for the model. */
  model: string
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
  /** Null if the model has no price. */
  costUsd: number | null
  latencyMs: number
}

/** An answer of one turn of a live battle. */
export interface LiveAnswer extends ProviderTurn {
  transcript: TranscriptStep[] | null
  /** How long its first word took, in ms. */
  firstMs: number | null
}

export interface StoppedJudge extends Omit<JudgeStop, 'finding'> {
  finding: CodedMessage
  judge: string
  model: string
  /** The call that brought the last reply without a verdict; null: there is none. */
  call: number | null
}
