import type { ChainDigests, DigestsRequest } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectDigests } from './queries.ts'
import type { StoredDigest } from './queries.ts'

const DAY_MS = 86_400_000

/** The published digests of an arena, newest first. */
export async function readDigests(
  { db }: Pick<Deps, 'db'>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  { before, limit }: DigestsRequest,
): Promise<ChainDigests> {
  const rows = await selectDigests(db, id, limit + 1, before)
  const digests = rows.slice(0, limit).map(digestOf)
  return { arena: slug, digests, before: rows.length > limit ? digests.at(-1)!.day : null }
}

/** The newest digest with its day, as one text; null: no day has ended yet. */
export async function newestDigest(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<Arena, 'id'>,
): Promise<string | null> {
  const [newest] = await selectDigests(db, id, 1)
  return newest ? `${newest.day} ${newest.digest}` : null
}

function digestOf({ madeAt, ...row }: StoredDigest) {
  const endOfDay = Date.parse(`${row.day}T00:00:00Z`) + DAY_MS
  return { ...row, madeAt: madeAt.toISOString(), madeLater: madeAt.getTime() - endOfDay > DAY_MS }
}
