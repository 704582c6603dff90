import { isDeepStrictEqual } from 'node:util'
import type { KindOfChange, CheckSpec } from '../../../shared/contracts/index.ts'
import { currentJudges, type CurrentJudge } from '../../judging/index.ts'
import { hashRubric } from '../../rubrics/index.ts'
import type { Selectable } from 'kysely'
import { selectProviders, type Arena } from '../../arenas/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import type { Db } from '../../platform/schema.ts'
import type { ProviderTable } from '../../arenas/tables.ts'
import type { PromptTable } from '../../prompts/tables.ts'

/** Named parts of an arena, each as keys and values of arena.yaml. */
type NamedParts = ReadonlyMap<string, Record<string, unknown>>
type Kind = KindOfChange['of']

/** How many of a kind are listed by name. */
const MOST_NAMED = 20

/**
 * What was added, changed, removed and restored between two states of an arena, by kind, in the words of arena.yaml.
 */
export function changesBetween(before: ArenaState, after: ArenaState): KindOfChange[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  return (Object.keys(now) as Kind[]).flatMap((of) => changesOf(of, old[of], now[of]))
}

function changesOf(kind: Kind, oldParts: NamedParts, newParts: NamedParts): KindOfChange[] {
  const changes: Record<KindOfChange['how'], KindOfChange['items']> = {
    added: [],
    changed: [],
    removed: [],
    restored: [],
  }
  for (const [name, part] of newParts) {
    const { [IN_USE]: isUsed, ...keys } = part
    const { [IN_USE]: wasUsed, ...before } = oldParts.get(name) ?? {}
    const others = Object.keys(keys).filter((key) => !isDeepStrictEqual(keys[key], before[key]))
    if (!oldParts.has(name)) changes.added.push({ name, keys: [] })
    else if (isUsed !== wasUsed) changes[isUsed ? 'restored' : 'removed'].push({ name, keys: [] })
    else if (others.length > 0) changes.changed.push({ name, keys: others })
  }
  for (const name of oldParts.keys()) if (!newParts.has(name)) changes.removed.push({ name, keys: [] })
  return Object.entries(changes).flatMap(([how, items]) =>
    items.length === 0
      ? []
      : [
          {
            of: kind,
            how: how as KindOfChange['how'],
            count: items.length,
            items: items.slice(0, MOST_NAMED),
          },
        ],
  )
}

/** The key for whether a stored part is shown and judged. */
const IN_USE = 'in use'

function partsOf({
  arena,
  contestants,
  prompts,
  judges,
  checks,
  providers,
}: ArenaState): Record<Kind, NamedParts> {
  const { title, description, visibility, criteria, settings } = arena
  const fields = { title, description, visibility, criteria, ...NO_SETTINGS, ...settings }
  return {
    arena: new Map(Object.entries(fields).map(([key, value]) => [key, { [key]: value }])),
    contestants: new Map(
      contestants.map(
        ({ name, provider, model, system, template, params, owner, family, control_of, factors }) => [
          name,
          { provider, model, system, template, params, owner, family, controlOf: control_of, factors },
        ],
      ),
    ),
    prompts: new Map(
      prompts.map(
        ({ key, messages, category, unit_group: group, reference, variables, context, retired_at }) => [
          key,
          { messages, category, group, reference, variables, context, [IN_USE]: retired_at === null },
        ],
      ),
    ),
    judges: new Map(
      judges.map(({ name, versionId: _, rubric, rubricSha256: __, listSize, ...judge }) => [
        name,
        {
          ...judge,
          rubric: hashRubric({ ...rubric, judgePrompts: {} }),
          judge_prompt: rubric.judgePrompts[judge.form],
          answers: listSize,
        },
      ]),
    ),
    checks: new Map(checks.map(({ name, ...check }) => [name, check])),
    providers: new Map(providers.map(({ name, arena_id: _, ...provider }) => [name, inWords(provider)])),
  }
}

const NO_SETTINGS = {
  plan: undefined,
  trust: undefined,
  gate: undefined,
  sampling: undefined,
  samples: undefined,
  anomalies: undefined,
  proofOfWork: undefined,
  webAnswers: undefined,
  live: undefined,
  voterCap: undefined,
  closes: undefined,
  leaks: undefined,
  budgetUsd: undefined,
}

const inWords = ({
  type,
  base_url,
  api_key_env,
  concurrency,
  requests_per_minute,
  options: { folder: _, ...options },
}: Omit<ArenaState['providers'][number], 'name' | 'arena_id' | 'public_only'>) => ({
  type,
  [type === 'http' ? 'url' : 'baseUrl']: base_url,
  apiKeyEnv: api_key_env,
  concurrency,
  requestsPerMinute: requests_per_minute,
  ...options,
})

/** The stored state of an arena, as far as an arena.yaml describes it. */
export interface ArenaState {
  arena: Arena
  contestants: Contestant[]
  prompts: StandingPrompt[]
  judges: CurrentJudge[]
  checks: CheckSpec[]
  providers: Selectable<ProviderTable>[]
}

/** Reads what is stored of an arena now; the arena itself is taken as given. */
export async function stateOf(db: Db, arena: Arena): Promise<ArenaState> {
  // one after another: a transaction has one connection
  const contestants = await selectStandingContestants(db, arena.id)
  const prompts = await selectStandingPrompts(db, arena.id)
  const judges = await currentJudges(db, arena.id)
  const checks = await selectStandingChecks(db, arena.id)
  const providers = await selectProviders(db, arena.id)
  return { arena, contestants, prompts, judges, checks, providers }
}

/** In the order in which they came. */
const selectStandingContestants = (db: Db, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** In the order in which they came. */
const selectStandingPrompts = (db: Db, arenaId: number): Promise<StandingPrompt[]> =>
  db.selectFrom('prompts').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** The checks in use. */
async function selectStandingChecks(db: Db, arenaId: number): Promise<CheckSpec[]> {
  const rows = await db
    .selectFrom('checks')
    .select('spec')
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ spec }) => spec)
}

export type StandingPrompt = Selectable<PromptTable>
