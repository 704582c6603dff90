import { setTimeout as sleep } from 'node:timers/promises'
import { arenaForOperator, type NewProvider } from '../../server/arenas/index.ts'
import { startRun, type NewJudge } from '../../server/judging/index.ts'
import { runProgress, type RunDeps } from '../../server/runs/index.ts'
import type { JudgingProgress } from '../../shared/contracts/index.ts'
import { readRubric, rubricPath } from '../../server/rubrics/index.ts'
import type { Deps } from '../../server/platform/deps.ts'
import { importInto } from '../../server/transfer/index.ts'

interface JudgedAnswers {
  slug: string
  contestants: readonly string[]
  prompts: number
  /** The answer of a contestant to a prompt. */
  text: (contestant: string, prompt: string) => string
  /** Where the model of the judge answers. */
  provider: Pick<NewProvider, 'type' | 'base_url' | 'api_key_env' | 'concurrency'>
  judge: Pick<NewJudge, 'name' | 'model' | 'params'>
}

/** Imports an arena in which every contestant answers every prompt, and one judge compares the answers pair by pair. */
export async function importJudgedAnswers(
  deps: Deps,
  { slug, contestants, prompts, text, provider, judge }: JudgedAnswers,
): Promise<void> {
  const { rubric, sha256 } = await readRubric(rubricPath('overall', '.'))
  const keys = Array.from({ length: prompts }, (_, i) => `prompt ${i + 1}`)
  await importInto(deps, {
    arena: { slug },
    contestants: contestants.map((name) => ({ name })),
    prompts: keys.map((key) => ({ key, messages: [{ role: 'user', content: `What of ${key}?` }] })),
    answers: contestants.flatMap((contestant) =>
      keys.map((prompt) => ({ prompt, contestant, text: text(contestant, prompt), turns: null })),
    ),
    votes: [],
    setUp: {
      settings: {},
      providers: [{ name: 'local', requests_per_minute: null, ...provider }],
      judges: [
        {
          provider: 'local',
          rubric,
          rubricSha256: sha256,
          criteria: null,
          categories: null,
          family: null,
          form: 'pairwise',
          listSize: 4,
          ask: 'together',
          ...judge,
        },
      ],
      checks: [],
    },
  })
}

/**
 * Starts or continues judging all pairs of an arena, and waits until it ends, or until so many seconds have passed.
 * @returns its progress then
 */
export async function judgeAll(
  deps: RunDeps,
  slug: string,
  { seconds, ...budget }: { budgetUsd: number | null; retryFailed?: boolean; seconds: number },
): Promise<JudgingProgress> {
  const arena = await arenaForOperator(deps.db, slug)
  await startRun(deps, arena, { kind: 'judge', spec: { plan: {}, seed: 1 }, ...budget })
  const until = performance.now() + seconds * 1000
  for (;;) {
    await sleep(100)
    const progress = (await runProgress(deps, arena.id))!
    if (progress.status !== 'running' || performance.now() > until) return progress
  }
}
