/** An arena on which several connections write at once, so that transactions end in another order than they began. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Outcome } from '../../../shared/contracts/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { OpenDatabase } from '../../../server/platform/postgres/database.ts'

const SOURCES = ['human', 'human', 'human', 'judge', 'judge', 'result', 'simulated']
const OUTCOMES = ['left', 'left', 'right', 'tie', 'both_bad']
const JUDGES = ['critic', 'référée']

export const CONTESTANTS = 6
export const PROMPTS = 9

/** Contestants, prompts (some with a category) and nothing else; its id. */
export async function makeArena({ pool }: OpenDatabase, slug: string): Promise<number> {
  const { rows } = await pool.query(
    `insert into arenas (slug, title, criteria) values ($1, $1, '{helpful,kind}') returning id`,
    [slug],
  )
  const arena = rows[0].id
  await pool.query(
    `insert into contestants (arena_id, slug, name) select $1, 'c' || n, 'Ç' || n from generate_series(1, ${CONTESTANTS}) n`,
    [arena],
  )
  await pool.query(
    `insert into prompts (arena_id, key, category)
      select $1, 'p' || n, case when n % 3 > 0 then 'k' || n % 3 end from generate_series(1, ${PROMPTS}) n`,
    [arena],
  )
  return arena
}

/** A vote of a person; contestants and the prompt by their places among those of the arena, from 1. */
export interface InsertedVote {
  left: number
  right: number
  prompt?: number
  voter: string
  outcome: Outcome
  castAt?: Date
}

/** Votes as people cast them, written by one statement. */
export async function insertVotes(
  { pool }: OpenDatabase,
  arenaId: number,
  votes: readonly InsertedVote[],
  origin: 'import' | 'page' | 'live' = 'import',
): Promise<void> {
  await pool.query(
    `with given as (select gen_random_uuid() as battle, coalesce("castAt", now()) as at, v.* from jsonb_to_recordset($2)
        as v ("left" int, "right" int, prompt int, voter text, outcome text, "castAt" timestamptz)),
      c as (select array_agg(id order by id) as ids from contestants where arena_id = $1),
      p as (select array_agg(id order by id) as ids from prompts where arena_id = $1),
      shown as (insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id,
          left_answer_id, right_answer_id, voter, origin, shown_at, expires_at)
        select $1, battle, (select criteria[1] from arenas where id = $1), p.ids[prompt], c.ids["left"], c.ids["right"],
          l.id, r.id, voter, $3, at, case when $3 <> 'import' then at end
        from given cross join c cross join p
        left join answers l on l.arena_id = $1 and l.prompt_id = p.ids[prompt] and l.contestant_id = c.ids["left"]
        left join answers r on r.arena_id = $1 and r.prompt_id = p.ids[prompt] and r.contestant_id = c.ids["right"]
        returning id)
    insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
    select $1, battle, voter, outcome, case when $3 = 'live' then 'live' else 'human' end, at, at
    from given join shown on shown.id = battle order by at`,
    [arenaId, JSON.stringify(votes), origin],
  )
}

export class Writer {
  readonly #client: Client
  readonly #arena: number
  readonly #random: RandomStream

  constructor(client: Client, arena: number, seed: number) {
    this.#client = client
    this.#arena = arena
    this.#random = new RandomStream(seed, 0)
  }

  /** One transaction: votes, and what becomes of earlier ones; some wait before they end, and some are rolled back. */
  async write(): Promise<void> {
    await this.#client.query('begin')
    for (let n = this.#upTo(4); n >= 0; n--) await this.#vote()
    if (this.#upTo(2) === 0) await this.#retract()
    for (let n = this.#upTo(3); n > 0; n--) await this.#mark(this.#upTo(2) === 0)
    if (this.#upTo(3) === 0) await sleep(this.#upTo(40))
    await this.#client.query(this.#upTo(6) === 0 ? 'rollback' : 'commit')
  }

  #upTo(most: number): number {
    return this.#random.next() % (most + 1)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.next() % list.length]
  }

  async #vote(): Promise<void> {
    const source = this.#pick(SOURCES)
    const voter = source === 'judge' ? this.#pick(JUDGES) : `v${this.#upTo(20)}`
    const ids = (table: string) => `(select array_agg(id order by id) from ${table} where arena_id = $1)`
    const left = 1 + this.#upTo(CONTESTANTS - 1)
    const right = 1 + ((left + this.#upTo(CONTESTANTS - 2)) % CONTESTANTS)
    const castAt = new Date(Date.UTC(2024, 0, 1 + this.#upTo(9), this.#upTo(23)))
    await this.#client.query(
      `with battle as (
        insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id, voter, origin, shown_at)
        values ($1, gen_random_uuid(), $2, (${ids('prompts')})[$3], (${ids('contestants')})[$4], (${ids('contestants')})[$5], $6, 'import', $7)
        returning arena_id, id, voter)
      insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
      select arena_id, id, voter, $8, $9, $7, clock_timestamp() from battle`,
      [
        this.#arena,
        this.#pick(['helpful', 'kind']),
        this.#upTo(7) === 0 ? null : 1 + this.#upTo(PROMPTS - 1),
        left,
        right,
        voter,
        castAt,
        this.#pick(OUTCOMES),
        source,
      ],
    )
  }

  /** Of a vote that is there for this transaction, as likely an old one as a new one. */
  #retract(): Promise<unknown> {
    return this.#client.query(
      `insert into retractions (arena_id, vote_id, retracted_at)
        select arena_id, id, clock_timestamp() from votes where arena_id = $1 order by random() limit 1
        on conflict do nothing`,
      [this.#arena],
    )
  }

  #mark(released: boolean): Promise<unknown> {
    return this.#client.query(
      `insert into quarantines (arena_id, vote_id, released, reason, at)
        select arena_id, id, $2, 'looked odd', clock_timestamp() from votes where arena_id = $1 order by random() limit 1`,
      [this.#arena, released],
    )
  }
}
