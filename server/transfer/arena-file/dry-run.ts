import { measureAnswer } from '../../answers/index.ts'
import { chooseJudges, estimateRun, failingByRule } from '../../judging/index.ts'
import type { CurrentJudge, RunAnswer, RunEstimate, RunPrompt } from '../../judging/index.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import type { JudgingPlan } from '../../../shared/contracts/index.ts'
import type { ArenaPlan } from './arena-plan.ts'

export interface DryRunWish {
  /** In place of the file's. */
  plan?: JudgingPlan | undefined
  judges?: readonly string[] | undefined
  seed: number
}

/**
 * What a run of an arena.yaml would do from the beginning and about what it would cost, without a database and without
 * a call; null when it has problems that leave nothing to count.
 * @throws {ProblemError} when there is no judge of a name
 */
export async function dryRun(
  { incoming, plan }: Pick<ArenaPlan, 'incoming' | 'plan'>,
  wish: DryRunWish,
  prices: PriceTable,
): Promise<RunEstimate | null> {
  if (!incoming) return null
  const { setUp } = incoming
  const contestants = new Map(incoming.contestants.map((one, id) => [one.name, { ...one, id }]))
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
  const types = new Map(setUp.providers.map(({ name, type }) => [name, type]))
  const makers = new Map(
    [...contestants.values()].flatMap(({ id, provider, model, system, template, params }) =>
      provider
        ? [
            [
              id,
              {
                providerType: types.get(provider)!,
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
  const { votesPerPair = null, baseline } = wish.plan ?? plan
  const judges: CurrentJudge[] = setUp.judges.map((judge, versionId) => ({ ...judge, versionId }))
  const answers = numbered([
    ...made(incoming, new Map(prompts.map(({ key, id }) => [key, id])), contestants),
    ...toMake([...makers.keys()], prompts),
  ])
  const failing = await failingByRule(setUp.checks, answers, (id) => prompts[id])
  return estimateRun(
    {
      prompts,
      makers,
      answers: answers.map((answer) => ({ ...answer, failing: failing.get(answer.id) ?? [] })),
      judges: chooseJudges(judges, wish.judges),
      checks: setUp.checks.map((spec) => ({ spec, checked: new Set<number>() })),
      existing: [],
      draw: {
        votesPerPair,
        baseline: baseline === undefined ? null : contestants.get(baseline)!.id,
        repeats: 1,
      },
      seed: wish.seed,
    },
    prices,
  )
}

type Unnumbered = Omit<RunAnswer, 'id'>

const numbered = (answers: readonly Unnumbered[]): RunAnswer[] =>
  answers.map((answer, id) => ({ ...answer, id }))

function made(
  { answers }: NonNullable<ArenaPlan['incoming']>,
  prompts: ReadonlyMap<string, number>,
  contestants: ReadonlyMap<string, { id: number }>,
): Unnumbered[] {
  return answers.map(({ prompt, contestant, text, turns, context = null }) => {
    const said = turns ?? [text ?? '']
    return {
      promptId: prompts.get(prompt)!,
      contestantId: contestants.get(contestant)!.id,
      text: measureAnswer(said).text_sha256,
      turns: said,
      context,
    }
  })
}

const toMake = (makers: readonly number[], prompts: readonly RunPrompt[]): Unnumbered[] =>
  makers.flatMap((contestantId) =>
    prompts.map(({ id: promptId, context }) => ({
      promptId,
      contestantId,
      text: `${contestantId} ${promptId}`,
      turns: null,
      context,
    })),
  )
