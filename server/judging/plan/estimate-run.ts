import { findWebDocument } from '../../../shared/web-answers/web-document.ts'
import type {
  CheckSpec,
  Message,
  Rubric,
  RunEstimate,
  TranscriptStep,
} from '../../../shared/contracts/index.ts'
import { EXPECTED_TURN_TOKENS, estimateAnswerCalls, type GenerationConfig } from '../../answers/index.ts'
import {
  EXPECTED_PICTURE_TOKENS,
  Expectation,
  expectedTogether,
  estimateTokenSum,
  type ExpectedCalls,
  type PriceTable,
} from '../../platform/providers/index.ts'
import { namedPictures } from '../../pictures/index.ts'
import { matchesCategories, type PromptContent } from '../../prompts/index.ts'
import { isCalled, missingPlaceholder } from '../checks/checks.ts'
import { drawJudgements } from './draw-judgements.ts'
import { listJudgeCalls, type CurrentJudge, type NewJudge } from '../judges.ts'
import { judgeCallKey, type ExistingJudgement, type DrawSpec, type PlannedJudgement } from './planned.ts'
import { mostInTournament } from './tournament.ts'
import { textsOfSteps } from '../../platform/read-transcript.ts'
import { composeJudgeRequest, type JudgePrompt } from '../judge-request.ts'

export interface RunPrompt extends PromptContent {
  id: number
  category: string | null
}

/** An existing answer, or one that is still to be made and has no turns yet. */
export interface RunAnswer {
  id: number
  promptId: number
  contestantId: number
  /** Equal for equal texts. */
  text: string
  turns: readonly string[] | null
  context: readonly string[] | null
  /** What the agent did before it; null or missing: nothing is known. */
  transcript?: readonly TranscriptStep[] | null
  /** Whether a leak is open in it or its prompt, so that no judge is shown it. */
  isLeaked?: boolean
  /** Names of the gating checks that it is known to fail. */
  failing?: readonly string[]
}

/** An active check. */
export interface RunCheck {
  spec: CheckSpec
  /** Ids of answers that have a result, which a run does not make again. */
  checked: ReadonlySet<number>
  /** What a call of its command costs, in US dollars; null if no command makes it. */
  callUsd: number | null
}

interface RunToEstimate {
  prompts: readonly RunPrompt[]
  /** By contestant id, for contestants whose answers a provider makes. */
  answeringContestants: ReadonlyMap<number, GenerationConfig>
  answers: readonly RunAnswer[]
  judges: readonly CurrentJudge[]
  /** Only calls about one of these criteria; undefined for all. */
  criteria?: string[] | undefined
  checks: readonly RunCheck[]
  existing: readonly ExistingJudgement[]
  /** The judgements of live battles, with their texts; undefined for none. */
  live?: {
    judgements: readonly PlannedJudgement[]
    prompts: readonly RunPrompt[]
    answers: readonly RunAnswer[]
  }
  draw: DrawSpec
  seed: number
  /** Whether judges that see pictures are sent one of each answer that is a page. */
  drawsPages: boolean
}

/** Estimates what a run would do and cost. Answers that are not made yet count with an average length. */
export function estimateRun(run: RunToEstimate, prices: PriceTable): RunEstimate {
  const { live = { judgements: [], prompts: [], answers: [] } } = run
  const prompts = new Map([...run.prompts, ...live.prompts].map((prompt) => [prompt.id, prompt]))
  const byId = new Map([...run.answers, ...live.answers].map((answer) => [answer.id, answer]))
  const judges = new Map(run.judges.map((judge) => [judge.versionId, judge]))
  const judgeCalls = listJudgeCalls(run.judges, run)
  const answersToDraw = run.answers
    .filter(({ isLeaked }) => !isLeaked)
    .map((answer) => ({ ...answer, category: prompts.get(answer.promptId)!.category }))
  const drawn = drawJudgements(answersToDraw, judgeCalls, run.existing, run.draw, run.seed)
  if (run.draw.isTournament) drawn.judgements = atMostInTournament(drawn.judgements, answersToDraw, run)
  const missing = run.answers.filter(({ turns }) => turns === null)
  const answers = estimateAnswerCalls(
    missing.map(({ contestantId, promptId }) => ({
      contestant: run.answeringContestants.get(contestantId)!,
      prompt: prompts.get(promptId)!,
    })),
    prices,
  )
  const planned = [...drawn.judgements, ...live.judgements]
  const judgements = expectJudgements(
    planned,
    (id) => judges.get(id)!,
    (id) => prompts.get(id)!,
    (id) => byId.get(id)!,
    run.drawsPages,
    prices,
  )
  const checks = expectChecks(run, prompts, prices)
  return {
    answers: missing.length,
    judgements: planned.length,
    skippedPairs: drawn.skipped.length,
    openRequirements: hasOpenRequirements(run, prompts),
    isMost: run.draw.isTournament === true,
    judgementsThere: drawn.existing,
    identicalAnswers: drawn.identical,
    answersUsd: expectedTogether([answers]).costUsd,
    judgementsUsd: expectedTogether([judgements]).costUsd,
    checksUsd: expectedTogether([checks]).costUsd,
    callsFor: { answers: answers.calls, judgements: judgements.calls, checks: checks.calls },
    ...expectedTogether([answers, judgements, checks]),
  }
}

/** As many judgements of each call as a tournament may take, out of everything that is missing. */
function atMostInTournament(
  everything: readonly PlannedJudgement[],
  answers: readonly { contestantId: number; promptId: number }[],
  { judges, criteria }: Pick<RunToEstimate, 'judges' | 'criteria'>,
): PlannedJudgement[] {
  const contestants = new Set(answers.map(({ contestantId }) => contestantId)).size
  const prompts = new Set(answers.map(({ promptId }) => promptId)).size
  const left = new Map(
    listJudgeCalls(judges, { criteria }).map((call) => [
      judgeCallKey(call),
      mostInTournament(contestants, prompts, call),
    ]),
  )
  return everything.filter((judgement) => {
    const key = judgeCallKey(judgement)
    left.set(key, left.get(key)! - 1)
    return left.get(key)! >= 0
  })
}

function hasOpenRequirements({ checks, answers }: RunToEstimate, prompts: ReadonlyMap<number, RunPrompt>) {
  return checks.some(
    ({ spec, checked }) =>
      spec.required &&
      answers.some(
        ({ id, promptId, turns }) =>
          matchesCategories(prompts.get(promptId)!.category, spec.categories) &&
          (turns === null || (isCalled(spec) && !checked.has(id))),
      ),
  )
}

/** Tokens around an answer in a check by a model, and tokens of its reply. */
const CHECK_TOKENS = 250
const CHECK_REPLY_TOKENS = 60

function expectChecks(
  { checks, answers }: RunToEstimate,
  prompts: ReadonlyMap<number, RunPrompt>,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  for (const { spec: check, checked, callUsd } of checks) {
    if (!isCalled(check)) continue
    for (const { id, promptId, turns, context } of answers) {
      const prompt = prompts.get(promptId)!
      const { category, messages } = prompt
      if (checked.has(id) || !matchesCategories(category, check.categories)) continue
      if (check.kind === 'exec') {
        expected.add({ model: check.provider, params: {}, callUsd: callUsd ?? 0 }, 0, 0)
        continue
      }
      // a check that lacks a value makes no call
      if (missingPlaceholder(check, { context }, prompt) !== null) continue
      const questionTokens = estimateTokenSum([
        check.question,
        ...messages.map(({ content }) => content),
        ...(turns ?? []),
      ])
      const unmadeTokens = turns === null ? EXPECTED_TURN_TOKENS : 0
      expected.add(check, CHECK_TOKENS + questionTokens + unmadeTokens, CHECK_REPLY_TOKENS)
    }
  }
  return expected
}

export const ORDERS = 2
/** Tokens of a judge's reply for one criterion: reason and verdict. */
const VERDICT_TOKENS = 90
/** Stands for a real marker in the estimate. */
const MARKER = '9e3d0b71c5a8'

const countPictures = (messages: readonly Message[]) =>
  messages.reduce((sum, { content }) => sum + namedPictures(content).length, 0)

/** In an arena of pages, an answer that is still to be made counts as one. */
const picturesIn = (turns: readonly string[] | null, drawsPages: boolean): number =>
  turns === null
    ? Number(drawsPages)
    : namedPictures(turns.join('\n\n')).length +
      (drawsPages ? turns.filter((text) => findWebDocument(text)).length : 0)

/** Estimates the calls of these judgements, two for each, and their cost. */
function expectJudgements(
  judgements: readonly PlannedJudgement[],
  findJudge: (versionId: number) => NewJudge,
  findPrompt: (id: number) => JudgePrompt,
  findAnswer: (id: number) => RunAnswer,
  drawsPages: boolean,
  prices: PriceTable,
): ExpectedCalls {
  const expected = new Expectation(prices)
  const around = new Map<string, number>()
  const answerTokens = new Map<string, number>()
  const tokensAround = (
    judge: NewJudge,
    { form, criteria, promptId, answerIds, versionId }: PlannedJudgement,
  ) => {
    const key = JSON.stringify([versionId, criteria, promptId, answerIds.length])
    let tokens = around.get(key)
    if (tokens === undefined) {
      const { system, messages } = composeJudgeRequest({
        rubric: judge.rubric,
        form,
        criteria,
        prompt: findPrompt(promptId),
        answers: answerIds.map(() => ({ turns: [''], context: null })),
        marker: MARKER,
      })
      const pictures = judge.rubric.shows.includes('pictures')
        ? countPictures(findPrompt(promptId).messages)
        : 0
      tokens =
        estimateTokenSum([system, ...messages.map(({ content }) => content)]) +
        pictures * EXPECTED_PICTURE_TOKENS
      around.set(key, tokens)
    }
    return tokens
  }
  const countTokens = (id: number, shows: Rubric['shows']) => {
    const key = `${id} ${shows.join(' ')}`
    const known = answerTokens.get(key)
    if (known !== undefined) return known
    const { turns, context, transcript } = findAnswer(id)
    const tokens =
      (turns === null ? EXPECTED_TURN_TOKENS : estimateTokenSum(turns)) +
      (shows.includes('context') ? estimateTokenSum(context ?? []) : 0) +
      (shows.includes('pictures') ? picturesIn(turns, drawsPages) * EXPECTED_PICTURE_TOKENS : 0) +
      estimateTokenSum(textsOfSteps(transcript ?? []))
    answerTokens.set(key, tokens)
    return tokens
  }
  for (const judgement of judgements) {
    const judge = findJudge(judgement.versionId)
    const { shows } = judge.rubric
    const shownTokens = judgement.answerIds.reduce((sum, id) => sum + countTokens(id, shows), 0)
    expected.add(
      judge,
      tokensAround(judge, judgement) + shownTokens,
      VERDICT_TOKENS * judgement.criteria.length,
      ORDERS,
    )
  }
  return expected
}
