import type { CheckSpec, Message } from '../../../../shared/contracts/index.ts'
import { EXPECTED_TURN_TOKENS, expectAnswers } from '../../../answers/index.ts'
import type { AnswerMaker } from '../../../answers/index.ts'
import { Expectation, expectedTogether, tokensIn } from '../../../platform/providers/index.ts'
import type { CostByModel, ExpectedCalls, PriceTable } from '../../../platform/providers/index.ts'
import { isOfCategories } from '../../../prompts/index.ts'
import { missingInputOf } from '../../checks/index.ts'
import { drawJudgements, judgeCallsOf } from '../index.ts'
import type { StandingJudgement, DrawSpec } from '../index.ts'
import type { CurrentJudge } from '../../judges/index.ts'
import { expectJudgements } from './expect-judgements.ts'

export interface RunPrompt {
  id: number
  messages: Message[]
  category: string | null
  reference: string | null
  variables: Record<string, unknown> | null
  context: string[] | null
}

/** An answer that stands, or one still to be made, which has no turns yet. */
export interface RunAnswer {
  id: number
  promptId: number
  contestantId: number
  /** Equal for equal texts. */
  text: string
  turns: readonly string[] | null
  context: readonly string[] | null
  /** Names of the required checks that it fails, as far as that is known. */
  failing?: readonly string[]
}

/** A check in use. */
export interface RunCheck {
  spec: CheckSpec
  /** Ids of answers whose result stands, which a run takes over. */
  checked: ReadonlySet<number>
}

export interface RunToEstimate {
  prompts: readonly RunPrompt[]
  /** By contestant, of those whose answers a provider makes. */
  makers: ReadonlyMap<number, AnswerMaker>
  answers: readonly RunAnswer[]
  judges: readonly CurrentJudge[]
  /** As far as judges are asked for one of these; undefined: for everything. */
  criteria?: string[] | undefined
  checks: readonly RunCheck[]
  standing: readonly StandingJudgement[]
  wish: DrawSpec
  seed: number
}

export interface RunEstimate {
  /** Answers to be made. */
  answers: number
  judgements: number
  /** Pairs of answers that no judge will be shown, for each of them: one fails a required check. */
  leftOut: number
  /** There are answers of which it is not known yet whether they pass: the rest is counted as if they did. */
  openRequirements: boolean
  /** Of a plan's judgements, those that stand already. */
  judgementsThere: number
  /** Pairs of answers that are the same text and so never meet. */
  identicalAnswers: number
  calls: number
  callsFor: { answers: number; judgements: number; checks: number }
  /** Of the judgements alone. */
  judgementsUsd: number | null
  /** An estimate; null where the price table lacks a model. */
  costUsd: number | null
  costByModel: CostByModel
}

/** What a run would do and about what it would cost: answers of a length not known yet are taken to be middling. */
export function estimateRun(run: RunToEstimate, prices: PriceTable): RunEstimate {
  const prompts = new Map(run.prompts.map((prompt) => [prompt.id, prompt]))
  const byId = new Map(run.answers.map((answer) => [answer.id, answer]))
  const judges = new Map(run.judges.map((judge) => [judge.versionId, judge]))
  const examiners = judgeCallsOf(run.judges, run)
  const planned = run.answers.map((answer) => ({
    ...answer,
    category: prompts.get(answer.promptId)!.category,
  }))
  const drawn = drawJudgements(planned, examiners, run.standing, run.wish, run.seed)
  const missing = run.answers.filter(({ turns }) => turns === null)
  const answers = expectAnswers(
    missing.map(({ contestantId, promptId }) => ({
      maker: run.makers.get(contestantId)!,
      prompt: prompts.get(promptId)!,
    })),
    prices,
  )
  const judgements = expectJudgements(
    drawn.judgements,
    (id) => judges.get(id)!,
    (id) => prompts.get(id)!,
    (id) => byId.get(id)!,
    prices,
  )
  const checks = expectChecks(run, prompts, prices)
  return {
    answers: missing.length,
    judgements: drawn.judgements.length,
    leftOut: drawn.leftOut.length,
    openRequirements: hasOpenRequirements(run, prompts),
    judgementsThere: drawn.standing,
    identicalAnswers: drawn.identical,
    judgementsUsd: expectedTogether([judgements]).costUsd,
    callsFor: { answers: answers.calls, judgements: judgements.calls, checks: checks.calls },
    ...expectedTogether([answers, judgements, checks]),
  }
}

function hasOpenRequirements({ checks, answers }: RunToEstimate, prompts: ReadonlyMap<number, RunPrompt>) {
  return checks.some(
    ({ spec, checked }) =>
      spec.required &&
      answers.some(
        ({ id, promptId, turns }) =>
          isOfCategories(prompts.get(promptId)!.category, spec.categories) &&
          (turns === null || (spec.kind === 'llm' && !checked.has(id))),
      ),
  )
}

/** What is put around an answer that an LLM checks, and what it replies. */
const CHECK_TOKENS = 250
const CHECK_REPLY_TOKENS = 60

function expectChecks(
  { checks, answers }: RunToEstimate,
  prompts: ReadonlyMap<number, RunPrompt>,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  for (const { spec: check, checked } of checks) {
    if (check.kind !== 'llm') continue
    for (const { id, promptId, turns, context } of answers) {
      const prompt = prompts.get(promptId)!
      const { category, messages } = prompt
      if (checked.has(id) || !isOfCategories(category, check.categories)) continue
      // nobody is asked what the prompt does not bring along
      if (missingInputOf(check, { context }, prompt) !== null) continue
      const asked = tokensIn([check.question, ...messages.map(({ content }) => content), ...(turns ?? [])])
      const unknown = turns === null ? EXPECTED_TURN_TOKENS : 0
      expected.add(check, CHECK_TOKENS + asked + unknown, CHECK_REPLY_TOKENS)
    }
  }
  return expected
}
