/** Files of an import wait on disk: how large they may be, and that none stays there. */
import { request } from 'node:http'
import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { LARGEST_ARENA_BYTES, Problem } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MEGABYTES = 24
const PATH = '/api/admin/arenas/uploaded/import?create&dry-run'

let app: TestApp
let address: string
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

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
const send = (body: FormData | Uint8Array<ArrayBuffer> | ReadableStream) =>
  fetch(address + PATH, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
const formOf = (files: Record<string, string>) => {
  const form = new FormData()
  for (const [name, text] of Object.entries(files)) form.append(name, new Blob([text]), name)
  return form
}
const problemIn = async (response: Response) => {
  const { status, finding } = Problem.parse(await response.json())
  return [status, finding?.code, finding?.values]
}

it('of more than an arena.yaml with its files may have are imported', async () => {
  const prompts = Array.from({ length: 20 }, (_, i) =>
    JSON.stringify({ id: `p${i}`, text: 'x'.repeat(900_000) }),
  )
  const text = prompts.join('\n')
  expect(text.length).toBeGreaterThan(LARGEST_ARENA_BYTES)
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
    expect(await problemIn(response)).toEqual([413, 'import_large', { megabytes: MEGABYTES }])
    expect(await readdir(folder)).toEqual([])
  },
)

it('are as large as the page is told', async () => {
  const self = await app.request('/api/admin/self', { headers })
  expect(await self.json()).toMatchObject({ importMegabytes: MEGABYTES })
})

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
    headers: { ...headers, 'content-type': contentType },
  })
  expect(await problemIn(response)).toEqual([400, 'form_unread', {}])
  expect(await readdir(folder)).toEqual([])
})

it('of a sender that goes away do not stay on disk', async () => {
  const sending = request(address + PATH, {
    method: 'POST',
    headers: { ...headers, 'content-length': 100_000 },
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
