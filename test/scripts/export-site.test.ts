/** `export ARENA site`: a folder for any web host. */
import { folderForAll } from '../support/temporary-folder.ts'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SITE_FILES } from '../../shared/contracts/page.ts'
import type { Board, PublishedBoard } from '../../shared/contracts/index.ts'
import { ADMIN_TOKEN, appFor } from '../support/app.ts'
import { deadheatHere, notRefused, REFUSED } from './deadheat.ts'
import { beginPublishing } from '../../server/platform/postgres/publishing.ts'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { invitedPerson } from '../server/invited.ts'
import { Visitor } from '../server/visitor.ts'

/** Forty votes of ten people, most of them for A. */
const VOTES = [
  'id,model_a,model_b,winner,judge,question_id',
  ...Array.from({ length: 40 }, (_, i) => {
    const [a, b] = [
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'A'],
    ][i % 3]
    const winner = a === 'A' ? 'model_a' : b === 'A' ? 'model_b' : 'tie'
    return `${i},${a},${b},${i % 7 === 0 ? 'tie' : winner},v${i % 10},q${i % 8}`
  }),
].join('\n')
const cwd = folderForAll()
let server: string

const app = appFor({ clock: new Date().toISOString() }, async () => {
  server = await app.serve()
  await writeFile(join(cwd, 'votes.csv'), VOTES)
  await onDatabase(['import', 'letters', 'votes.csv', '--title', 'A & </script> B', '--question', 'Which?'])
})

const onDatabase = (args: string[]) =>
  deadheatHere(args, { cwd, env: { DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd } })
/** No database is named, so a command that opened one would fail. */
const onServer = (args: string[], env: Record<string, string> = {}) =>
  deadheatHere([...args, '--server', server], {
    cwd,
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...env },
  })
const exportTo = (folder: string, ...more: string[]) =>
  onDatabase(['export', 'letters', 'site', '--output', folder, ...more])
const read = (...path: string[]) => readFile(join(cwd, ...path), 'utf8')

describe('the folder of a site', () => {
  test('has page, board, votes, pictures and scripts, and says what it wrote', async () => {
    const { code, stderr } = await exportTo('public')
    expect([code, stderr]).toEqual([0, expect.stringContaining('Wrote public: the board of letters')])
    const names = (await readdir(join(cwd, 'public'))).sort()
    expect(names).toEqual([
      'assets',
      'badge.svg',
      'board.json',
      'board.md',
      'board.txt',
      'de.html',
      'favicon.svg',
      'index.html',
      'plate.dark.svg',
      'plate.de.dark.svg',
      'plate.de.png',
      'plate.de.svg',
      'plate.png',
      'plate.svg',
      'site.json',
      'votes.jsonl',
    ])
  })

  test.each([
    ['index.html', 'en'],
    ['de.html', 'de'],
  ])('%s can be read without JavaScript, and names nothing outside the folder', async (page, language) => {
    const html = await read('public', page)
    expect(html.slice(0, 60)).toContain(`<html lang="${language}"`)
    for (const name of ['A', 'B', 'C']) expect(html.includes(`<bdi>${name}</bdi>`), name).toBe(true)
    expect(html.includes('</script> B')).toBe(false)
    const addresses = [...html.matchAll(/(?:href|src|data-worker)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.filter((address) => /^(\/|[a-z]+:)/.test(address))).toEqual([])
    const there = await readdir(join(cwd, 'public'), { recursive: true })
    const missing = addresses
      .map((address) => address.replace(/[?#].*$/, ''))
      .filter((address) => address !== '' && !there.includes(address))
    expect(missing).toEqual([])
    expect(/http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1]).toMatch(
      /^default-src 'none'; script-src 'self';/,
    )
  })

  test('holds the same board in the page and beside it', async () => {
    const html = await read('public', 'index.html')
    const [, text] = /id="begin">([^<]*)</.exec(html)!
    const { board, title, question } = JSON.parse(text) as PublishedBoard
    expect(board).toEqual(JSON.parse(await read('public', SITE_FILES.board)))
    expect([title, question]).toEqual(['A & </script> B', 'Which?'])
  })
})

describe('a folder that has something', () => {
  test('is written anew if it is an earlier site', async () => {
    await writeFile(join(cwd, 'public', 'badge.svg'), 'old')
    expect((await exportTo('public')).code).toBe(0)
    expect(await read('public', 'badge.svg')).toContain('<svg')
  })

  test('is refused and left as it is if it has other files', async () => {
    await mkdir(join(cwd, 'taken'))
    await writeFile(join(cwd, 'taken', 'notes.txt'), 'x')
    const { code, stderr } = await exportTo('taken')
    expect([code, stderr]).toEqual([2, expect.stringContaining('already has "notes.txt"')])
    expect(await readdir(join(cwd, 'taken'))).toEqual(['notes.txt'])
  })

  test('is refused if it is a file', async () => {
    const { code, stderr } = await exportTo('votes.csv')
    expect([code, stderr]).toEqual([2, expect.stringContaining('votes.csv is a file')])
  })
})

describe('nothing is written', () => {
  test('without a folder, in a format, for a criterion that the arena lacks, or into a folder that is missing', async () => {
    const before = (await readdir(cwd)).sort()
    const site = (...args: string[]) => onDatabase(['export', 'letters', 'site', ...args])
    expect(await notRefused(site, REFUSED['site'])).toEqual([])
    expect((await readdir(cwd)).sort()).toEqual(before)
  })

  test('of a private arena to a visitor of a server', async () => {
    await onDatabase(['import', 'secret', 'votes.csv'])
    await onDatabase(['arenas', 'secret', '--visibility', 'private'])
    const ask = (env: Record<string, string>) =>
      onServer(['export', 'secret', 'site', '--output', 'of-secret'], env)
    const visitor = await ask({})
    expect([visitor.code, await readdir(cwd)]).toEqual([2, expect.not.arrayContaining(['of-secret'])])
    const operator = await ask({ DEADHEAT_TOKEN: ADMIN_TOKEN })
    expect([operator.code, operator.stderr]).toEqual([0, expect.stringContaining('secret is private')])
    expect(await read('of-secret', 'index.html')).toContain('<meta name="robots" content="noindex">')
  })
})

/** What a static site keeps to itself: texts, people, votes that no board counts, and arenas that are not listed. */
describe('a site has', () => {
  const TEXTS = {
    answer: 'An answer of the kitchen',
    prompt: 'A question of the cellar',
    reference: 'The attic',
  }
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

  /** Board and votes of a site, and every file by its name, as text. */
  async function siteIn(folder: string) {
    const entries = await readdir(join(cwd, folder), { recursive: true, withFileTypes: true })
    const files = new Map<string, string>()
    for (const entry of entries.filter((one) => one.isFile()))
      files.set(entry.name, await readFile(join(entry.parentPath, entry.name), 'utf8'))
    const board = JSON.parse(files.get(SITE_FILES.board)!) as Board
    return { board, files, rows: files.get(SITE_FILES.votes)!.split('\n').filter(Boolean) }
  }

  const filesWith = ({ files }: { files: Map<string, string> }, words: string) =>
    [...files].filter(([, text]) => text.includes(words)).map(([name]) => name)

  test('no text, nobody who voted, no reason, and no vote that was taken back', async () => {
    await bring('kitchen')
    const [visitor, other] = [new Visitor(app), new Visitor(app)]
    const reason = 'Because of the staircase'
    await visitor.vote(await visitor.battle('kitchen'), 'left', { reason })
    const withdrawn = await other.battle('kitchen')
    await other.choose(withdrawn, 'right')
    expect((await other.takeBack(withdrawn)).status).toBe(200)
    const { person: guest, token } = await invitedPerson(app, 'kitchen', 'Ada Lovelace')
    expect((await guest.vote(await guest.battle('kitchen'), 'tie')).status).toBe(201)

    expect(await onDatabase(['export', 'kitchen', 'site', '--output', 'kitchen'])).toMatchObject({
      code: 0,
    })
    const site = await siteIn('kitchen')
    expect([site.board.votes, site.rows.length]).toEqual([14, 14])
    const people = [visitor, other, guest].map(({ cookie }) => cookie.split('=')[1])
    const secrets = [...Object.values(TEXTS), reason, 'Ada Lovelace', token, withdrawn.battle.id, ...people]
    for (const secret of secrets) expect([secret, filesWith(site, secret)]).toEqual([secret, []])

    expect(await onServer(['export', 'kitchen', 'site', '--output', 'remote'])).toMatchObject({ code: 0 })
    const remote = await siteIn('remote')
    expect([...site.files.keys()].filter((name) => remote.files.get(name) !== site.files.get(name))).toEqual(
      [],
    )
  })

  test('no vote that is not published yet', async () => {
    await beginPublishing(app.deps.db, 86_400)
    await bring('cellar')
    const voter = new Visitor(app)
    await voter.vote(await voter.battle('cellar'), 'left')
    const counted = async () => {
      const { code } = await onDatabase(['export', 'cellar', 'site', '--output', 'cellar'])
      expect(code).toBe(0)
      const { board, rows } = await siteIn('cellar')
      return [board.votes, rows.length]
    }
    expect(await counted()).toEqual([0, 0])
    await beginPublishing(app.deps.db, 0)
    expect(await counted()).toEqual([13, 13])
  })

  test.each([
    ['public', 0],
    ['link', 2],
    ['private', 2],
  ] as const)('of a %s arena a word for search engines in %i pages', async (visibility, pages) => {
    await bring(`for-${visibility}`, { arena: { visibility } })
    const folder = `site-${visibility}`
    expect(await onDatabase(['export', `for-${visibility}`, 'site', '--output', folder])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(visibility === 'public' ? /^((?! is ).)*$/s : `for-${visibility} is `),
    })
    expect(filesWith(await siteIn(folder), '<meta name="robots" content="noindex">')).toHaveLength(pages)
  })
})
