import { slugify } from '../../shared/sentence/slug.ts'
import { MAX_CONTESTANTS } from '../../shared/contracts/limits.ts'
import { msg } from '../../shared/messages/index.ts'
import { incrementRevision } from '../arenas/index.ts'
import { chunks } from '../platform/postgres/rows.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Trx } from '../platform/schema.ts'
import {
  type Contestant,
  type NewContestant,
  selectContestants,
  type DescribedContestant,
  modelFamily,
} from './contestant.ts'
import { isDeepStrictEqual } from 'node:util'

/**
 * Adds a contestant for each name that the arena does not have; others stay unchanged. Two spellings of the same letters,
 * such as é as one character or two, are one contestant.
 * @returns all contestants of the arena by name, and by the given spellings of it
 * @throws {ProblemError} if the arena would have too many
 */
export async function ensureContestants(
  trx: Trx,
  arenaId: number,
  newContestants: Iterable<NewContestant>,
): Promise<Map<string, Contestant>> {
  const byName = new Map(
    (await selectContestants(trx, arenaId)).map((contestant) => [contestant.name, contestant]),
  )
  const byForm = new Map(
    [...byName.values()].map((contestant) => [contestant.name.normalize('NFC'), contestant]),
  )
  const usedSlugs = new Set([...byName.values()].map(({ slug }) => slug))
  /** By form, for names that are new; and every spelling that is not stored. */
  const missing = new Map<string, Required<NewContestant>>()
  const spellings = new Set<string>()
  for (const { name, slug, model = null, system = null } of newContestants) {
    if (byName.has(name) || spellings.has(name)) continue
    spellings.add(name)
    const form = name.normalize('NFC')
    if (byForm.has(form) || missing.has(form)) continue
    const contestantSlug = slug && !usedSlugs.has(slug) ? slug : freeSlug(name, usedSlugs)
    usedSlugs.add(contestantSlug)
    missing.set(form, { name: form, slug: contestantSlug, model, system })
  }
  const count = byForm.size + missing.size
  if (missing.size > 0 && count > MAX_CONTESTANTS)
    throw new ProblemError('invalid_request', msg('contestants_many', { count, most: MAX_CONTESTANTS }))
  for (const part of chunks([...missing.values()]))
    for (const contestant of await insertContestants(trx, arenaId, part))
      byForm.set(contestant.name, contestant)
  if (missing.size > 0) await incrementRevision(trx, arenaId)
  for (const name of spellings) byName.set(name, byForm.get(name.normalize('NFC'))!)
  return byName
}

/** It leaves room for the number of a name whose address is taken. */
const LONGEST_SLUG = 58

/** The form of a name for addresses: at most 64 of a-z, 0-9 and hyphens, and different from those already taken. */
function freeSlug(name: string, usedSlugs: ReadonlySet<string>): string {
  const plain = slugify(name, LONGEST_SLUG) || 'contestant'
  let slug = plain
  for (let n = 2; usedSlugs.has(slug); n++) slug = `${plain}-${n}`
  return slug
}

const insertContestants = (
  trx: Trx,
  arenaId: number,
  contestants: Required<NewContestant>[],
): Promise<Contestant[]> =>
  trx
    .insertInto('contestants')
    .values(contestants.map((contestant) => ({ arena_id: arenaId, ...contestant, retired_at: null })))
    .returningAll()
    .execute()

/**
 * Adds these contestants, or updates those of the same name; others stay unchanged. The caller must check that answers
 * which were seen still match their contestant.
 * @returns all contestants of the arena by name
 */
export async function describeContestants(
  trx: Trx,
  arenaId: number,
  described: readonly DescribedContestant[],
): Promise<Map<string, Contestant>> {
  const byName = await ensureContestants(trx, arenaId, described)
  let changed = false
  for (const newContestant of described) {
    const standing = byName.get(newContestant.name)!
    const {
      provider = null,
      model = null,
      system = null,
      template = null,
      params = {},
      owner = null,
    } = newContestant
    const family = newContestant.family ?? modelFamily(model)
    const control_of = newContestant.controlOf ?? null
    const factors = newContestant.factors ?? {}
    const description = { provider, model, system, template, params, owner, family, control_of, factors }
    if (isDeepStrictEqual({ ...standing, ...description }, standing)) continue
    byName.set(newContestant.name, await updateDescription(trx, arenaId, standing.id, description))
    changed = true
  }
  if (changed) await incrementRevision(trx, arenaId)
  return byName
}

async function updateDescription(
  trx: Trx,
  arenaId: number,
  id: number,
  { params, factors, ...rest }: Omit<Contestant, 'arena_id' | 'id' | 'slug' | 'name' | 'retired_at'>,
): Promise<Contestant> {
  return trx
    .updateTable('contestants')
    .set({ ...rest, params: JSON.stringify(params), factors: JSON.stringify(factors) })
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
