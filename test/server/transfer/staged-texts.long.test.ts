/** Texts of several portions: what one portion brings, the next ones know. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ImportReceipt, Problem } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'

/** Twice the size of a portion, with 4,000 characters each. */
const MANY = 600
const long = (text: string) => `${text} `.repeat(Math.ceil(4_000 / text.length))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const jsonl = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const numbers = Array.from({ length: MANY }, (_, n) => n)
const answers = jsonl(numbers.map((n) => ({ prompt: `p${n}`, model: 'A', text: long(`Answer ${n}.`) })))
const prompts = jsonl(numbers.map((n) => ({ id: `p${n}`, text: long(`Question ${n}?`), category: 'some' })))

async function send(slug: string, files: Record<string, string>): Promise<unknown> {
  const body = new FormData()
  for (const [name, content] of Object.entries(files)) body.append(name, new Blob([content]), name)
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const path = `/api/admin/arenas/${slug}/import?strict&create`
  return (await app.request(path, { method: 'POST', body, headers })).json()
}

it('prompts get their texts, whether these come before or after the answers', async () => {
  const counts = { prompts: MANY, promptsAdded: MANY, answersAdded: MANY, promptsWithoutText: 0 }
  const before = ImportReceipt.parse(await send('before', { 'p.jsonl': prompts, 'a.jsonl': answers }))
  expect(before).toMatchObject(counts)
  const after = ImportReceipt.parse(await send('after', { 'a.jsonl': answers, 'p.jsonl': prompts }))
  expect(after).toMatchObject(counts)
  const { rows } = await sql`
    select a.slug, count(*)::int, count(p.messages)::int as texts, min(p.category) as category
    from prompts p join arenas a on a.id = p.arena_id group by a.slug order by a.slug`.execute(app.deps.db)
  const whole = { count: MANY, texts: MANY, category: 'some' }
  expect(rows).toEqual([
    { slug: 'after', ...whole },
    { slug: 'before', ...whole },
  ])
})

it('the same answer again is one answer, and another text for it refuses the import', async () => {
  const [first] = answers.split('\n')
  const same = ImportReceipt.parse(await send('same', { 'a.jsonl': answers, 'b.jsonl': `${first}\n` }))
  expect(same).toMatchObject({ answersAdded: MANY })
  const other = jsonl([{ prompt: 'p0', model: 'A', text: 'Another answer.' }])
  const refused = Problem.parse(await send('other', { 'a.jsonl': answers, 'b.jsonl': other }))
  expect(refused.finding).toMatchObject({ code: 'two_answers' })
  expect((await app.request('/api/arenas/other')).status).toBe(404)
})
