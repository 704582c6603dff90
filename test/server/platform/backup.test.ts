/** Backup and restore by the commands of the terminal, on a real Postgres. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkBackup,
  requireRestorable,
  restoreBackup,
} from '../../../server/platform/postgres/backup/index.ts'
import type { OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { migrateJobs } from '../../../server/platform/jobs/jobs.ts'
import { createTestApp, appFor } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { folderForAll } from '../../support/temporary-folder.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { contentOf, emptyDatabase, runOn } from './backups.ts'

describe('a backup', () => {
  let visitor: Visitor
  const folder = folderForAll()
  const file = join(folder, 'saved.backup')

  const app = appFor({}, async () => {
    await app.import(arenaOf('saved', { prompts: 6 }))
    visitor = new Visitor(app)
    for (const outcome of ['left', 'tie', 'right'] as const)
      await visitor.vote(await visitor.battle('saved'), outcome)
    await runOn(app.database, 'backup', file)
  })

  it('is readable by its owner alone, also where it replaces a file that others could read', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const open = join(folder, 'open.backup')
    await writeFile(open, 'older', { mode: 0o644 })
    expect(await runOn(app.database, 'backup', open)).toEqual({
      code: 0,
      stdout: '',
      stderr: `Wrote ${open}: 1 arena, 3 votes. It is as secret as the database.\n`,
    })
    expect((await stat(open)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('restores every row, the cookies of voters, open pairs and jobs that wait', async () => {
    const open = await visitor.battle('saved')
    const later = join(folder, 'later.backup')
    expect((await runOn(app.database, 'backup', later)).code).toBe(0)
    const database = await emptyDatabase()
    const { code, stdout } = await runOn(database, 'restore', later)
    expect([code, stdout]).toEqual([0, `Restored ${later}: 1 arena, 3 votes.\n`])
    expect(await contentOf(database)).toEqual(await contentOf(app.database))

    const restored = await createTestApp({ database })
    const returning = new Visitor(restored)
    returning.cookie = visitor.cookie
    expect((await returning.vote(open, 'left')).status).toBe(201)
    await restored.settle()
    const board = await restored.request('/api/arenas/saved/leaderboard')
    expect(await board.json()).toMatchObject({ votes: 4 })
    await restored.close()
    await database.close()
  })

  it('is one snapshot: a vote cast in the middle of it is not in it', async () => {
    const middle = join(folder, 'middle.backup')
    const holder = await app.database.connect()
    await holder.query('begin; lock table reveals in access exclusive mode')
    const making = runOn(app.database, 'backup', middle)
    // it waits for this lock, with its snapshot taken and no table read
    await expect
      .poll(async () => {
        const { rowCount } = await holder.query(
          `select from pg_locks where relation = 'reveals'::regclass and not granted`,
        )
        return rowCount
      })
      .toBe(1)
    // the next draw makes it a vote, and reads no reveals
    expect((await visitor.choose(await visitor.battle('saved'), 'left')).status).toBe(201)
    await visitor.battle('saved')
    const [cast] = await app.sql<{ votes: number }>`select count(*)::int as votes from votes`
    expect(cast).toEqual({ votes: 4 })
    await holder.query('rollback')
    await holder.end()
    expect((await making).code).toBe(0)
    const database = await emptyDatabase()
    expect((await runOn(database, 'restore', middle)).stdout).toBe(`Restored ${middle}: 1 arena, 3 votes.\n`)
    await database.close()
  })

  it('is refused by a database that has anything, which stays as it is', async () => {
    const target = await createTestDatabase()
    const before = await contentOf(target)
    const { code, stderr } = await runOn(target, 'restore', file)
    expect([code, stderr]).toEqual([
      2,
      'deadheat: The database is not empty: it has "arenas". Nothing was restored. Make an empty database and name it in DATABASE_URL, or name a new folder in DEADHEAT_DATA.\n',
    ])
    expect(await contentOf(target)).toEqual(before)
    await target.close()
  })

  it('is refused by a database that has only jobs of another one', async () => {
    const target = await emptyDatabase()
    await migrateJobs(target.pool, app.deps.services.log)
    await sql`select graphile_worker.add_job('rate-arena', '{"arenaId": 1}')`.execute(target.db)
    const { code, stderr } = await runOn(target, 'restore', file)
    expect([code, stderr]).toMatchObject([2, expect.stringContaining('it has "graphile_worker.jobs"')])
    expect(await contentOf(target)).toEqual({ jobs: [expect.stringContaining('rate-arena')] })
    await target.close()
  })

  describe('that is spoiled leaves the database as it was:', () => {
    let target: OpenDatabase
    beforeAll(async () => {
      target = await emptyDatabase()
    })
    afterAll(() => target.close())

    async function refusalOf(bytes: Buffer | string): Promise<string> {
      const spoiled = join(folder, 'spoiled')
      await writeFile(spoiled, bytes)
      const { code, stdout, stderr } = await runOn(target, 'restore', spoiled)
      expect([code, stdout]).toEqual([2, ''])
      expect(await contentOf(target)).toEqual({})
      return stderr.replace(spoiled, 'FILE')
    }
    const damaged = (why: string) =>
      `deadheat: FILE is damaged or incomplete (${why}). Nothing of it was stored; use another copy.\n`

    it('cut anywhere, also if it is packed again', async () => {
      const packed = await readFile(file)
      const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(share * bytes.length))
      const pieces = [
        ...[0, 0.3, 0.7, 0.999].map((share) => cut(packed, share)),
        ...[0.2, 0.9].map((share) => gzipSync(cut(gunzipSync(packed), share))),
      ]
      for (const piece of pieces) expect(await refusalOf(piece)).toBe(damaged('unexpected end of file'))
    })

    it('with a changed byte, or a changed row and packed again', async () => {
      const packed = await readFile(file)
      for (const share of [0.1, 0.5, 0.9]) {
        const changed = Buffer.from(packed)
        changed[Math.floor(share * packed.length)] ^= 1
        expect(await refusalOf(changed)).toMatch(
          /^deadheat: FILE is damaged or incomplete \([^)]+\)\. Nothing/,
        )
      }
      const text = gunzipSync(packed).toString('latin1')
      const changed = text.replace('\tleft\t', '\tlefT\t')
      expect(changed).not.toBe(text)
      expect(await refusalOf(gzipSync(Buffer.from(changed, 'latin1')))).toBe(damaged('a checksum is wrong'))
    })

    it('changed after it was checked', async () => {
      const checked = await checkBackup({ path: file, name: file })
      const sections = checked.sections.map((one) => (one.name === 'votes' ? { ...one, rows: 9 } : one))
      await expect(
        restoreBackup(target, { path: file, name: 'FILE' }, { ...checked, sections }, app.deps.services.log),
      ).rejects.toThrow('FILE is damaged or incomplete (a checksum is wrong)')
      expect(await contentOf(target)).toEqual({})
    })

    it('which is no backup', async () => {
      const no = 'deadheat: FILE is not a backup of Deadheat. Name a file that "db backup" wrote.\n'
      expect(await refusalOf('model_a,model_b,winner\n')).toBe(no)
      expect(await refusalOf(gzipSync('model_a,model_b,winner\n'))).toBe(no)
      expect(await refusalOf(gzipSync('\0\0\0\x02{}'))).toBe(no)
    })
  })

  it('of a newer version is refused, and its version and migration named', async () => {
    const manifest = await checkBackup({ path: file, name: file })
    const migrations = [...manifest.migrations, '9999_later']
    await expect(
      requireRestorable({ path: file, name: 'FILE' }, { ...manifest, migrations, deadheat: '9.0.0' }),
    ).rejects.toThrow(
      'FILE was made by Deadheat 9.0.0 and needs its migration 9999_later, which this version does not have: update Deadheat, then restore.',
    )
  })

  it('of a database that is newer than this version is not made', async () => {
    await app.sql`insert into kysely_migration (name, timestamp) values ('9999_later', now())`
    const refused = await runOn(app.database, 'backup', join(folder, 'newer'))
    await app.sql`delete from kysely_migration where name = '9999_later'`
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('9999_later') })
    expect(await readdir(folder)).not.toContain('newer')
  })

  it('of nothing is refused', async () => {
    const empty = await emptyDatabase()
    const { code, stderr } = await runOn(empty, 'backup', join(folder, 'nothing'))
    expect([code, stderr]).toEqual([
      2,
      'deadheat: This database has no tables of Deadheat, so there is nothing to back up. Check DATABASE_URL and DEADHEAT_DATA.\n',
    ])
    await empty.close()
  })
})
