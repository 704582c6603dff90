/** Arenas whose contestants are held against references by judges of the local model server. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import { arenaForOperator, type Arena } from '../../../server/arenas/index.ts'
import { contestantNamed } from '../../../server/comparisons/index.ts'
import {
  ChallengeStopped,
  challengeOutcome,
  describeClimb,
  startChallenge,
  type ChallengeRequest,
} from '../../../server/challenges/index.ts'
import { importInto, promptsOfPosts } from '../../../server/transfer/index.ts'
import type { NewJudge } from '../../../server/judging/index.ts'
import type { RunDeps } from '../../../server/runs/index.ts'
import type { withModels } from '../judging/judge-pair/with-models.ts'
import { ProblemError } from '../../../server/platform/problem.ts'
import { CHALLENGE_GATE } from '../../../shared/stats/compare/gates.ts'
import { contestantWith, modelsAndJudges } from '../judging/judge-pair/models-and-judges.ts'

interface ClimbOptions {
  slug: string
  baseUrl: string
  /** References by key of the prompt; `n`: p1 to pn. Null: a prompt without one. */
  references?: number | Record<string, string | null>
  category?: string
  contestants?: string[]
  /** Those of them whose answers are made by the models. */
  made?: string[]
  /** Texts instead of `<contestant> on <key>`; null: no answer. */
  texts?: Record<string, Record<string, string | null>>
  judges?: Partial<NewJudge>[]
  rubric?: string
  /** Texts whose middle is asked for, by key, in place of questions with references. */
  posts?: Record<string, string>
  apiKeyEnv?: string
}

/** Sets the arena up, or changes it. */
export async function setUpClimb(deps: RunDeps, options: ClimbOptions): Promise<Arena> {
  const {
    slug,
    references = 6,
    contestants = ['amber', 'birch', 'cedar'],
    texts = {},
    made = [],
    category = null,
  } = options
  const byKey =
    typeof references === 'number'
      ? Object.fromEntries(Array.from({ length: references }, (_, i) => [`p${i + 1}`, `Gold ${i + 1}.`]))
      : references
  const middles = promptsOfPosts(
    Object.entries(options.posts ?? {}).map(([file, text]) => ({ file, text })),
    1,
  ).prompts.map(({ id, ...prompt }) => ({ key: id, category, ...prompt }))
  const prompts =
    middles.length > 0
      ? middles
      : Object.keys(byKey).map((key) => ({
          key,
          category,
          messages: [{ role: 'user' as const, content: `Question ${key}?` }],
          reference: byKey[key],
        }))
  const keys = prompts.map(({ key }) => key)
  await importInto(deps, {
    arena: { slug, criteria: ['closeness'] },
    contestants: contestants.map((one) =>
      contestantWith(one, made.includes(one) ? { model: 'writer-1' } : {}),
    ),
    prompts,
    answers: contestants
      .filter((one) => !made.includes(one))
      .flatMap((contestant) =>
        keys.flatMap((prompt) => {
          const text = texts[contestant]?.[prompt]
          return text === null
            ? []
            : [{ prompt, contestant, text: text ?? `${contestant} on ${prompt}`, turns: null }]
        }),
      ),
    votes: [],
    setUp: {
      settings: {},
      ...(await modelsAndJudges({ rubric: 'reference', namedAfter: 'gold', ...options })),
      checks: [],
    },
  })
  return arenaForOperator(deps.db, slug)
}

/** Challenges by names, as the terminal does; `waited` hears when another challenge is waited for. */
export async function tryAt(
  deps: RunDeps,
  arena: Arena,
  {
    incumbent,
    challenger,
    waited = () => undefined,
    ...more
  }: { incumbent?: string; challenger: string; waited?: () => void } & Partial<
    Omit<ChallengeRequest, 'incumbent' | 'challenger'>
  >,
) {
  const named = (name: string) => contestantNamed(deps.db, arena, name)
  const request = {
    incumbent: incumbent === undefined ? undefined : await named(incumbent),
    challenger: await named(challenger),
    gate: { ...CHALLENGE_GATE, holdOut: false },
    budgetUsd: null,
    ...more,
  }
  const started = () =>
    startChallenge(deps, arena, request).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'challenge_under_way') return null
      throw error
    })
  let id = await started()
  if (id === null) waited()
  for (; id === null; id = await started()) await sleep(20)
  for (;;) {
    const outcome = await challengeOutcome(deps, arena, id).catch((error: unknown) => {
      if (!(error instanceof ChallengeStopped && error.stopped === 'running')) throw error
    })
    if (outcome) return outcome
    await sleep(20)
  }
}

/** The prompt that a judge is asked about. */
export const promptIn = ({ messages }: ReceivedCall): string =>
  /Question (\w+)\?/.exec(messages.at(-1)!.content)![1]

/** The climbs of a file, which go on in the app of its rig. */
export const climbsOf = ({ app, models }: Pick<ReturnType<typeof withModels>, 'app' | 'models'>) => ({
  setUp: (slug: string, more: Partial<ClimbOptions> = {}) =>
    setUpClimb(app.deps, { slug, baseUrl: models.openAiUrl, ...more }),
  tryAt: (arena: Arena, wish: Parameters<typeof tryAt>[2]) => tryAt(app.deps, arena, wish),
  logOf: async (arena: Arena) =>
    (await describeClimb(app.deps, arena, { withTexts: true, withHeldOut: true })).attempts,
})
