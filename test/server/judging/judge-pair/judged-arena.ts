/** Arenas whose answers and judgements come from the local model server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReceivedCall } from '../../../../workshop/model-server/wires.ts'
import { arenaForOperator, type Arena } from '../../../../server/arenas/index.ts'
import { importInto } from '../../../../server/transfer/index.ts'
import type { ImportedVote } from '../../../../server/transfer/import/arena-import.ts'
import { startRun, type NewJudge, type JudgingRequestSpec } from '../../../../server/judging/index.ts'
import { runProgress, type RunDeps } from '../../../../server/runs/index.ts'
import type { TestApp } from '../../../support/app.ts'
import type { ArenaSettings, Board, CheckSpec, JudgingProgress } from '../../../../shared/contracts/index.ts'
import { contestantWith, modelsAndJudges } from './models-and-judges.ts'

export const KEYS = { MODELS_KEY: 'sk-test-0123456789abcdefghij' }

export interface JudgedArenaOptions {
  slug?: string
  /** Address of the model server, for the protocol. */
  baseUrl: string
  type?: 'openai' | 'anthropic'
  apiKeyEnv?: string
  concurrency?: number
  contestants?: string[]
  prompts?: number
  judges?: Partial<NewJudge>[]
  checks?: CheckSpec[]
  /** Whether the arena counts as sent over HTTP to a server that calls public addresses alone. */
  publicOnly?: boolean
  /** Answers that are there already, instead of made by the provider. */
  answered?: boolean
  /** Answers to each prompt. */
  samples?: number
  /** Settings beside the number of answers. */
  settings?: ArenaSettings
  params?: Record<string, unknown>
  model?: string
  votes?: ImportedVote[]
}

/** Sets the arena up, or changes it: by the same verb as an arena.yaml. */
export async function setUpJudged(deps: RunDeps, options: JudgedArenaOptions): Promise<Arena> {
  const { slug = 'judged', contestants = ['amber', 'birch', 'cedar'], prompts = 4, checks = [] } = options
  const { answered = false, model = 'writer-1', params } = options
  const numbers = Array.from({ length: prompts }, (_, i) => i + 1)
  await importInto(deps, {
    arena: { slug, criteria: ['overall'] },
    contestants: contestants.map((name) =>
      contestantWith(name, { model: answered ? undefined : model, params }),
    ),
    prompts: numbers.map((n) => ({ key: `p${n}`, messages: [{ role: 'user', content: `Question ${n}?` }] })),
    answers: answered
      ? contestants.flatMap((contestant) =>
          numbers.map((n) => ({ prompt: `p${n}`, contestant, text: `${contestant} on ${n}`, turns: null })),
        )
      : [],
    votes: options.votes ?? [],
    setUp: {
      settings: { ...options.settings, ...(options.samples !== undefined && { samples: options.samples }) },
      ...(await modelsAndJudges({ rubric: 'overall', namedAfter: 'judge', ...options })),
      checks,
    },
  })
  return arenaForOperator(deps.db, slug)
}

export const start = (deps: RunDeps, arena: Arena, more: Partial<JudgingRequestSpec> = {}) =>
  startRun(deps, arena, { kind: 'run', spec: { plan: {}, seed: 1 }, ...more })

/** A check by a model of the arena's provider. */
export const checkByModel = (name: string, question: string, required?: boolean): CheckSpec => ({
  name,
  kind: 'llm',
  provider: 'models',
  model: 'checker-1',
  params: {},
  question,
  ...(required && { required }),
})

/** Waits until the arena's run is none of `running`, or until it is as `when` says. */
export async function progressWhen(
  deps: RunDeps,
  arena: Arena,
  when?: (progress: JudgingProgress) => boolean,
): Promise<JudgingProgress> {
  // progress takes many queries: frequent requests delay the judging that this waits for
  while (!when && (await isRunning(deps, arena))) await sleep(30)
  for (;;) {
    const progress = (await runProgress(deps, arena.id))!
    if (when ? when(progress) : progress.status !== 'running') return progress
    await sleep(40)
  }
}

async function isRunning({ db }: RunDeps, { id }: Arena): Promise<boolean> {
  const runs = db.selectFrom('runs').select('status').where('arena_id', '=', id)
  const latest = await runs.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return latest?.status === 'running'
}

export type Pick = (call: ReceivedCall) => 'first' | 'second' | 'tie' | 'both_bad'

/** What contestants and judges say: contestants their name, judges what `pick` has them say. */
export const modelsThat =
  (pick: Pick) =>
  (call: ReceivedCall): string => {
    if (!call.schema)
      return `I am ${/You are (\w+)/.exec(call.system ?? '')?.[1]}: ${call.messages.at(-1)!.content}`
    return verdict(call, pick(call))
  }

export function verdict({ schema }: ReceivedCall, word: string): string {
  const keys = Object.keys((schema as { properties: object }).properties)
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, { reason: 'It is.', verdict: word }])))
}

/** The names of those who answered, in the order shown. */
export const shownIn = ({ messages }: ReceivedCall): string[] =>
  [...messages.at(-1)!.content.matchAll(/(?:I am )?(amber|birch|cedar|dogwood|elm)\b(?:: | on )/g)].map(
    ([, name]) => name!,
  )

/** The first in the alphabet wins on either side. */
export const alphabetically: Pick = (call) => {
  const [one, other] = shownIn(call)
  return one! < other! ? 'first' : 'second'
}

/** Sets an arena up and runs it to its end. */
export async function judged(
  deps: RunDeps,
  options: JudgedArenaOptions,
  more: Partial<JudgingRequestSpec> = {},
): Promise<Arena> {
  const arena = await setUpJudged(deps, options)
  await start(deps, arena, more)
  const { status, cause } = await progressWhen(deps, arena)
  if (status !== 'done') throw new Error(`the run is ${status}: ${cause}`)
  return arena
}

/** The votes that stand, by judge, winner and consistency. */
export async function votesOf({ db }: RunDeps, { id }: Arena) {
  const { rows } = await sql<{ judge: string; winner: string | null; inconsistent: boolean; votes: number }>`
    select v.voter as judge, c.name as winner, v.inconsistent, count(*)::int as votes
    from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    left join contestants c on c.arena_id = b.arena_id
      and c.id = case v.outcome when 'left' then b.left_contestant_id when 'right' then b.right_contestant_id end
    where v.arena_id = ${id} and v.source = 'judge'
      and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** The calls on record, by how they ended. */
export async function callsOf({ db }: RunDeps, { id }: Arena, purpose = 'judgement') {
  const { rows } = await sql<{ status: string; cause: string | null; calls: number }>`
    select status, split_part(cause, ':', 1) as cause, count(*)::int as calls from calls
    where arena_id = ${id} and purpose = ${purpose} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** The judges' board as it is served. */
export async function boardOf(app: TestApp, { slug }: Arena): Promise<Board> {
  return await app.json<Board>(`/api/arenas/${slug}/leaderboard?source=judges`)
}
