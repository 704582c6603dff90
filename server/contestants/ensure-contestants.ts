import type { Transaction } from 'kysely'
import { MOST_CONTESTANTS } from '../../shared/contracts/limits.ts'
import { msg } from '../../shared/messages/index.ts'
import { touchArena } from '../arenas/index.ts'
import { chunks } from '../platform/chunks.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import type { Contestant, NewContestant } from './contestant.ts'
import { insertContestants, selectContestants } from './queries.ts'

/**
 * Adds a contestant for each name that the arena does not have; others stay unchanged.
 * @returns all contestants of the arena by name
 * @throws {ProblemError} if the arena would have too many
 */
export async function ensureContestants(
  trx: Transaction<Database>,
  arenaId: number,
  newContestants: Iterable<NewContestant>,
): Promise<Map<string, Contestant>> {
  const byName = new Map((await selectContestants(trx, arenaId)).map((one) => [one.name, one]))
  const usedSlugs = new Set([...byName.values()].map(({ slug }) => slug))
  const missing: Required<NewContestant>[] = []
  const seen = new Set<string>()
  for (const { name, slug, model = null, system = null } of newContestants) {
    if (byName.has(name) || seen.has(name)) continue
    seen.add(name)
    const own = slug && !usedSlugs.has(slug) ? slug : freeSlug(name, usedSlugs)
    usedSlugs.add(own)
    missing.push({ name, slug: own, model, system })
  }
  if (missing.length === 0) return byName
  const count = byName.size + missing.length
  if (count > MOST_CONTESTANTS)
    throw new ProblemError('invalid_request', msg('contestants_many', { count, most: MOST_CONTESTANTS }))
  for (const part of chunks(missing))
    for (const one of await insertContestants(trx, arenaId, part)) byName.set(one.name, one)
  await touchArena(trx, arenaId)
  return byName
}

/** The form of a name for addresses: at most 64 of a-z, 0-9 and hyphens, and different from those already taken. */
function freeSlug(name: string, usedSlugs: ReadonlySet<string>): string {
  const plain =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 58) || 'contestant'
  let slug = plain
  for (let n = 2; usedSlugs.has(slug); n++) slug = `${plain}-${n}`
  return slug
}
