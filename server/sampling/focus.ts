import type { Pool } from './pool.ts'
import { anyOpenPrompt, samplePair, type Draw } from './sample-pair.ts'
import { queryColumn, queryValue } from '../platform/postgres/query.ts'
import { viewKey } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Db } from '../platform/schema.ts'

/** The share of battles that are drawn among contenders alone. The others are drawn among all contestants. */
const FOCUS_SHARE = 0.5

/**
 * Draws a pair with focus. With probability ½ it is uniform over all open pairs, otherwise uniform over the open pairs of
 * two contenders. Prompt and sides are drawn as in `samplePair`. Without an open pair of contenders, and if nobody else
 * has one, all draws are uniform.
 * @param contenders ids of the contestants that may still be first
 * @param seenPairs keys of the pairs that this voter has seen
 * @param random uniform in [0, 1)
 * @returns the draw with the probability of its pair, given what is open; null if no pair is open
 */
export function sampleWithFocus(
  pool: Pool,
  contenders: ReadonlySet<number>,
  seenPairs: ReadonlySet<string>,
  random: () => number,
): Draw | null {
  const focused = contenderPool(pool, contenders)
  const [all, contenderPairs] = [countOpenPairs(pool, seenPairs), countOpenPairs(focused, seenPairs)]
  const isFocused = contenderPairs > 0 && contenderPairs < all && random() < FOCUS_SHARE
  const draw = samplePair(isFocused ? focused : pool, seenPairs, random)
  if (!draw) return null
  const isAmong = contenders.has(draw.left.contestantId) && contenders.has(draw.right.contestantId)
  return { ...draw, pairProbability: focusProbability(isAmong, all, contenderPairs) }
}

/**
 * The probability of one open pair.
 * @param isAmong whether both are contenders
 * @param all how many pairs are open
 * @param among how many of them are pairs of contenders
 */
function focusProbability(isAmong: boolean, all: number, among: number): number {
  if (among === 0 || among === all) return 1 / all
  return (1 - FOCUS_SHARE) / all + (isAmong ? FOCUS_SHARE / among : 0)
}

interface Narrowed {
  contenders: ReadonlySet<number>
  pool: Pool
}

const lastNarrowed = new WeakMap<Pool, Narrowed>()

/** The pool with the contenders alone; the same object for the same contenders, so that its pairs are counted once. */
function contenderPool(pool: Pool, contenders: ReadonlySet<number>): Pool {
  const last = lastNarrowed.get(pool)
  if (last && isSameSet(last.contenders, contenders)) return last.pool
  const places = pool.contestants.flatMap((id, place) => (contenders.has(id) ? [place] : []))
  const narrow: Pool = {
    contestants: places.map((place) => pool.contestants[place]),
    answers: places.map((place) => pool.answers[place]),
  }
  lastNarrowed.set(pool, { contenders, pool: narrow })
  return narrow
}

const isSameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a === b || (a.size === b.size && [...a].every((id) => b.has(id)))

const meetableByPool = new WeakMap<Pool, number>()

/** How many pairs have a prompt that the voter has not seen them on. */
function countOpenPairs(pool: Pool, voterSeen: ReadonlySet<string>): number {
  const { contestants } = pool
  let meetable = meetableByPool.get(pool)
  if (meetable === undefined) {
    meetable = 0
    for (let i = 0; i < contestants.length; i++)
      for (let j = 0; j < i; j++) if (anyOpenPrompt(pool, i, j, new Set())) meetable++
    meetableByPool.set(pool, meetable)
  }
  const placeByContestant = new Map(contestants.map((id, place) => [id, place]))
  const seenPairs = new Set([...voterSeen].map((key) => key.slice(key.indexOf(' ') + 1)))
  let closed = 0
  for (const pair of seenPairs) {
    const [i, j] = pair.split(' ').map((id) => placeByContestant.get(Number(id)))
    if (i === undefined || j === undefined) continue
    if (anyOpenPrompt(pool, i, j, new Set()) && !anyOpenPrompt(pool, i, j, voterSeen)) closed++
  }
  return meetable - closed
}

interface CachedContenders {
  basis: string
  contenders: Promise<ReadonlySet<number>>
}

const knownByDatabase = new WeakMap<object, Map<string, CachedContenders>>()

/**
 * Ids of the contestants that may still be first on the newest stored board of a source and criterion. Empty if there is
 * no board yet or it names a leader. Each board is read once.
 */
export async function currentContenders(
  db: Db,
  arena: Arena,
  source: string,
  criterion: string,
): Promise<ReadonlySet<number>> {
  const view = viewKey({
    source,
    criterion: arena.criteria.length > 1 ? criterion : null,
    category: null,
    from: null,
    to: null,
    looks: 'any',
  })
  const board = await selectNewestBoardId(db, arena.id, view)
  if (board === undefined) return new Set()
  const cached = knownByDatabase.get(db) ?? new Map<string, CachedContenders>()
  knownByDatabase.set(db, cached)
  const key = `${arena.id} ${view}`
  const basis = `${board} ${arena.revision}`
  const last = cached.get(key)
  if (last?.basis === basis) return last.contenders
  const contenders = selectContenders(db, arena.id, board).then((ids) => new Set(ids))
  cached.set(key, { basis, contenders })
  contenders.catch(() => cached.delete(key))
  return contenders
}

/** The newest board of a view; undefined if there is none yet. */
const selectNewestBoardId = (db: Db, arenaId: number, view: string): Promise<number | undefined> =>
  queryValue<number>(db)`
    select id from snapshots where arena_id = ${arenaId} and view_key = ${view} order by id desc limit 1`

/**
 * The active contestants of the dead heat for first, and those that are not rated or not on the board. Empty if the board
 * names a leader.
 */
const selectContenders = (db: Db, arenaId: number, boardId: number): Promise<number[]> =>
  queryColumn<number>(db)`
    with board as materialized (
      select board::jsonb as b from snapshots where arena_id = ${arenaId} and id = ${boardId}),
    rated as (
      select r->>'name' as name from board, jsonb_array_elements(b->'contestants') r where r->>'status' = 'rated')
    select c.id from board join contestants c on c.arena_id = ${arenaId} and c.retired_at is null
    where b->>'leader' is null
      and (b->'deadHeat' ? c.name or not exists (select from rated r where r.name = c.name))
    order by c.id`
