/** Tables that are sent make a new arena, like `import` in the terminal. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ImportReceipt } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { problemOf } from '../visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const TABLE = 'prompt,Short,Long\nHi?,Yes.,"Yes, indeed."\nBye?,No.,Not at all.\n'

function send(path: string, content = TABLE, name = 'wide.csv'): Promise<Response> {
  const body = new FormData()
  body.append(name, new Blob([content]), name)
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  return app.request(`/api/admin/arenas/${path}`, { method: 'POST', body, headers })
}

it('a table makes an arena with title and question, and a trial makes nothing', async () => {
  const query = '?create&title=Replies&question=Which%20is%20kinder%3F'
  const trial = ImportReceipt.parse(await (await send(`wide/import${query}&dry-run`)).json())
  expect(trial).toMatchObject({
    dryRun: true,
    contestantsAdded: 2,
    promptsAdded: 2,
    answersAdded: 4,
    mostlyNew: false,
  })
  expect((await app.request('/api/arenas/wide')).status).toBe(404)
  expect((await send(`wide/import${query}`)).status).toBe(200)
  expect(await (await app.request('/api/arenas/wide')).json()).toMatchObject({
    title: 'Replies',
    description: 'Which is kinder?',
    votable: true,
  })
})

it.each([
  ['votes.json', '[{"model_a":"A","model_b":"B","winner":"model_a"}]'],
  ['votes.jsonl', '{"model_a":"A","model_b":"B","winner":"tie"}\n'],
])('%s makes an arena too', async (name, content) => {
  const slug = name.replace('.', '-')
  expect((await send(`${slug}/import?create`, content, name)).status).toBe(200)
  expect(await (await app.request(`/api/arenas/${slug}`)).json()).toMatchObject({ title: slug, votes: 1 })
})

it('an arena that exists, a wrong address and a missing arena are refused', async () => {
  await send('there/import?create')
  expect(await problemOf(await send('there/import?create'))).toEqual([400, 'invalid_request'])
  expect(await problemOf(await send('No%20slug/import?create'))).toEqual([400, 'invalid_request'])
  expect(await problemOf(await send('nowhere/import'))).toEqual([404, 'arena_unknown'])
})
