/** Quarantine: further facts that a vote does not count, and counts again. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { readVotes } from '../../../server/transfer/formats/votes.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import { Complaints } from '../../../server/transfer/formats/complaints.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { Board, type VoteRow } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, appFor } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'
import type { FoundSuspicion } from '../../../server/integrity/attacks/attack-thread.ts'
import { strongestOfEach } from '../../../server/integrity/attacks/attacks.ts'

const [first, second, third] = NAMES as [string, string, string]
const VOTES = Array.from({ length: 24 }, (_, n) =>
  voteOf([first, second, third][n % 3], [second, third, first][n % 3], n % 4 === 0 ? 'right' : 'left', {
    prompt: `p${1 + (n % 4)}`,
    voter: `v${n % 6}`,
  }),
)

let ids: number[]
const app = appFor({}, async () => {
  await app.work()
  await importInto(app.deps, arenaOf('watched', { prompts: 12, votes: VOTES }))
  await app.settle()
  const { rows } = await sql<{ id: number }>`select id from votes order by id`.execute(app.deps.db)
  ids = rows.map(({ id }) => id)
})

const post = (verb: string, json: unknown, headers = { authorization: `Bearer ${ADMIN_TOKEN}` }) =>
  app.request(`/api/admin/arenas/watched/votes/${verb}`, { json, headers })
const board = async () => Board.parse(await (await app.request('/api/arenas/watched/leaderboard')).json())
const exported = async () => (await app.request('/api/arenas/watched/export/votes.jsonl')).text()

async function verified() {
  const path = join(await temporaryFolder(), 'votes.jsonl')
  await writeFile(path, await exported())
  const rows: VoteRow[] = []
  for await (const some of readVotes(await openFile(path), new Complaints(false, path))) rows.push(...some)
  return verifyBoard(await board(), rows, { version: VERSION })
}

describe('votes in quarantine', () => {
  it('count on no board; the board says how many it left out, and the export reproduces it', async () => {
    const before = await board()
    expect(before).toMatchObject({ votes: 24, excluded: { quarantined: 0 } })
    const answer = await post('quarantine', { votes: [ids[3], ids[0], ids[3]], reason: 'two a second' })
    expect(await answer.json()).toEqual({ arena: 'watched', quarantined: true, votes: [ids[0], ids[3]] })
    await app.settle()
    expect(await board()).toMatchObject({ votes: 22, excluded: { quarantined: 2 } })
    expect((await exported()).split('\n').filter(Boolean)).toHaveLength(22)
    const { agrees, votes } = await verified()
    expect({ agrees, votes }).toEqual({ agrees: true, votes: 22 })
    expect(await (await app.request('/api/arenas/watched')).json()).toMatchObject({ votes: 22 })
  })

  it('keep their first reason if they are quarantined again', async () => {
    const answer = await post('quarantine', { votes: [ids[0], ids[1]], reason: 'once more' })
    expect(await answer.json()).toMatchObject({ votes: [ids[1]] })
    const { rows } = await sql`select vote_id, reason from quarantines order by id`.execute(app.deps.db)
    expect(rows).toEqual([
      { vote_id: ids[0], reason: 'two a second' },
      { vote_id: ids[3], reason: 'two a second' },
      { vote_id: ids[1], reason: 'once more' },
    ])
  })

  it('count again after release, and the board is the same as before', async () => {
    const answer = await post('release', { votes: ids.slice(0, 8), reason: 'it was a keyboard' })
    expect(await answer.json()).toEqual({
      arena: 'watched',
      quarantined: false,
      votes: [ids[0], ids[1], ids[3]],
    })
    await app.settle()
    const after = await board()
    expect(after).toMatchObject({ votes: 24, excluded: { quarantined: 0 } })
    expect((await verified()).agrees).toBe(true)
  })

  it('can be all votes; the board then has no ratings', async () => {
    await post('quarantine', { votes: ids, reason: 'all of it' })
    await app.settle()
    expect(await board()).toMatchObject({ votes: 0, excluded: { quarantined: 24 } })
    await post('release', { votes: ids, reason: 'enough' })
    await app.settle()
    expect((await board()).votes).toBe(24)
  })

  it.each([
    [{ votes: [], reason: 'x' }, 400, 'invalid_request'],
    [{ votes: [1.5], reason: 'x' }, 400, 'invalid_request'],
    [{ votes: [1], reason: ' ' }, 400, 'invalid_request'],
    [{ votes: [1, 999_999], reason: 'x' }, 404, 'vote_unknown'],
  ])('cannot be %j', async (json, status, code) => {
    for (const verb of ['quarantine', 'release'])
      expect(await problemOf(await post(verb, json))).toEqual([status, code])
  })

  it('are never changed or deleted in the database', async () => {
    for (const statement of [`update quarantines set released = true`, `delete from quarantines`])
      await expect(app.database.pool.query(statement)).rejects.toThrow(/append-only/)
  })
})

const suspicion = (subject: string, logE: number) =>
  ({ subject, logE, voter: null }) as unknown as FoundSuspicion

it('of several suspicions of one subject, the one with the strongest evidence is recorded', () => {
  const found = [suspicion('a', 3), suspicion('b', 5), suspicion('a', 7), suspicion('b', 4)]
  expect(strongestOfEach(found).map(({ subject, logE }) => [subject, logE])).toEqual([
    ['a', 7],
    ['b', 5],
  ])
})
