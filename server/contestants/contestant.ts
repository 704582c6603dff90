import type { Selectable } from 'kysely'
import type { ContestantDescription } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database, Db } from '../platform/schema.ts'
import { shortList, msg } from '../../shared/messages/index.ts'

export type Contestant = Selectable<Database['contestants']>

export interface NewContestant {
  name: string
  slug?: string
  model?: string | null | undefined
  system?: string | null | undefined
}

/** A contestant as arena.yaml describes it. */
export interface DescribedContestant extends NewContestant {
  /** The name of a provider of the arena; null if its answers were made elsewhere. */
  provider?: string | null | undefined
  template?: string | null | undefined
  params?: Record<string, unknown> | undefined
  owner?: string | null | undefined
  /** The family of its model, like `gpt` or `claude`; judges may prefer their own family. */
  family?: string | null | undefined
  /** The name of the contestant that this one is a copy of. */
  controlOf?: string | null | undefined
  /** Its level of each ingredient, in the order of the design. */
  factors?: Record<string, string> | undefined
}

/** The public description of a contestant. */
export const contestantDescription = (contestant: Contestant): ContestantDescription => ({
  slug: contestant.slug,
  name: contestant.name,
  retiredAt: contestant.retired_at?.toISOString() ?? null,
  provider: contestant.provider,
  model: contestant.model,
  system: contestant.system,
  template: contestant.template,
  params: contestant.params,
  owner: contestant.owner,
  family: contestant.family,
  controlOf: contestant.control_of,
  factors: contestant.factors,
})

/** All contestants of an arena, sorted by name. */
export async function listContestants(db: Db, arena: Pick<Arena, 'id'>): Promise<ContestantDescription[]> {
  return (await selectContestants(db, arena.id)).map(contestantDescription)
}

/** @throws {ProblemError} contestant_unknown */
export async function contestantWithSlug(
  db: Db,
  arena: Pick<Arena, 'id' | 'slug'>,
  slug: string,
): Promise<Contestant> {
  const contestant = (await selectContestants(db, arena.id)).find((candidate) => candidate.slug === slug)
  return contestant ?? refuseUnknownContestant(db, arena, slug)
}

/** @throws {ProblemError} contestant_unknown, with what is near this slug */
export async function refuseUnknownContestant(
  db: Db,
  { id, slug: arena }: Pick<Arena, 'id' | 'slug'>,
  slug: string,
): Promise<never> {
  const slugs = shortList(
    (await selectContestants(db, id)).map((contestant) => contestant.slug),
    slug,
  )
  throw new ProblemError(
    'contestant_unknown',
    msg('unknown_name', { arena, kind: 'contestant', name: slug, there: slugs }),
  )
}

export const selectContestants = (db: Db, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()

/** The contestants with ingredients, in the order in which they came. */
export const selectFactors = async (db: Db, arenaId: number) =>
  (
    await db
      .selectFrom('contestants')
      .select(['name', 'factors'])
      .where('arena_id', '=', arenaId)
      .orderBy('id')
      .execute()
  ).filter(({ factors }) => Object.keys(factors).length > 0)

/** Families of models by how their names begin, after a gateway's prefix (`vendor/model`). */
const FAMILIES: readonly [RegExp, string][] = [
  [/^(?:gpt|chatgpt|o\d|davinci|ft:gpt)/, 'gpt'],
  [/^claude/, 'claude'],
  [/^(?:gemini|gemma|palm)/, 'gemini'],
  [/^(?:meta-)?llama/, 'llama'],
  [/^(?:open-)?(?:mistral|mixtral|ministral|codestral|magistral)/, 'mistral'],
  [/^(?:qwen|qwq)/, 'qwen'],
  [/^deepseek/, 'deepseek'],
  [/^grok/, 'grok'],
  [/^command/, 'command'],
  [/^phi/, 'phi'],
  [/^(?:kimi|moonshot)/, 'kimi'],
  [/^(?:glm|chatglm)/, 'glm'],
  [/^nova/, 'nova'],
]

/** A first word with a version right after it, or with a size in billions later: EXAONE-3.5, Falcon Instruct (7B). */
const FIRST_WORD = /^([a-z]{3,})(?:[-_ ]?\d|.*\b\d+(?:\.\d+)?b\b)/
const NO_FAMILY = /^(?:model|judge|prompt|variant|version|system|answer|reply|test|baseline)s?$/

/** The family of a model by its name: a known one, otherwise its first word; null if the name is no model's. */
export function modelFamily(model: string | null): string | null {
  if (model === null) return null
  const name = model.toLowerCase().split('/').at(-1)!
  const known = FAMILIES.find(([begins]) => begins.test(name))?.[1]
  const word = FIRST_WORD.exec(name)?.[1]
  return known ?? (word !== undefined && !NO_FAMILY.test(word) ? word : null)
}

/** What determines the family: the given family, otherwise the model's name, otherwise the contestant's name. */
interface OfAFamily {
  name: string
  model: string | null
  family: string | null
}

/** The family of a contestant or judge; null if it is unknown. */
export const contestantFamily = ({ family, model, name }: OfAFamily): string | null =>
  family ?? modelFamily(model ?? name)
