import { isDeepStrictEqual } from 'node:util'
import type { KindOfChange } from '../../../shared/contracts/index.ts'
import type { ArenaState } from './state-of.ts'

/** What has a name, as the keys of arena.yaml that say it. */
type Things = ReadonlyMap<string, Record<string, unknown>>
type Kind = KindOfChange['of']

/** How many of a kind are told by name. */
const TOLD = 20

/** What of an arena another state has added, changed and taken out of use, kind by kind, in the words of arena.yaml. */
export function changesBetween(before: ArenaState, after: ArenaState): KindOfChange[] {
  const [old, now] = [thingsOf(before), thingsOf(after)]
  return (Object.keys(now) as Kind[]).flatMap((of) => changesOf(of, old[of], now[of]))
}

function changesOf(of: Kind, old: Things, now: Things): KindOfChange[] {
  const found: Record<KindOfChange['how'], KindOfChange['items']> = {
    added: [],
    changed: [],
    removed: [],
    restored: [],
  }
  for (const [name, thing] of now) {
    const { [IN_USE]: isUsed, ...keys } = thing
    const { [IN_USE]: wasUsed, ...before } = old.get(name) ?? {}
    const others = Object.keys(keys).filter((key) => !isDeepStrictEqual(keys[key], before[key]))
    if (!old.has(name)) found.added.push({ name, keys: [] })
    else if (isUsed !== wasUsed) found[isUsed ? 'restored' : 'removed'].push({ name, keys: [] })
    else if (others.length > 0) found.changed.push({ name, keys: others })
  }
  for (const name of old.keys()) if (!now.has(name)) found.removed.push({ name, keys: [] })
  return Object.entries(found).flatMap(([how, items]) =>
    items.length === 0
      ? []
      : [{ of, how: how as KindOfChange['how'], count: items.length, items: items.slice(0, TOLD) }],
  )
}

/** Whether a thing that stays is shown and judged. */
const IN_USE = 'in use'

function thingsOf({
  arena,
  contestants,
  prompts,
  judges,
  checks,
  providers,
}: ArenaState): Record<Kind, Things> {
  const { title, description, visibility, criteria, settings } = arena
  const said = { title, description, visibility, criteria, ...NO_SETTINGS, ...settings }
  return {
    arena: new Map(Object.entries(said).map(([key, value]) => [key, { [key]: value }])),
    contestants: new Map(
      contestants.map(({ name, provider, model, system, template, params, owner, family, control_of }) => [
        name,
        { provider, model, system, template, params, owner, family, controlOf: control_of },
      ]),
    ),
    prompts: new Map(
      prompts.map(({ key, messages, category, reference, variables, context, retired_at }) => [
        key,
        { messages, category, reference, variables, context, [IN_USE]: retired_at === null },
      ]),
    ),
    judges: new Map(
      judges.map(({ name, versionId: _, rubric: __, rubricSha256, listSize, ...judge }) => [
        name,
        { ...judge, rubric: rubricSha256, answers: listSize },
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
  budgetUsd: undefined,
}

const inWords = ({
  type,
  base_url,
  api_key_env,
  concurrency,
  requests_per_minute,
}: Omit<ArenaState['providers'][number], 'name' | 'arena_id'>) => ({
  type,
  baseUrl: base_url,
  apiKeyEnv: api_key_env,
  concurrency,
  requestsPerMinute: requests_per_minute,
})
