/** `voterCap`: of each person's votes under a criterion the first ones count, by the one definition of a counted vote. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { quarantineVotes, releaseVotes } from '../../../server/integrity/index.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { currentSnapshot, resolveView } from '../../../server/ratings/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { Complaints } from '../../../server/transfer/formats/complaints.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import { readVotes } from '../../../server/transfer/formats/votes.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board, type VoteRow } from '../../../shared/contracts/index.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const setCap = (voterCap: number | undefined) =>
  importInto(app.deps, {
    ...arenaOf('capped', { prompts: 20 }),
    setUp: {
      settings: voterCap === undefined ? {} : { voterCap },
      providers: [],
      judges: [],
      checks: [],
    },
  })

async function board(): Promise<Board> {
  const arena = await arenaNamed(app.deps.db, 'capped')
  const view = await resolveView(app.deps, arena, { source: 'humans' })
  const served = Board.parse(JSON.parse((await currentSnapshot(app.deps, arena, view)).board))
  expect(served).toEqual(await recountBoard(app.deps, arena, view, served))
  return served
}

/** The ids of votes that count, by SQL. */
async function countedIds(): Promise<number[]> {
  const { id } = await arenaNamed(app.deps.db, 'capped')
  const { rows } = await sql<{
    id: number
  }>`select id from counted_votes_in(${id}, null) order by id`.execute(app.deps.db)
  return rows.map((row) => row.id)
}

it('later votes of a person are kept, count on no board and nowhere in exports, and a change of the cap is followed', async () => {
  await setCap(3)
  const many = new Visitor(app)
  for (let n = 0; n < 5; n++) await many.vote(await many.battle('capped'), 'left', { final: true })
  const one = new Visitor(app)
  await one.vote(await one.battle('capped'), 'right', { final: true })
  const ids = (await app.deps.db.selectFrom('votes').select('id').orderBy('id').execute()).map(({ id }) => id)
  expect(await countedIds()).toEqual([...ids.slice(0, 3), ids[5]])

  const capped = await board()
  expect(capped.votes).toBe(4)
  expect(capped.excluded).toEqual({ quarantined: 0, leaked: 0, overCap: { votes: 2, most: 3 } })
  const folder = await temporaryFolder()
  const text = await (await app.request('/api/arenas/capped/export/votes.jsonl?source=humans')).text()
  expect(text.trim().split('\n')).toHaveLength(4)
  const path = join(folder, 'votes.jsonl')
  await writeFile(path, text)
  const rows: VoteRow[] = []
  for await (const some of readVotes(await openFile(path), new Complaints(false, path))) rows.push(...some)
  expect(verifyBoard(capped, rows, { version: VERSION }).agrees).toBe(true)

  const reasons = await app.deps.db
    .selectFrom('quarantines')
    .select(['vote_id', 'reason', 'finding'])
    .execute()
  const finding = msg('over_voter_cap', { most: 3 })
  expect(reasons).toEqual(
    ids.slice(3, 5).map((vote_id) => ({ vote_id, reason: inEnglish(finding), finding })),
  )

  await setCap(4)
  expect(await countedIds()).toEqual([...ids.slice(0, 4), ids[5]])
  await setCap(1)
  expect(await countedIds()).toEqual([ids[0], ids[5]])
  expect((await board()).excluded.overCap).toEqual({ votes: 4, most: 1 })
  await setCap(undefined)
  expect(await countedIds()).toEqual(ids)
  expect((await board()).excluded).toEqual({ quarantined: 0, leaked: 0 })
  const last = await app.deps.db
    .selectFrom('quarantines')
    .select('reason')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(last!.reason).toBe(inEnglish(msg('voter_cap_changed')))
})

it('a vote that an operator released or put into quarantine stays so', async () => {
  const ids = (await app.deps.db.selectFrom('votes').select('id').orderBy('id').execute()).map(({ id }) => id)
  const arena = await arenaNamed(app.deps.db, 'capped')
  await quarantineVotes(app.deps, arena, [ids[0]!], 'a test vote')
  await setCap(2)
  await releaseVotes(app.deps, arena, [ids[4]!], 'known to me')
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
  await Promise.all(battles.map((battle) => visitor.vote(battle, 'left', { final: true })))
  const { rows } = await sql<{ id: number; counted: boolean }>`
    select v.id, c.id is not null as counted from votes v
    left join counted_votes_in(v.arena_id, null) c on c.id = v.id order by v.id desc limit 3`.execute(
    app.deps.db,
  )
  expect(rows.map(({ counted }) => counted)).toEqual([false, false, true])
})
