/** Files that are slow to read, by accident or on purpose: the server answers others meanwhile, and ends the reading. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Limits } from '../../../server/platform/jobs/thread.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { ImportReceipt, Problem } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await createTestApp()
  address = await app.serve()
  await importInto(app.deps, arenaOf('heavy', { prompts: 1 }))
})
afterAll(() => app?.close())

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
const send = (body: string, at = address) =>
  fetch(`${at}/api/admin/arenas/heavy/import?dry-run`, { method: 'POST', body, headers })
const tryYaml = (yaml: string) =>
  app.request('/api/admin/arenas?dry-run', { json: { files: { 'arena.yaml': yaml } }, headers })

async function refusal(response: Response): Promise<Problem> {
  const problem = Problem.parse(await response.json())
  expect([400, 413]).toContain(response.status)
  return problem
}

describe('a file that once took minutes', () => {
  it('is refused at once: 200,000 columns', async () => {
    const header = Array.from({ length: 200_000 }, (_, i) => `c${i}`).join(',')
    const { finding } = await refusal(await send(`prompt,${header}\nx,${header}\n`))
    expect(finding).toMatchObject({ code: 'columns_many' })
  })

  it('is refused at once: an arena.yaml of 250 kB of unknown keys', async () => {
    const keys = Array.from({ length: 25_000 }, (_, i) => `k${i}: 1`)
    const { problems } = (await (await tryYaml(`arena: x\n${keys.join('\n')}`)).json()) as Problem
    expect(problems).toHaveLength(101)
    expect(problems!.at(-1)!.message).toMatch(/^there are 2\d,\d{3} more problems|^there are 2\d{4} more/)
  })

  it('is refused at once: 80,000 aliases', async () => {
    const { problems } = (await (
      await tryYaml(`a: &a 1\nb: [${Array(80_000).fill('*a').join(',')}]`)
    ).json()) as Problem
    expect(problems!.length).toBeGreaterThan(0)
  })

  it('is read at once, without a row that is nested three million levels deep', async () => {
    const response = await send(`{"id":"deep","text":"x","variables":${'['.repeat(3_000_000)}\n`)
    expect([200, 400]).toContain(response.status)
  })
})

describe('a large table', () => {
  // every row is left out, so that reading is all the work
  const cells = Array.from({ length: 1000 }, (_, i) => `c${i}`).join(',')
  const table = `prompt,${cells},category\n${`q,${cells},a\0b\n`.repeat(600)}`

  it('does not make other requests wait', async () => {
    let isRead = false
    const importing = send(table).then((response) => {
      isRead = true
      return response
    })
    let answered = 0
    for (; !isRead; answered++) await (await fetch(`${address}/healthz`)).text()
    const { finding } = Problem.parse(await (await importing).json())
    expect(finding).toMatchObject({ code: 'all_rows_bad', values: { count: 600 } })
    expect(answered).toBeGreaterThan(100)
  })

  const limited = async (fileLimits: Limits, body: string) => {
    const small = await createTestApp({ database: app.database, fileLimits })
    const response = await send(body, await small.serve())
    const { status } = response
    const { finding } = (await response.json()) as Problem
    await small.close()
    return [status, finding?.code]
  }

  it('that takes longer than the limit is refused, and the next one is read', async () => {
    // a file has a second more for each megabyte
    const shorter = table.slice(0, 900_000)
    expect(await limited({ seconds: 0.02, megabytes: 2048 }, shorter)).toEqual([413, 'files_take_long'])
    expect((await send('prompt,one,two\nq,x,y\n')).status).toBe(200)
  })

  it('that takes more memory than the limit is refused, and the next one is read', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `q${i},${cells},ab\n`).join('')
    const readable = `prompt,${cells},category\n${rows}`
    expect(await limited({ seconds: 60, megabytes: 24 }, readable)).toEqual([413, 'files_take_memory'])
    expect((await send('prompt,one,two\nq,x,y\n')).status).toBe(200)
  })
})

test('a table of the answers of 4,000 contestants is imported', async () => {
  await importInto(app.deps, arenaOf('wide', { prompts: 1 }))
  const names = Array.from({ length: 4000 }, (_, i) => `c${i}`).join(',')
  const path = '/api/admin/arenas/wide/import'
  const response = await app.request(path, {
    method: 'POST',
    body: `prompt,${names}\nWhat?,${names}\n`,
    headers,
  })
  expect(ImportReceipt.parse(await response.json())).toMatchObject({ contestantsAdded: 4000 })
})
