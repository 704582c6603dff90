/** An arena.yaml that is sent with its files, and such as are sent by somebody who means no good. */
import { gzipSync } from 'node:zlib'
import { stringify } from 'yaml'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, afterEach, vi } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { importInto } from '../../../server/transfer/index.ts'
import {
  ArenaReceipt,
  ArenaTrial,
  ImportReceipt,
  MAX_ARENA_BYTES,
  Problem,
} from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp, AS_ADMIN, formOf } from '../../support/app.ts'
import { problemOf } from '../visitor.ts'
import { DESCRIBED, ENV, lines, NOW } from './arena-files.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'
import { request } from 'node:http'
import { readdir } from 'node:fs/promises'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const KEY = 'sk-secret-that-nobody-may-see-0123456789'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await createTestApp({ clock: NOW.toISOString(), env: { ...ENV, LOCAL_KEY: KEY } })
  address = await app.serve()
})
afterAll(() => app?.close())
beforeEach(() => void (app.logged.length = 0))

type Files = Record<string, string | Uint8Array>

async function send(described: unknown, files: Files = {}, query = '', name = 'arena.yaml') {
  const text = typeof described === 'string' ? described : stringify(described)
  const body = formOf({ [name]: text, ...files })
  return fetch(`${address}/api/admin/arenas${query}`, { method: 'POST', body, headers: AS_ADMIN })
}

const wrongIn = async (response: Response) => {
  const problem = Problem.parse(await response.json())
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
  return (problem.problems ?? []).map(
    ({ file, line, path, message }) => `${file}:${line}: ${path ?? ''}: ${message}`,
  )
}

describe('an arena that is sent', () => {
  it('is created with the files it names, and the same again updates it and adds nothing', async () => {
    const described = {
      ...DESCRIBED,
      arena: 'sent',
      prompts: 'data/prompts.jsonl',
      contestants: [...DESCRIBED.contestants, { name: 'Made', responses: './answers/made.csv' }],
      judges: [{ ...DESCRIBED.judges[0], rubric: 'rubrics/kind.md' }],
    }
    const files = {
      'mine/data/prompts.jsonl': lines([
        { id: 'a', text: 'A?' },
        { id: 'b', text: 'B?' },
      ]),
      'mine/answers/made.csv': 'prompt,text\na,Yes\nb,No\n',
      'mine/rubrics/kind.md': '---\ncriterion: overall\nforms: [pairwise]\n---\n\nWhich is kinder?\n',
    }
    const first = await send(described, files, '', 'mine/arena.yaml')
    const text = await first.text()
    expect([first.status, text]).toEqual([201, expect.any(String)])
    expect(ArenaReceipt.parse(JSON.parse(text))).toMatchObject({
      arena: 'sent',
      change: { created: true, contestantsAdded: 3, promptsAdded: 2, answersAdded: 2 },
      keys: [{ provider: 'local', apiKeyEnv: 'LOCAL_KEY', isSet: true }],
    })
    const again = await send(described, files, '', 'mine/arena.yaml')
    expect(again.status).toBe(200)
    expect(ArenaReceipt.parse(await again.json()).change).toMatchObject({
      created: false,
      contestantsAdded: 0,
      promptsAdded: 0,
    })
    expect(text).not.toContain(KEY)
    expect(app.logged.join('')).not.toContain(KEY)
  })

  it('may be JSON, with its files named by their relative paths', async () => {
    const files = { 'arena.yaml': stringify({ ...DESCRIBED, arena: 'as-json' }) }
    const response = await app.asAdmin('/api/admin/arenas', { files })
    expect(response.status).toBe(201)
    expect(await (await app.request('/api/arenas/as-json')).json()).toMatchObject({ prompts: 3 })
  })

  it('is checked without being stored: additions, calls and cost', async () => {
    const judges = [{ ...DESCRIBED.judges[0], model: 'gpt-4o-mini-2024-07-18' }]
    const response = await send({ ...DESCRIBED, arena: 'tried', judges, budgetUsd: 2 }, {}, '?dry-run')
    const trial = ArenaTrial.parse(await response.json())
    expect(trial).toMatchObject({
      arena: 'tried',
      change: { created: true, contestantsAdded: 2, promptsAdded: 3 },
      estimate: { answers: 6, judgements: 3, calls: 12 },
      budgetUsd: 2,
    })
    expect(await problemOf(await app.request('/api/arenas/tried'))).toEqual([404, 'arena_unknown'])
  })

  it('is created without a key, and the response names the missing variable', async () => {
    const providers = { local: { type: 'openai', apiKeyEnv: 'NOT_SET_API_KEY' } }
    const response = await send({ ...DESCRIBED, arena: 'keyless', providers })
    expect(response.status).toBe(201)
    expect(ArenaReceipt.parse(await response.json()).keys).toEqual([
      { provider: 'local', apiKeyEnv: 'NOT_SET_API_KEY', isSet: false },
    ])
  })
})

describe('votes, answers and prompts that are sent', () => {
  const path = '/api/admin/arenas/filled/import'
  const sendFiles = (files: Files, query = '') =>
    fetch(`${address}${path}${query}`, { method: 'POST', body: formOf(files), headers: AS_ADMIN })
  const receipt = async (response: Response) => ImportReceipt.parse(await response.json())
  const VOTES =
    'model_a,model_b,winner,question_id,id,judge_type\nA,B,model_a,p1,1\nA,A,tie,p1,2\nA,C,tie,p2,3\nA,B,model_b,p1,4,nobody\n'
  const PROMPTS = lines([
    { id: 'p1', text: 'One?' },
    { id: 'p2', text: 'Two?' },
  ])
  const ANSWERS = 'prompt,model,text\np1,A,Yes\np1,B,No\n'
  beforeAll(() =>
    importInto(app.deps, {
      arena: { slug: 'filled' },
      contestants: [{ name: 'A' }],
      prompts: [],
      answers: [],
      votes: [],
    }),
  )

  it('are read row by row, checked, imported as a whole, and add nothing the second time', async () => {
    const files = { 'votes.csv.gz': gzipSync(VOTES), 'prompts.jsonl': PROMPTS, 'answers.csv': ANSWERS }
    const receiptFields = {
      contestantsAdded: 2,
      promptsAdded: 2,
      answersAdded: 2,
      votesAdded: 2,
      mostlyNew: true,
      files: [
        {
          kind: 'votes',
          votes: 2,
          bad: 2,
          badRows: [
            {
              line: 3,
              wrong: 'a contestant against itself ("A")',
              finding: {
                code: 'found_there',
                values: {
                  wrong: { code: 'no_comparison', values: { why: 'a contestant against itself' } },
                  there: '"A"',
                },
              },
            },
            { line: 5, wrong: expect.stringContaining('judge_type') },
          ],
        },
        { kind: 'prompts', prompts: 2, bad: 0 },
        { kind: 'answers', answers: 2 },
      ],
    }
    expect(await receipt(await sendFiles(files, '?dry-run'))).toMatchObject({
      ...receiptFields,
      dryRun: true,
    })
    expect(await (await app.request('/api/arenas/filled')).json()).toMatchObject({ votes: 0, prompts: 0 })
    expect(await receipt(await sendFiles(files))).toMatchObject({ ...receiptFields, dryRun: false })
    expect(await (await app.request('/api/arenas/filled')).json()).toMatchObject({ votes: 2, prompts: 2 })
    const again = { contestantsAdded: 0, votesAdded: 0, votesAlreadyThere: 2, mostlyNew: false }
    expect(await receipt(await sendFiles(files))).toMatchObject(again)
    const log = await app.asAdmin('/api/admin/arenas/filled/audit')
    expect(await log.json()).toMatchObject({
      entries: [{ act: 'arena_changed', details: { votesAdded: 2 } }, { act: 'arena_created' }],
    })
  })

  it('may be one file as the body, and are refused as a whole if one cannot be used', async () => {
    const raw = (body: string | Uint8Array) =>
      fetch(address + path, {
        method: 'POST',
        body: body as Uint8Array<ArrayBuffer>,
        headers: AS_ADMIN,
      })
    expect(await receipt(await raw('model_a,model_b,winner,id\nA,B,tie,9\n'))).toMatchObject({
      votesAdded: 1,
    })
    const detail = async (response: Response) => Problem.parse(await response.json()).detail
    expect(await detail(await raw(''))).toBe(englishText(msg('no_file')))
    expect(await detail(await sendFiles({ 'votes.csv': '' }))).toBe(
      englishText(msg('nothing_in', { files: ['votes.csv'] })),
    )
    expect(await detail(await raw('a,b\n1,2\n'))).toMatch(/not recognised by its columns/)
    expect(await detail(await sendFiles({ 'arena.yaml': 'arena: filled\n' }))).toMatch(/describes an arena/)
    const stray = await sendFiles({ 'p.jsonl': lines([{ id: 'p7', text: '7?' }]), 'a.csv': ANSWERS })
    expect(await detail(stray)).toMatch(/"A" answers .*"p1"/)
    const other = await sendFiles({ 'votes.csv': VOTES, 'p.jsonl': lines([{ id: 'p1', text: 'Another?' }]) })
    expect(await detail(other)).toMatch(/is already in this arena with another text/)
    expect(await (await app.request('/api/arenas/filled')).json()).toMatchObject({ votes: 3, prompts: 2 })
  })
})

describe('files from an attacker', () => {
  it.each(['../../../../../../etc/passwd', '/etc/passwd', './../arena.yaml/../../etc/hosts'])(
    'read no file of the server by %s',
    async (path) => {
      const contestants = [DESCRIBED.contestants[0], { name: 'Thief', responses: path }]
      const judges = [{ ...DESCRIBED.judges[0], rubric: path }]
      const response = await send({ ...DESCRIBED, prompts: path, contestants, judges })
      const text = await response.clone().text()
      expect(await wrongIn(response)).toEqual(
        expect.arrayContaining([expect.stringMatching(/was not sent; send it too/)]),
      )
      expect(text).not.toMatch(/root:|localhost|ENOENT/)
      expect(text).not.toContain(process.cwd())
    },
  )

  it('are refused with multiplying aliases, endless nesting or invalid text', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [one, before] of [...'bcdefghi'].map((letter, i) => [letter, 'abcdefgh'[i]]))
      bomb.push(`${one}: &${one} [${Array(9).fill(`*${before}`).join(', ')}]`)
    expect((await wrongIn(await send(bomb.join('\n')))).join()).toMatch(/its aliases expand/)
    expect((await wrongIn(await send('['.repeat(200_000)))).join()).toMatch(
      /^arena\.yaml:1: : cannot be read: it is nested too deeply; use fewer levels$/,
    )
    expect((await wrongIn(await send('arena: ['))).join()).toMatch(/^arena\.yaml:1: : not YAML/)
    const latin = await send('x', { 'arena.yaml': new Uint8Array([0x61, 0xff, 0xfe]) })
    expect(Problem.parse(await latin.json()).detail).toMatch(/not UTF-8/)
  })

  it('are refused above the limits for one file, all files, and unpacked gzip', async () => {
    const long = await send(`arena: long\n#${'x'.repeat(2 * 1024 * 1024)}\n`)
    expect(await problemOf(long)).toEqual([413, 'too_large'])
    const all = await send(DESCRIBED, { 'prompts.jsonl': 'x'.repeat(MAX_ARENA_BYTES) })
    expect(await problemOf(all)).toEqual([413, 'too_large'])
    const line = `${JSON.stringify({ id: 'a', text: 'x'.repeat(900_000) })}\n`
    const packed = gzipSync(line.repeat(80))
    expect(packed.length).toBeLessThan(1_000_000)
    const unpacked = await send({ ...DESCRIBED, prompts: 'p.jsonl' }, { 'p.jsonl': packed })
    expect((await wrongIn(unpacked)).join()).toMatch(/unpacks to more than 64 MB/)
  })

  it.each(['DEADHEAT_ADMIN_TOKEN', 'DEADHEAT_API_KEY', 'GITHUB_TOKEN', 'PGPASSWORD'])(
    'cannot send %s to a chosen address',
    async (apiKeyEnv) => {
      const providers = { local: { type: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv } }
      const described = stringify({ ...DESCRIBED, providers })
      const line = described.split('\n').findIndex((row) => row.includes('apiKeyEnv')) + 1
      expect(await wrongIn(await send(described))).toEqual([
        expect.stringMatching(
          new RegExp(`^arena\\.yaml:${line}: providers\\.local\\.apiKeyEnv: ${apiKeyEnv} is not allowed`),
        ),
      ])
    },
  )

  it.each(['http://127.0.0.1:9/v1', 'http://localhost:11434/v1', 'http://169.254.169.254/v1'])(
    'cannot make a server that others reach call %s',
    async (baseUrl) => {
      const guarded = createApp({ ...app.deps, settings: { ...app.deps.settings, privateProviders: false } })
      const described = stringify({
        ...DESCRIBED,
        arena: 'guarded',
        providers: { local: { ...DESCRIBED.providers.local, baseUrl } },
      })
      const init = { method: 'POST', body: formOf({ 'arena.yaml': described }), headers: AS_ADMIN }
      const line = described.split('\n').findIndex((row) => row.includes('baseUrl')) + 1
      expect(await wrongIn(await guarded.request('/api/admin/arenas', init))).toEqual([
        expect.stringMatching(
          new RegExp(`^arena\\.yaml:${line}: providers\\.local\\.baseUrl: .* is a private address`),
        ),
      ])
    },
  )

  it('are marked for public addresses if the server calls no others', async () => {
    const providers = { local: { ...DESCRIBED.providers.local, baseUrl: 'https://models.example/v1' } }
    const marks = async () => {
      const { rows } = await sql`select public_only from providers p join arenas a on a.id = p.arena_id
        where a.slug = 'marked-public'`.execute(app.deps.db)
      return rows
    }
    for (const privateProviders of [false, true]) {
      const body = formOf({ 'arena.yaml': stringify({ ...DESCRIBED, arena: 'marked-public', providers }) })
      const server = createApp({ ...app.deps, settings: { ...app.deps.settings, privateProviders } })
      await server.request('/api/admin/arenas', { method: 'POST', body, headers: AS_ADMIN })
      expect(await marks()).toEqual([{ public_only: !privateProviders }])
    }
  })

  it('keep names with markup as text, and errors stay in one line', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const contestants = [{ ...DESCRIBED.contestants[0], name }, DESCRIBED.contestants[1]]
    expect((await send({ ...DESCRIBED, arena: 'marked', contestants })).status).toBe(201)
    const path = '/api/admin/arenas/marked/contestants'
    const listed = (await (await app.asAdmin(path)).json()) as object
    expect(listed).toMatchObject({ contestants: expect.arrayContaining([expect.objectContaining({ name })]) })
  })

  it('need a YAML file, and only one of them', async () => {
    expect(await problemOf(await send('x', {}, '', 'notes.txt'))).toEqual([400, 'invalid_request'])
    expect(await problemOf(await send('x', { 'other/arena.yml': 'y' }))).toEqual([400, 'invalid_request'])
    const empty = await app.request('/api/admin/arenas', { method: 'POST', headers: AS_ADMIN })
    expect(await problemOf(empty)).toEqual([400, 'invalid_request'])
  })
})

/** Files of an import wait on disk: how large they may be, and that none stays there. */
describe('files that are uploaded', () => {
  const MEGABYTES = 24
  const PATH = '/api/admin/arenas/uploaded/import?create&dry-run'

  let folder: string
  beforeAll(async () => {
    app = await createTestApp({ importMegabytes: MEGABYTES })
    address = await app.serve()
  })
  afterAll(() => app?.close())
  beforeEach(async () => {
    folder = await temporaryFolder()
    vi.stubEnv('TMPDIR', folder)
  })
  afterEach(() => vi.unstubAllEnvs())

  const send = (body: FormData | Uint8Array<ArrayBuffer> | ReadableStream) =>
    fetch(address + PATH, { method: 'POST', body, headers: AS_ADMIN, duplex: 'half' } as RequestInit)
  const problemIn = async (response: Response) => {
    const { status, finding } = Problem.parse(await response.json())
    return [status, finding?.code, finding?.values]
  }

  it('of more than an arena.yaml with its files may have are imported', async () => {
    const prompts = Array.from({ length: 20 }, (_, i) =>
      JSON.stringify({ id: `p${i}`, text: 'x'.repeat(900_000) }),
    )
    const text = prompts.join('\n')
    expect(text.length).toBeGreaterThan(MAX_ARENA_BYTES)
    const response = await send(
      formOf({ 'prompts.jsonl': text, 'answers.csv': 'prompt,model,text\np1,A,Yes\n' }),
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ promptsAdded: 20, answersAdded: 1 })
    expect(await readdir(folder)).toEqual([])
  })

  it.each(['a stated length', 'no stated length'])(
    'beyond the limit of the server are refused, with %s',
    async (how) => {
      const bytes = new Uint8Array(MEGABYTES * 1024 * 1024 + 1)
      const response = await send(how === 'a stated length' ? bytes : new Blob([bytes]).stream())
      expect(await problemIn(response)).toMatchObject([413, 'files_large', { megabytes: MEGABYTES }])
      expect(await readdir(folder)).toEqual([])
    },
  )

  it('in a form that ends too early are refused', async () => {
    const whole = new Request('http://localhost', {
      method: 'POST',
      body: formOf({ 'a.csv': 'prompt,A,B\nq,x,y\n' }),
    })
    const contentType = whole.headers.get('content-type')!
    const body = (await whole.arrayBuffer()).slice(0, -20)
    const response = await fetch(address + PATH, {
      method: 'POST',
      body,
      headers: { ...AS_ADMIN, 'content-type': contentType },
    })
    expect(await problemIn(response)).toEqual([400, 'form_unread', {}])
    expect(await readdir(folder)).toEqual([])
  })

  it('of a sender that goes away do not stay on disk', async () => {
    const sending = request(address + PATH, {
      method: 'POST',
      headers: { ...AS_ADMIN, 'content-length': 100_000 },
    })
    sending.on('error', () => {})
    sending.write('x'.repeat(1000))
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1))
    sending.destroy()
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]))
  })

  it('named like a path of the server are read from the request alone', async () => {
    const response = await send(formOf({ '../../../etc/passwd': 'prompt,A,B\nq,x,y\n' }))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ files: [{ name: 'passwd' }], answersAdded: 2 })
  })
})
