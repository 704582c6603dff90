import { measureAnswer } from '../../answers/index.ts'
import {
  chooseJudges,
  estimateRun,
  failingByRule,
  type CurrentJudge,
  type RunAnswer,
  type RunPrompt,
} from '../../judging/index.ts'
import type { JudgingPlan, ProviderOptions, RunEstimate } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ArenaPlan } from './referenced-files.ts'

interface DryRunSpec {
  /** Replaces the plan of the file. */
  plan?: JudgingPlan | undefined
  judges?: readonly string[] | undefined
  seed: number
}

/**
 * What a run of an arena.yaml would do from the start and roughly cost, without a database or a model call. Null if
 * the file has problems that prevent the estimate.
 * @throws {ProblemError} if a judge is unknown
 */
export async function dryRun(
  { incoming, plan }: Pick<ArenaPlan, 'incoming' | 'plan'>,
  request: DryRunSpec,
  { prices, chromium }: Pick<Deps['settings'], 'prices' | 'chromium'>,
): Promise<RunEstimate | null> {
  if (!incoming) return null
  const { setUp } = incoming
  const contestants = new Map(
    incoming.contestants.map((contestant, id) => [contestant.name, { ...contestant, id }]),
  )
  const prompts = incoming.prompts.map(
    ({ key, messages, category = null, reference = null, variables = null, context = null }, id) => ({
      key,
      id,
      messages: messages ?? [],
      category,
      reference,
      variables,
      context,
    }),
  )
  const providers = new Map(setUp.providers.map((provider) => [provider.name, provider]))
  const providerOptions = (provider: string) =>
    JSON.parse(providers.get(provider)!.options ?? '{}') as ProviderOptions
  const answeringContestants = new Map(
    [...contestants.values()].flatMap(({ id, provider, model, system, template, params }) =>
      provider
        ? [
            [
              id,
              {
                providerType: providers.get(provider)!.type,
                options: providerOptions(provider),
                model: model ?? '',
                system: system ?? null,
                template: template ?? null,
                params: params ?? {},
              },
            ] as const,
          ]
        : [],
    ),
  )
  const { votesPerPair = null, baseline, tournament } = request.plan ?? plan
  const judges: CurrentJudge[] = setUp.judges.map((judge, versionId) => ({ ...judge, versionId }))
  const answers = numbered([
    ...existingAnswers(incoming, new Map(prompts.map(({ key, id }) => [key, id])), contestants),
    ...toMake([...answeringContestants.keys()], prompts, setUp.settings.samples ?? 1),
  ])
  const failing = await failingByRule(setUp.checks, answers, (id) => prompts[id])
  return estimateRun(
    {
      prompts,
      answeringContestants,
      answers: answers.map((answer) => ({ ...answer, failing: failing.get(answer.id) ?? [] })),
      judges: chooseJudges(judges, request.judges),
      checks: setUp.checks.map((spec) => ({
        spec,
        checked: new Set<number>(),
        callUsd: spec.kind === 'exec' ? (providerOptions(spec.provider).costUsd ?? 0) : null,
      })),
      existing: [],
      draw: {
        votesPerPair,
        baseline: baseline === undefined ? null : contestants.get(baseline)!.id,
        repeats: 1,
        isTournament: tournament,
      },
      seed: request.seed,
      drawsPages: setUp.settings.webAnswers === 'on' && chromium !== '',
    },
    prices,
  )
}

type Unnumbered = Omit<RunAnswer, 'id'>

const numbered = (answers: readonly Unnumbered[]): RunAnswer[] =>
  answers.map((answer, id) => ({ ...answer, id }))

function existingAnswers(
  { answers }: NonNullable<ArenaPlan['incoming']>,
  prompts: ReadonlyMap<string, number>,
  contestants: ReadonlyMap<string, { id: number }>,
): Unnumbered[] {
  return answers.map(({ prompt, contestant, text, turns, context = null, transcript = null }) => {
    const texts = turns ?? [text ?? '']
    return {
      promptId: prompts.get(prompt)!,
      contestantId: contestants.get(contestant)!.id,
      text: measureAnswer(texts, transcript).text_sha256,
      turns: texts,
      context,
      transcript,
    }
  })
}

const toMake = (
  contestantIds: readonly number[],
  prompts: readonly RunPrompt[],
  samples: number,
): Unnumbered[] =>
  contestantIds.flatMap((contestantId) =>
    prompts.flatMap(({ id: promptId, context }) =>
      Array.from({ length: samples }, (_, sample) => ({
        promptId,
        contestantId,
        text: `${contestantId} ${promptId} ${sample}`,
        turns: null,
        context,
      })),
    ),
  )
