/** SQL and the in-memory fold agree on which votes count, for every source and state of votes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from 'pg'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { votesBySource } from '../../../server/arenas/vote-counts.ts'
import { KeptTallies } from '../../../server/ratings/vote-store/kept-tallies.ts'
import { VoteStore } from '../../../server/ratings/vote-store/vote-store.ts'
import { isOfSource } from '../../../server/ratings/vote-store/groups.ts'
import { VoteStatus } from '../../../server/ratings/vote-store/vote-status.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { countedVotes } from '../../../server/votes/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { makeArena } from '../ratings/busy-arena.ts'

const UNTIL = new Date('2024-05-01T12:00:00Z')
const BEFORE = new Date('2024-05-01T11:00:00Z')
const JUST_BEFORE = new Date('2024-05-01T11:30:00Z')
const AFTER = new Date('2024-05-01T13:00:00Z')

const VOTERS = [
  ['human', 'ada'],
  ['judge', 'critic'],
  ['judge', 'other'],
  ['result', 'ada'],
  ['simulated', 'ada'],
] as const
const RECORDED = [BEFORE, UNTIL, AFTER]
const RETRACTED = [null, BEFORE, UNTIL, AFTER]
const QUARANTINED = 'quarantined'
const RELEASED = 'released'
const LEAKED = 'leaked'
const MARKS: (readonly [typeof QUARANTINED | typeof RELEASED | typeof LEAKED, Date])[][] = [
  [],
  [[QUARANTINED, BEFORE]],
  [[QUARANTINED, UNTIL]],
  [[QUARANTINED, AFTER]],
  [[RELEASED, BEFORE]],
  [[LEAKED, BEFORE]],
  [[LEAKED, AFTER]],
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
    [RELEASED, AFTER],
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
    for (const recordedAt of RECORDED)
      for (const retractedAt of RETRACTED)
        for (const marks of MARKS) await cast(source, voter, recordedAt, retractedAt, marks)
})
afterAll(async () => {
  await client.end()
  await app.close()
})

async function cast(
  source: string,
  voter: string,
  recordedAt: Date,
  retractedAt: Date | null,
  marks: (typeof MARKS)[number],
): Promise<void> {
  const { rows } = await client.query(
    `with b as (
      insert into battles (arena_id, id, criterion, left_contestant_id, right_contestant_id, voter, origin, shown_at)
      select $1, gen_random_uuid(), 'helpful', min(id), max(id), $3, 'import', $4 from contestants where arena_id = $1
      returning arena_id, id, voter)
    insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
    select arena_id, id, voter, 'left', $2, $4, $4 from b returning id`,
    [arena, source, voter, recordedAt],
  )
  const { id } = rows[0]
  if (retractedAt) await client.query('insert into retractions values ($1, $2, $3)', [arena, id, retractedAt])
  for (const [word, at] of marks)
    await client.query(
      `insert into quarantines (arena_id, vote_id, released, reason, at, leak_id) values ($1, $2, $3, 'looked odd', $4, $5)`,
      [arena, id, word === RELEASED, at, word === LEAKED ? 1 : null],
    )
}

async function factsUntil(until: Date | null): Promise<VoteStore> {
  const facts = new VoteStore(arena)
  await facts.update(client, until)
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
  ['at a publication', UNTIL],
])('%s', (_, until) => {
  it.each(SOURCES)('SQL and the vote store count the same votes of %s', async (source) => {
    const facts = await factsUntil(until)
    const inMemory = countedIn(facts, (row) => isOfSource(facts.groups.all[facts.columns.group[row]], source))
    const selection = { source, criterion: null, category: null, since: null, before: null, until }
    const inSql = await countedVotes(app.deps.db, arena, selection).select('v.id').orderBy('v.id').execute()
    expect(inSql.map(({ id }) => Number(id))).toEqual(inMemory)
    expect(inMemory.length > 0).toBe(source !== 'judge:nobody')
  })

  it('a bound on the memory of tallies changes no count', async () => {
    const bounded = new VoteStore(arena, new KeptTallies(1))
    await bounded.update(client, until)
    const free = await factsUntil(until)
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
    const facts = await factsUntil(until)
    const expected = VOTERS.map(([source, voter]) => ({
      source,
      name: source === 'judge' ? voter : null,
      votes: countedIn(facts, (row) => {
        const group = facts.groups.all[facts.columns.group[row]]
        return group.source === source && (source !== 'judge' || group.name === voter)
      }).length,
    }))
    for (let reading = 0; reading < 3; reading++) {
      const counts = await votesBySource(app.deps.db, [arena], until, 10)
      expect(counts.map(({ source, name, votes }) => ({ source, name, votes }))).toEqual(expected)
    }
  })
})

it('the planner inlines counted_votes into the query', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select v.id from counted_votes(${arena}, null) v where v.source = 'human' limit 1`.execute(
    app.deps.db,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/ on votes v/)
  expect(plan).not.toContain('Function Scan')
})
