/** SQL and the in-memory fold agree on which votes count, for every source and state of votes. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Client } from 'pg'
import { votesBySource } from '../../../server/arenas/vote-counts.ts'
import { VoteStore } from '../../../server/ratings/vote-store/vote-store.ts'
import { VoteStatus } from '../../../server/ratings/vote-store/stored-votes.ts'
import { isOfSource } from '../../../server/ratings/view.ts'
import { resolveView, currentSnapshot } from '../../../server/ratings/index.ts'
import type { Publication } from '../../../server/platform/postgres/publishing.ts'
import { countedVotes } from '../../../server/votes/index.ts'
import { appFor } from '../../support/app.ts'
import { makeArena } from '../ratings/busy-arena.ts'
import { setQuarantine } from '../../../server/integrity/index.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'
import { arenaOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { Visitor } from '../visitor.ts'

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
const SOURCES = ['people', 'judges', 'judge:critic', 'judge:nobody', 'all', 'simulated']
let client: Client
let arena: number

const app = appFor({}, async () => {
  client = await app.database.connect()
  arena = await makeArena(app.database, 'every-fate')
  for (const [source, voter] of VOTERS)
    for (const recordedIn of RECORDED)
      for (const retractedIn of RETRACTED)
        for (const marks of MARKS) await cast(source, voter, recordedIn, retractedIn, marks)
})
afterAll(async () => {
  await client.end()
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
    const inMemory = countedIn(facts, (row) =>
      isOfSource(facts.strata.all[facts.columns.stratum[row]], source),
    )
    const selection = { source, criterion: null, category: null, since: null, before: null, publication }
    const inSql = await countedVotes(app.deps.db, arena, selection).select('v.id').orderBy('v.id').execute()
    expect(inSql.map(({ id }) => Number(id))).toEqual(inMemory)
    expect(inMemory.length > 0).toBe(source !== 'judge:nobody')
  })

  it('counts by source equal the lists, counted from scratch and kept', async () => {
    const facts = await factsIn(publication)
    const expected = VOTERS.map(([source, voter]) => ({
      source,
      name: source === 'judge' ? voter : null,
      votes: countedIn(facts, (row) => {
        const stratum = facts.strata.all[facts.columns.stratum[row]]
        return stratum.source === source && (source !== 'judge' || stratum.judge === voter)
      }).length,
    }))
    for (let reading = 0; reading < 3; reading++) {
      const counts = await votesBySource(app.deps.db, [arena], publication, 10)
      expect(counts.map(({ source, name, votes }) => ({ source, name, votes }))).toEqual(expected)
    }
  })
})

it('the planner inlines counted_votes_in into the query', async () => {
  const rows = await app.sql<{ 'QUERY PLAN': string }>`
    explain select v.id from counted_votes_in(${arena}, null) v where v.source = 'human' limit 1`
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/ on votes v/)
  expect(plan).not.toContain('Function Scan')
})

/** `voterCap`: of each person's votes under a criterion the first ones count, by the one definition of a counted vote. */
describe('the share of one person', () => {
  const app = appFor()

  const setCap = (voterCap: number | undefined) =>
    app.import(arenaOf('capped', { prompts: 20, settings: voterCap === undefined ? {} : { voterCap } }))

  async function board(): Promise<Board> {
    const arena = await app.arena('capped')
    const view = await resolveView(app.deps, arena, { source: 'people' })
    const served = Board.parse(JSON.parse((await currentSnapshot(app.deps, arena, view)).board))
    expect(served).toEqual(await recountBoard(app.deps, arena, view, served))
    return served
  }

  /** The ids of votes that count, by SQL. */
  async function countedIds(): Promise<number[]> {
    const { id } = await app.arena('capped')
    const rows = await app.sql<{ id: number }>`
      select id from counted_votes_in(${id}, null) order by id`
    return rows.map((row) => row.id)
  }

  it('later votes of a person are kept, count on no board and nowhere in exports, and a change of the cap is followed', async () => {
    await setCap(3)
    const many = new Visitor(app)
    for (let n = 0; n < 5; n++) await many.vote(await many.battle('capped'), 'left')
    const one = new Visitor(app)
    await one.vote(await one.battle('capped'), 'right')
    const ids = (await app.deps.db.selectFrom('votes').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
    expect(await countedIds()).toEqual([...ids.slice(0, 3), ids[5]])

    const capped = await board()
    expect(capped.votes).toBe(4)
    expect(capped.excluded).toEqual({ quarantined: 0, leaked: 0, overCap: 2, mostOfVoter: 3 })
    const text = await app.text('/api/arenas/capped/export/votes.jsonl?source=people')
    expect(text.trim().split('\n')).toHaveLength(4)
    const rows = await exportedRows(text)
    expect(verifyBoard(capped, rows, { version: VERSION }).agrees).toBe(true)

    const reasons = await app.sql`select vote_id, reason, finding from quarantines`
    const finding = msg('over_voter_cap', { most: 3 })
    expect(reasons).toEqual(
      ids.slice(3, 5).map((vote_id) => ({ vote_id, reason: englishText(finding), finding })),
    )

    await setCap(4)
    expect(await countedIds()).toEqual([...ids.slice(0, 4), ids[5]])
    await setCap(1)
    expect(await countedIds()).toEqual([ids[0], ids[5]])
    expect((await board()).excluded).toMatchObject({ overCap: 4, mostOfVoter: 1 })
    await setCap(undefined)
    expect(await countedIds()).toEqual(ids)
    expect((await board()).excluded).toEqual({ quarantined: 0, leaked: 0, overCap: 0 })
    const [last] = await app.sql<{ reason: string }>`select reason from quarantines order by id desc limit 1`
    expect(last!.reason).toBe(englishText(msg('voter_cap_changed')))
  })

  it('a vote that an operator released or put into quarantine stays so', async () => {
    const ids = (await app.deps.db.selectFrom('votes').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
    const arena = await app.arena('capped')
    await setQuarantine(app.deps, arena, [ids[0]!], { released: false, reason: 'a test vote' })
    await setCap(2)
    await setQuarantine(app.deps, arena, [ids[4]!], { released: true, reason: 'known to me' })
    await setCap(1)
    expect(await countedIds()).toEqual([ids[4], ids[5]])
    await setCap(undefined)
    expect(await countedIds()).toEqual(ids.slice(1))
  })

  it('two votes of one person at once: the first one counts', async () => {
    await setCap(1)
    const visitor = new Visitor(app)
    const battles = [
      await visitor.battle('capped'),
      await visitor.battle('capped'),
      await visitor.battle('capped'),
    ]
    await Promise.all(battles.map((battle) => visitor.vote(battle, 'left')))
    const rows = await app.sql<{ id: number; counted: boolean }>`
    select v.id, c.id is not null as counted from votes v
    left join counted_votes_in(v.arena_id, null) c on c.id = v.id order by v.id desc limit 3`
    expect(rows.map(({ counted }) => counted)).toEqual([false, false, true])
  })
})
