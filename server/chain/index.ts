/**
 * Chain: a digest of the facts of each day (votes, retractions, quarantines, releases), chained with the day before and
 * published. What changes later in a published day can be found. Digests and leaves are only ever added. A leaf names a
 * voter by a salted hash alone and holds no text, so both can be erased.
 */
import { closeDays, requestChain, CHAIN_TASK } from './close-days.ts'
import { forgetCommitted, selectDigests, type StoredDigest } from './stored-facts.ts'
import { Hono } from 'hono'
import { ChainDigests, DigestsRequest } from '../../shared/contracts/index.ts'
import { ofReader, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'

export { closeDays }
export { commitmentOf, DayDigest, leafOf } from './leaf.ts'
export type { VoteFact } from './leaf.ts'
export { FACT_COLUMNS, listFacts } from './list-facts.ts'

export const chainRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/api/arenas/:arena/digests',
    describeRoute({
      summary: 'The digests of the arena, one for each day (UTC) that has ended, chained, newest first.',
      responses: { 200: jsonBody('A page of digests, and where the next page begins.', ChainDigests) },
    }),
    checked('query', DigestsRequest),
    ofReader(deps),
    async (c) => c.json(await readDigests(deps, c.var.arena, c.req.valid('query'))),
  )

const DAY_MS = 86_400_000

/** The published digests of an arena, newest first. */
async function readDigests(
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

export const chain = {
  routes: chainRoutes,
  tasks: { [CHAIN_TASK]: closeDays },
  /** Ten past midnight UTC: after the votes that were being recorded at midnight. */
  crontab: `10 0 * * * ${CHAIN_TASK}`,
  beforeWork: requestChain,
  afterErasedVoter: forgetCommitted,
}
