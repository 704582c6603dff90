/** SQL and the in-memory fold agree on which votes count, for every source and state of votes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from 'pg'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { votesBySource } from '../../../server/arenas/vote-counts.ts'
import { StoredTallies, VoteStore } from '../../../server/ratings/vote-store/vote-store.ts'
import { VoteStatus } from '../../../server/ratings/vote-store/stored-votes.ts'
import { isOfSource } from '../../../server/ratings/view.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import type { Publication } from '../../../server/platform/postgres/publishing.ts'
import { countedVotes } from '../../../server/votes/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { makeArena } from '../ratings/busy-arena.ts'

/** Numbers of transactions: those up to JUST_BEFORE are public, and what they changed; UNTIL is not, being open then. */
const BEFORE = 100
const JUST_BEFORE = 150
const UNTIL = 200
/** The changes are those of a later snapshot, which has AFTER but not LATER. */
const AFTER = 300
const LATER = 400
const PUBLICATION: Publication = '("200:250:200","400:400:")'
const CAST_AT = new Date('2024-05-01T12:00:00Z')

const VOTERS = [
  ['human', 'ada'],
  ['judge', 'critic'],
  ['judge', 'other'],
  ['result', 'ada'],
  ['simulated', 'ada'],
] as const
const RECORDED = [BEFORE, UNTIL, AFTER]
const RETRACTED = [null, BEFORE, AFTER, LATER]
const QUARANTINED = 'quarantined'
const RELEASED = 'released'
const LEAKED = 'leaked'
const MARKS: (readonly [typeof QUARANTINED | typeof RELEASED | typeof LEAKED, number])[][] = [
  [],
  [[QUARANTINED, BEFORE]],
  [[QUARANTINED, UNTIL]],
  [[QUARANTINED, LATER]],
  [[RELEASED, BEFORE]],
  [[LEAKED, BEFORE]],
  [[LEAKED, LATER]],
  [
    [LEAKED, BEFORE],
    [RELEASED, JUST_BEFORE],
  ],
  [
    [QUARANTINED, BEFORE],
    [RELEASED, JUST_BEFORE],
  ],
  [
    [QUARANTINED, BEFORE],
    [RELEASED, LATER],
  ],
  [
    [QUARANTINED, BEFORE],
    [RELEASED, JUST_BEFORE],
    [QUARANTINED, UNTIL],
  ],
]
const SOURCES = ['humans', 'judges', 'judge:critic', 'judge:nobody', 'powered', 'all', 'simulated']

let app: TestApp
let client: Client
let arena: number

beforeAll(async () => {
  app = await createTestApp()
  client = await app.database.connect()
  arena = await makeArena(app.database, 'every-fate')
  for (const [source, voter] of VOTERS)
    for (const recordedIn of RECORDED)
      for (const retractedIn of RETRACTED)
        for (const marks of MARKS) await cast(source, voter, recordedIn, retractedIn, marks)
})
afterAll(async () => {
  await client.end()
  await app.close()
})

async function cast(
  source: string,
  voter: string,
  recordedIn: number,
  retractedIn: number | null,
  marks: (typeof MARKS)[number],
): Promise<void> {
  const { rows } = await client.query(
    `with b as (
      insert into battles (arena_id, id, criterion, left_contestant_id, right_contestant_id, voter, origin, shown_at)
      select $1, gen_random_uuid(), 'helpful', min(id), max(id), $3, 'import', $4 from contestants where arena_id = $1
      returning arena_id, id, voter)
    insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at, txid)
    select arena_id, id, voter, 'left', $2, $4, $4, $5 from b returning id`,
    [arena, source, voter, CAST_AT, recordedIn],
  )
  const { id } = rows[0]
  if (retractedIn)
    await client.query('insert into retractions values ($1, $2, $3, $4)', [arena, id, CAST_AT, retractedIn])
  for (const [word, txid] of marks)
    await client.query(
      `insert into quarantines (arena_id, vote_id, released, reason, at, leak_id, txid) values ($1, $2, $3, 'looked odd', $4, $5, $6)`,
      [arena, id, word === RELEASED, CAST_AT, word === LEAKED ? 1 : null, txid],
    )
}

async function factsIn(publication: Publication | null): Promise<VoteStore> {
  const facts = new VoteStore(arena)
  await facts.update(client, publication)
  return facts
}

function countedIn(facts: VoteStore, isWanted: (row: number) => boolean): number[] {
  const rows = Array.from({ length: facts.columns.rows }, (_, row) => row)
  return rows
    .filter((row) => facts.statuses.of(row) === VoteStatus.counted && isWanted(row))
    .map((row) => facts.columns.ids[row])
    .sort((a, b) => a - b)
}

describe.each([
  ['now', null],
  ['at a publication', PUBLICATION],
])('%s', (_, publication) => {
  it.each(SOURCES)('SQL and the vote store count the same votes of %s', async (source) => {
    const facts = await factsIn(publication)
    const inMemory = countedIn(facts, (row) => isOfSource(facts.groups.all[facts.columns.group[row]], source))
    const selection = { source, criterion: null, category: null, since: null, before: null, publication }
    const inSql = await countedVotes(app.deps.db, arena, selection).select('v.id').orderBy('v.id').execute()
    expect(inSql.map(({ id }) => Number(id))).toEqual(inMemory)
    expect(inMemory.length > 0).toBe(source !== 'judge:nobody')
  })

  it('a bound on the memory of tallies changes no count', async () => {
    const bounded = new VoteStore(arena, new StoredTallies(1))
    await bounded.update(client, publication)
    const free = await factsIn(publication)
    const { deps } = app
    const own = await arenaNamed(deps.db, 'every-fate')
    for (const source of ['humans', 'judges', 'all', 'humans']) {
      const view = await resolveView(deps, own, { source, criterion: 'helpful' })
      const [one, other] = [bounded, free].map((store) => store.tallyOf(view, true).counted())
      expect(one!.votes).toBeGreaterThan(0)
      expect(one).toEqual(other)
    }
    expect([bounded.tallies.size, free.tallies.size]).toEqual([1, 3])
  })

  it('counts by source equal the lists, counted from scratch and kept', async () => {
    const facts = await factsIn(publication)
    const expected = VOTERS.map(([source, voter]) => ({
      source,
      name: source === 'judge' ? voter : null,
      votes: countedIn(facts, (row) => {
        const group = facts.groups.all[facts.columns.group[row]]
        return group.source === source && (source !== 'judge' || group.name === voter)
      }).length,
    }))
    for (let reading = 0; reading < 3; reading++) {
      const counts = await votesBySource(app.deps.db, [arena], publication, 10)
      expect(counts.map(({ source, name, votes }) => ({ source, name, votes }))).toEqual(expected)
    }
  })
})

it('the planner inlines counted_votes_in into the query', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select v.id from counted_votes_in(${arena}, null) v where v.source = 'human' limit 1`.execute(
    app.deps.db,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/ on votes v/)
  expect(plan).not.toContain('Function Scan')
})
