/** What a static site keeps to itself: texts, people, votes that no board counts, and arenas that are not listed. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginPublishing } from '../../server/platform/postgres/publishing.ts'
import { importInto } from '../../server/transfer/index.ts'
import { SITE_FILES } from '../../shared/contracts/page.ts'
import type { Board, NewInvitation } from '../../shared/contracts/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { Visitor } from '../server/visitor.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../support/app.ts'
import { deadheatHere } from './deadheat.ts'

const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` }
const TEXTS = {
  answer: 'An answer of the kitchen',
  prompt: 'A question of the cellar',
  reference: 'The attic',
}

let app: TestApp
let cwd: string
let server: string
beforeAll(async () => {
  app = await createTestApp({ clock: new Date().toISOString() })
  cwd = await mkdtemp(join(tmpdir(), 'deadheat-'))
  server = await app.serve()
})
afterAll(async () => {
  await app?.close()
  await rm(cwd, { recursive: true, force: true })
})

const [first, second] = NAMES
const VOTES = Array.from({ length: 12 }, (_, i) =>
  voteOf(first, second, i % 3 ? 'left' : 'right', { prompt: `p${(i % 4) + 1}`, voter: `v${i % 5}` }),
)

async function bring(slug: string, more: Parameters<typeof arenaOf>[1] = {}): Promise<void> {
  const arena = arenaOf(slug, { says: (name, n) => `${TEXTS.answer} ${name} ${n}`, votes: VOTES, ...more })
  const prompts = arena.prompts.map((prompt) => ({
    ...prompt,
    messages: [{ role: 'user' as const, content: `${TEXTS.prompt} ${prompt.key}` }],
    reference: TEXTS.reference,
  }))
  await importInto(app.deps, { ...arena, prompts })
}

const fromDatabase = (args: string[]) =>
  deadheatHere(args, { cwd, env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd } })
const fromServer = (args: string[], address = server) =>
  deadheatHere([...args, '--server', address], {
    cwd,
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })

interface Site {
  board: Board
  rows: Record<string, unknown>[]
  /** Every file by its name, as text. */
  files: Map<string, string>
}

async function siteIn(folder: string): Promise<Site> {
  const names = (await readdir(join(cwd, folder), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )
  const files = new Map<string, string>()
  for (const one of names) files.set(one.name, await readFile(join(one.parentPath, one.name), 'utf8'))
  const board = JSON.parse(files.get(SITE_FILES.board)!) as Board
  const lines = files.get(SITE_FILES.votes)!.split('\n')
  return { board, files, rows: lines.filter(Boolean).map((line) => JSON.parse(line) as Site['rows'][number]) }
}

const filesWith = ({ files }: Site, words: string) =>
  [...files].filter(([, text]) => text.includes(words)).map(([name]) => name)

describe('a site has', () => {
  test('no text, nobody who voted, no reason, and no vote that was taken back', async () => {
    await bring('kitchen')
    const [visitor, other, guest] = [new Visitor(app), new Visitor(app), new Visitor(app)]
    const reason = 'Because of the staircase'
    await visitor.vote(await visitor.battle('kitchen'), 'left', { reason, final: true })
    const withdrawn = await other.battle('kitchen')
    await other.vote(withdrawn, 'right')
    expect((await other.takeBack(withdrawn)).status).toBe(200)
    const invited = await app.request('/api/admin/arenas/kitchen/invitations', {
      json: { people: ['Ada Lovelace'] },
      headers: OPERATOR,
    })
    const { invitations } = (await invited.json()) as { invitations: NewInvitation[] }
    const token = invitations[0].path.split('#invite=')[1]
    const opened = await app.request('/api/arenas/kitchen/invitation', { json: { token } })
    guest.cookie = opened.headers.get('set-cookie')!.split(';')[0]
    expect((await guest.vote(await guest.battle('kitchen'), 'tie', { final: true })).status).toBe(201)

    expect(await fromDatabase(['export', 'kitchen', 'site', '--output', 'kitchen'])).toMatchObject({
      code: 0,
    })
    const site = await siteIn('kitchen')
    expect([site.board.votes, site.rows.length]).toEqual([14, 14])
    const people = [visitor, other, guest].map(({ cookie }) => cookie.split('=')[1])
    const secrets = [...Object.values(TEXTS), reason, 'Ada Lovelace', token, withdrawn.battle.id, ...people]
    for (const secret of secrets) expect([secret, filesWith(site, secret)]).toEqual([secret, []])

    expect(await fromServer(['export', 'kitchen', 'site', '--output', 'remote'])).toMatchObject({ code: 0 })
    const remote = await siteIn('remote')
    expect([...site.files.keys()].filter((name) => remote.files.get(name) !== site.files.get(name))).toEqual(
      [],
    )
  })

  test('no vote that is not published yet', async () => {
    await beginPublishing(app.deps.db, 86_400)
    await bring('cellar')
    const voter = new Visitor(app)
    await voter.vote(await voter.battle('cellar'), 'left', { final: true })
    const counted = async () => {
      const { code } = await fromDatabase(['export', 'cellar', 'site', '--output', 'cellar'])
      expect(code).toBe(0)
      const { board, rows } = await siteIn('cellar')
      return [board.votes, rows.length]
    }
    expect(await counted()).toEqual([0, 0])
    await beginPublishing(app.deps.db, 0)
    expect(await counted()).toEqual([13, 13])
  })

  test('what an archived arena had', async () => {
    await bring('attic')
    expect(await fromDatabase(['arenas', 'attic', '--archive'])).toMatchObject({ code: 0 })
    expect(await fromDatabase(['export', 'attic', 'site', '--output', 'attic'])).toMatchObject({ code: 0 })
    expect((await siteIn('attic')).board.votes).toBe(12)
    expect(await fromServer(['export', 'attic', 'site', '--output', 'attic-remote'])).toMatchObject({
      code: 0,
    })
    const [here, there] = [await siteIn('attic'), await siteIn('attic-remote')]
    expect([...there.files.keys()].filter((name) => there.files.get(name) !== here.files.get(name))).toEqual(
      [],
    )
    expect(filesWith(here, 'Closed on ')).toContain('plate.svg')
  })

  test.each([
    ['public', 0],
    ['link', 2],
    ['private', 2],
  ] as const)('of a %s arena a word for search engines in %i pages', async (visibility, pages) => {
    await bring(`for-${visibility}`, { arena: { visibility } })
    const folder = `site-${visibility}`
    expect(await fromDatabase(['export', `for-${visibility}`, 'site', '--output', folder])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(visibility === 'public' ? /^((?! is ).)*$/s : `for-${visibility} is `),
    })
    expect(filesWith(await siteIn(folder), '<meta name="robots" content="noindex">')).toHaveLength(pages)
  })
})
