/** Backups while people vote, of earlier versions, of a judge's run, and of the embedded database. */
import { readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/platform/postgres/database.ts'
import { migrateToLatest } from '../../../server/platform/postgres/migrate.ts'
import type { Outcome } from '../../../shared/contracts/index.ts'
import { createTestApp, appFor, type TestApp } from '../../support/app.ts'
import { folderForAll, temporaryFolder } from '../../support/temporary-folder.ts'
import { deadheat, deadheatHere } from '../../scripts/deadheat.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { contentOf, emptyDatabase, runOn } from './backups.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')
const OUTCOMES: Outcome[] = ['left', 'right', 'tie', 'both_bad']

describe('a backup while people vote', () => {
  const folder = folderForAll()
  const app = appFor({}, async () => {
    await app.import(arenaOf('busy', { prompts: 200 }))
  })

  /** Six people who vote until they are stopped; adds each acknowledged battle. */
  function voting(acknowledged: Set<string>) {
    let isOpen = true
    const people = Array.from({ length: 6 }, async (_, person) => {
      const visitor = new Visitor(app)
      for (let n = 0; isOpen; n++) {
        const shown = await visitor.battle('busy')
        const response = await visitor.choose(shown, OUTCOMES[(n + person) % OUTCOMES.length])
        if (response.status === 201) acknowledged.add(shown.battle.id)
        if (n % 5 === 4) await visitor.takeBack(shown)
        else await visitor.reveal(shown)
      }
    })
    return {
      until: async (count: number) => {
        while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 5))
      },
      stop: async () => {
        isOpen = false
        await Promise.all(people)
      },
    }
  }

  it('has every vote acknowledged before it, no half of anything, and restores to the same boards', async () => {
    const acknowledged = new Set<string>()
    const people = voting(acknowledged)
    await people.until(60)
    const files = [0, 1, 2].map((n) => join(folder, `busy-${n}.backup`))
    const before: Set<string>[] = []
    for (const file of files) {
      before.push(new Set(acknowledged))
      expect((await runOn(app.database, 'backup', file)).code).toBe(0)
      await people.until(acknowledged.size + 20)
    }
    await people.stop()

    for (const [n, file] of files.entries()) {
      const database = await emptyDatabase()
      expect((await runOn(database, 'restore', file)).code).toBe(0)
      const votes = await database.db.selectFrom('votes').select(['battle_id', 'id']).execute()
      const stored = new Set(votes.map(({ battle_id }) => battle_id))
      expect([...before[n]].filter((battle) => !stored.has(battle))).toEqual([])
      expect([...stored].filter((battle) => !acknowledged.has(battle))).toEqual([])
      expect(stored.size).toBeLessThan(acknowledged.size)

      const restored = await createTestApp({ database })
      await restored.settle()
      await agrees(restored, votes.length)
      const returning = new Visitor(restored)
      expect((await returning.vote(await returning.battle('busy'), 'left')).status).toBe(201)
      await restored.close()
      await database.close()
    }
  })

  /** `verify` computes the board of an app from its exported votes, to the last digit. */
  async function agrees(one: TestApp, votes: number): Promise<void> {
    const [board, exported] = [join(folder, 'board.json'), join(folder, 'votes.jsonl')]
    const api = '/api/arenas/busy'
    await writeFile(board, await one.text(`${api}/leaderboard`))
    await writeFile(exported, await one.text(`${api}/export/votes.jsonl`))
    const { code, stdout } = await deadheatHere(['verify', board, exported])
    expect([code, stdout.split(':')[0]]).toEqual([0, 'Agrees to the last digit'])
    const retracted = await one.deps.db.selectFrom('retractions').select('vote_id').execute()
    expect(stdout).toContain(` ${votes - retracted.length} votes,`)
  }
})

it.each(['0004', '0006', '0008'])('a backup of a version before migration %s is migrated', async (first) => {
  const older = await emptyDatabase()
  const folder = await temporaryFolder()
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.ts'))
  for (const name of names.filter((one) => one < first))
    await symlink(join(MIGRATIONS, name), join(folder, name))
  await migrateToLatest(older.db, folder)
  await sql`insert into arenas (slug, title, criteria) values ('old', 'Old', '{overall}')`.execute(older.db)
  const file = join(folder, 'old.backup')
  expect((await runOn(older, 'backup', file)).code).toBe(0)

  const database = await emptyDatabase()
  const { code, stdout } = await runOn(database, 'restore', file, '--json')
  const migrated = names.filter((one) => one >= first).map((name) => name.slice(0, -3))
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { migrated, rows: { arenas: 1, votes: 0 } }])
  expect(await migrateToLatest(database.db)).toEqual([])
  await migrateToLatest(older.db)
  expect(await contentOf({ db: database.db })).toEqual({ ...(await contentOf(older)), jobs: [] })
  await database.close()
  await older.close()
})

it('the embedded database is backed up beside the process that uses it, and restored to another folder', async () => {
  const folder = await temporaryFolder()
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const file = join(folder, 'embedded.backup')
  const on = (dataDir: string, ...args: string[]) =>
    deadheat(['db', ...args], { env: { DEADHEAT_DATA: dataDir, DATABASE_URL: '' } })
  expect((await on(first, 'seed')).code).toBe(0)
  const inUse = await openDatabase({ dataDir: first })
  const { code, stdout } = await on(first, 'backup', file, '--json')
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { rows: { arenas: 1, votes: 640 } }])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await on(second, 'restore', file)).stdout).toBe(`Restored ${file}: 1 arena, 640 votes.\n`)
  const restored = await openDatabase({ dataDir: second })
  expect(await contentOf(restored)).toEqual(await contentOf(inUse))
  const again = await on(second, 'restore', file)
  expect([again.code, again.stderr]).toMatchObject([2, expect.stringContaining('The database is not empty')])
  await Promise.all([restored.close(), inUse.close()])
})
