/** A database of each release opens here, with the boards that it had. `workshop/package/keep-release.ts` keeps one. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrateToLatest } from '../../../server/platform/postgres/migrate.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { METHOD_VERSION } from '../../../shared/stats/method/decide.ts'
import {
  checksumsOfMigrations,
  keptRelease,
  keptVersions,
  RELEASES,
} from '../../../workshop/package/keep-release.ts'
import { createTestApp } from '../../support/app.ts'
import { Visitor } from '../visitor.ts'
import { emptyDatabase, runOn } from './backups.ts'

/** What a board says, apart from when it was computed; of another version of the statistics, which votes it counts. */
const saidBy = ({ computedAt: _at, version: _version, ...board }: Board, isSameMethod: boolean) =>
  isSameMethod ? board : { votes: board.votes, votesSha256: board.votesSha256 }

it('a release is kept', () => expect(keptVersions().length).toBeGreaterThan(0))

describe.each(keptVersions())('%s', (version) => {
  const { migrations, boards } = keptRelease(version)

  it('had the migrations of today, unchanged (before the release: keep it anew)', () => {
    expect(checksumsOfMigrations()).toMatchObject(migrations)
  })

  it('left a database that opens, has its boards, computes them again, and takes votes', async () => {
    const database = await emptyDatabase()
    const { code, stderr } = await runOn(database, 'restore', join(RELEASES, `${version}.backup`))
    expect([code, stderr]).toEqual([0, ''])
    expect(await migrateToLatest(database.db)).toEqual([])
    const app = await createTestApp({ database })
    const boardOf = async ({ arena, view }: Board) =>
      (await (await app.request(`/api/arenas/${arena}/leaderboard?source=${view.source}`)).json()) as Board
    expect(boards.length).toBeGreaterThan(3)
    for (const when of ['as stored', 'computed again']) {
      if (when === 'computed again') await database.db.deleteFrom('snapshots').execute()
      await app.settle()
      for (const board of boards) {
        const isSame = board.methodVersion === METHOD_VERSION
        expect([when, saidBy(await boardOf(board), isSame)]).toEqual([when, saidBy(board, isSame)])
      }
    }
    const visitor = new Visitor(app)
    expect((await visitor.vote(await visitor.battle('replies'), 'left')).status).toBe(201)
    await app.close()
  })
})
