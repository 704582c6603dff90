/** A whole arena leaves one database as a file and comes into another with the same ids, board and hashes. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { AuditLog, Board } from '../../../shared/contracts/index.ts'
import { deadheatHere, type Ran } from '../../scripts/deadheat.ts'
import { appFor, AS_ADMIN, type TestApp } from '../../support/app.ts'
import { folderForAll } from '../../support/temporary-folder.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { PNG } from '../../support/pictures.ts'
import { Visitor } from '../visitor.ts'
import { everything, votesOf } from './formats/tools/tool-import.ts'

describe('the archive of an arena', () => {
  const source = appFor()
  const target = appFor()
  const folder = folderForAll()
  const file = join(folder, 'moved.deadheat')
  let written: Ran
  const run = (app: TestApp, ...args: string[]) =>
    deadheatHere(args, { env: { DATABASE_URL: app.database.connectionString } })

  beforeAll(async () => {
    await source.work()
    await target.work()
    // other arenas in both, so that numbers differ
    await importInto(source.deps, arenaOf('before', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
    for (const slug of ['one', 'two', 'three'])
      await importInto(target.deps, arenaOf(slug, { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
    const votes = Array.from({ length: 40 }, (_, i) =>
      voteOf(NAMES[i % 2], NAMES[2], i % 3 === 0 ? 'left' : 'right', { prompt: `p${i % 4}` }),
    )
    await importInto(source.deps, arenaOf('moved', { votes }))
    const table = join(folder, 'table.csv')
    await writeFile(table, `prompt,${NAMES.join(',')}\n![A disc](disc.png),One.,![](disc.png),Three.\n`)
    await writeFile(join(folder, 'disc.png'), PNG)
    await run(source, 'import', 'moved', table)
    const visitor = new Visitor(source)
    await visitor.vote(await visitor.battle('moved'), 'left')
    await sql`update answers set drawn = array['\\x89504e47', '']::bytea[]`.execute(source.deps.db)
    await source.settle()
    written = await run(source, 'export', 'moved', 'archive', '-o', file)
  })

  const boardOf = async (app: TestApp, arena = 'moved') =>
    (await (await app.request(`/api/arenas/${arena}/leaderboard`)).json()) as Board
  const rowsOf = async (app: TestApp, table: string) => {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'arena_id')::text as row from ${sql.table(table)} t
      where arena_id = (select id from arenas where slug = 'moved') order by 1`.execute(app.deps.db)
    return rows.map(({ row }) => row)
  }

  it('is readable by its owner alone, and the terminal says why', async () => {
    expect(written).toMatchObject({ code: 0, stderr: expect.stringContaining('moved, with its voters') })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('may be left by its reader, and the server goes on', async () => {
    await importInto(source.deps, arenaOf('large', { says: () => randomBytes(1_500_000).toString('base64') }))
    const address = await source.serve()
    for (let time = 0; time < 5; time++) {
      const response = await fetch(`${address}/api/admin/arenas/large/content`, { headers: AS_ADMIN })
      await response.body!.cancel()
    }
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })

  it('comes into another database with the same ids, board and hash of the votes, and waits for no voter there', async () => {
    // a vote in another arena whose transaction is still open
    const voting = await target.database.pool.connect()
    await voting.query('begin; lock table votes, battles, calls in row exclusive mode')
    const { code, stdout } = await run(target, 'import', 'moved', file)
    await voting.query('rollback')
    voting.release()
    expect([code, stdout]).toEqual([0, expect.stringContaining('Created arena moved from its archive: ')])
    for (const table of ['contestants', 'pictures', 'prompts', 'answers', 'battles', 'votes'])
      expect(await rowsOf(target, table)).toEqual(await rowsOf(source, table))
    expect(await rowsOf(target, 'pictures')).toHaveLength(1)
    expect(await votesOf(target, 'moved')).toEqual(await votesOf(source, 'moved'))
    await target.settle()
    const [before, after] = [await boardOf(source), await boardOf(target)]
    expect(before.votesSha256).toMatch(/^[0-9a-f]{64}$/)
    expect(after.votesSha256).toBe(before.votesSha256)
    expect(after.contestants).toEqual(before.contestants)
  })

  it('lives on there: new votes have new ids', async () => {
    const visitor = new Visitor(target)
    expect((await visitor.vote(await visitor.battle('moved'), 'right')).status).toBe(201)
    await importInto(target.deps, arenaOf('moved', { votes: [voteOf(NAMES[0], NAMES[1], 'tie')] }))
    expect(await rowsOf(target, 'votes')).toHaveLength((await rowsOf(source, 'votes')).length + 2)
  })

  it('is refused where its name is taken, and so is a damaged one; both change nothing', async () => {
    const before = await everything(target)
    expect(await run(target, 'import', 'moved', file)).toMatchObject({ code: 2 })
    const bytes = await readFile(file)
    const cut = join(folder, 'cut')
    await writeFile(cut, bytes.subarray(0, bytes.length / 2))
    expect((await run(target, 'import', 'cut', cut)).code).not.toBe(0)
    const changed = join(folder, 'changed')
    const text = gunzipSync(bytes)
    text.write('X', text.indexOf(NAMES[0]))
    await writeFile(changed, gzipSync(text))
    const { code, stderr } = await run(target, 'import', 'changed', changed)
    expect([code, stderr]).toEqual([2, expect.stringContaining('a checksum is wrong')])
    expect(await everything(target)).toEqual(before)
  })

  it('makes a copy beside its arena, whose links to vote open the original alone', async () => {
    const made = await source.asAdmin('/api/admin/arenas/moved/invitations', {
      people: ['Ada'],
    })
    const { invitations } = (await made.json()) as { invitations: { path: string }[] }
    const token = invitations[0].path.split('#invite=')[1]
    const again = join(folder, 'again.deadheat')
    expect((await run(source, 'export', 'moved', 'archive', '-o', again)).code).toBe(0)
    const { code, stdout } = await run(source, 'import', 'copy', again)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Created arena copy from its archive: ')])
    await source.settle()
    const [original, copy] = [await boardOf(source), await boardOf(source, 'copy')]
    expect(copy.contestants).toEqual(original.contestants)
    expect(copy.votesSha256).toBe(original.votesSha256)
    const opening = (arena: string) => source.request(`/api/arenas/${arena}/invitation`, { json: { token } })
    expect((await opening('copy')).status).not.toBe(200)
    expect((await opening('moved')).status).toBe(200)
    const visitor = new Visitor(source)
    expect((await visitor.vote(await visitor.battle('copy'), 'left')).status).toBe(201)
    expect((await boardOf(source)).votes).toBe(original.votes)
  })

  it('goes out and comes in over HTTP, for admins alone; the log says so', async () => {
    const path = '/api/admin/arenas/moved/content'
    expect((await source.request(path)).status).toBe(401)
    const sent = await source.asAdmin(path)
    expect(sent.headers.get('content-disposition')).toBe('attachment; filename="moved.deadheat"')
    const body = await sent.arrayBuffer()
    const put = (slug: string, bytes: ArrayBuffer | string) =>
      target.request(`/api/admin/arenas/${slug}/content`, { method: 'PUT', body: bytes, headers: AS_ADMIN })
    const brought = await put('sent', body)
    expect([brought.status, await brought.json()]).toMatchObject([
      201,
      { arena: 'sent', rows: { arenas: 1 } },
    ])
    const refusals = await Promise.all([
      put('sent', body),
      put('No Slug', body),
      put('cut', body.slice(0, body.byteLength / 2)),
      put('none', 'no archive at all'),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    const words = await Promise.all(
      refusals.map(async (one) => ((await one.json()) as { detail: string }).detail),
    )
    expect(words).toEqual([
      expect.stringContaining('There already is an arena "sent"'),
      expect.stringContaining('No Slug'),
      expect.stringContaining('The archive is damaged'),
      expect.stringContaining('The archive is no'),
    ])
    const log = (await (await source.asAdmin('/api/admin/arenas/moved/audit')).json()) as AuditLog
    expect(log.entries[0]).toMatchObject({ act: 'texts_exported', details: { what: 'archive' } })
  })

  it.each([
    ['export', 'moved', 'archive', '--json'],
    ['export', 'moved', 'archive', '--format', 'json'],
    ['export', 'moved', 'archive', '--source', 'people'],
  ])('is whole: %s %s %s %s is refused', async (...args) => {
    expect(await run(source, ...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('whole arena'),
    })
  })
})
