/** Which rows of votes files are the same vote: of one file, of several, and of a file that is imported again. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportReceipt } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

async function receiptOf(slug: string, files: Record<string, string>, query = '') {
  const body = new FormData()
  for (const [name, content] of Object.entries(files)) body.append(name, new Blob([content]), name)
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const path = `/api/admin/arenas/${slug}/import?strict&yes&${query}`
  const response = await app.request(path, { method: 'POST', body, headers })
  return ImportReceipt.parse(await response.json())
}

async function send(slug: string, files: Record<string, string>, query = ''): Promise<number[]> {
  const { votesAdded, votesAlreadyThere } = await receiptOf(slug, files, query)
  return [votesAdded, votesAlreadyThere]
}

const keysOf = async (slug: string) => {
  const { rows } = await sql<{ import_key: string; voter: string }>`
    select v.import_key, v.voter from votes v join arenas a on a.id = v.arena_id where a.slug = ${slug}
    order by v.id`.execute(app.deps.db)
  return rows
}

const PLAIN = 'model_a,model_b,winner\nA,B,model_a\nA,B,model_a\n'
const TIMED =
  'model_a,model_b,winner,tstamp\nA,B,model_a,1767225605\nA,B,model_a,1767225605\nB,C,tie,1767225606\n'
const NAMED = 'id,model_a,model_b,winner\nx,A,B,model_a\nx,A,B,model_a\ny,A,B,model_a\n'

describe('equal rows', () => {
  it('without id and time are separate votes, by their lines; the file again adds nothing', async () => {
    expect(await send('plain', { 'one.csv': PLAIN }, 'create')).toEqual([2, 0])
    expect((await keysOf('plain')).map(({ import_key }) => import_key)).toEqual([
      expect.stringMatching(/^[\w-]{22}:2$/),
      expect.stringMatching(/^[\w-]{22}:3$/),
    ])
    expect(await send('plain', { 'one.csv': PLAIN })).toEqual([0, 2])
    expect(await send('plain', { 'two.csv': `${PLAIN}A,B,tie\n` })).toEqual([3, 0])
  })

  it('on one line of JSON are separate votes too, by their numbers', async () => {
    const row = { model_a: 'A', model_b: 'B', winner: 'model_a' }
    const file = JSON.stringify([row, row, row])
    expect(await send('json', { 'one.json': file }, 'create')).toEqual([3, 0])
    const keys = (await keysOf('json')).map(({ import_key }) => import_key.slice(22))
    expect(keys).toEqual([':1', ':2', ':3'])
    expect(await send('json', { 'one.json': file })).toEqual([0, 3])
  })

  it('with a time are separate votes, also in a longer file', async () => {
    expect(await send('timed', { 'one.csv': TIMED }, 'create')).toEqual([3, 0])
    expect(await send('timed', { 'two.csv': `${TIMED}B,C,tie,1767225606\n` })).toEqual([1, 3])
    const keys = (await keysOf('timed')).map(({ import_key }) => import_key.slice(43))
    expect(keys).toEqual(['', ':1', '', ':1'])
  })

  it('with the same id are one vote', async () => {
    expect(await send('named', { 'one.csv': NAMED }, 'create')).toEqual([2, 1])
  })

  it('of two files in one request are one vote each', async () => {
    const twice = (content: string) => ({ 'one.csv': content, 'two.csv': content })
    expect(await send('both-plain', twice(PLAIN), 'create')).toEqual([2, 2])
    expect(await send('both-timed', twice(TIMED), 'create')).toEqual([3, 3])
    expect(await send('both-named', twice(NAMED), 'create')).toEqual([2, 4])
  })

  it('of a file under another name add nothing; a longer one without ids and times adds all, with a warning', async () => {
    const row = (i: number) => `m${i % 4},n${(i * 7) % 5},${['model_a', 'tie'][i % 2]}\n`
    const text = (first: number) =>
      ['model_a,model_b,winner\n', ...Array.from({ length: 150 }, (_, i) => row(first + i))].join('')
    const sent = async (name: string, content: string, query = '') => {
      const { votesAdded, warnings } = await receiptOf('names', { [name]: content }, query)
      return [votesAdded, warnings.filter(({ code }) => code === 'file_like_earlier').length]
    }
    expect(await sent('one.csv', text(0), 'create')).toEqual([150, 0])
    expect(await sent('copy.csv', text(0))).toEqual([0, 0])
    expect(await sent('later.csv', text(3))).toEqual([150, 0])
    expect(await sent('longer.csv', `${text(0)}A,B,tie\n`)).toEqual([151, 1])
  })

  it('keep their keys from version to version, so that an old file adds nothing', async () => {
    await send(
      'kept',
      { 'one.csv': 'id,model_a,model_b,winner,tstamp,judge\na,A,B,model_a,1767225605,ann\n' },
      'create',
    )
    expect(await keysOf('kept')).toEqual([
      { import_key: 'MI5VoOIueMw2cOG0JazsDCaVIfOxD-uRDjpA0hto_ng', voter: 'ann' },
    ])
  })
})

it('prompts of votes keep the first category that stands, and get one if they have none', async () => {
  const rows = (...lines: string[]) => ['question_id,category,model_a,model_b,winner,id', ...lines].join('\n')
  await send('kinds', { 'one.csv': rows('p,,A,B,tie,1', 'q,early,A,B,tie,2') }, 'create')
  await send('kinds', { 'two.csv': rows('p,late,A,B,tie,3', 'p,later,A,B,tie,4', 'q,late,A,B,tie,5') })
  const { rows: stored } = await sql`
    select p.key, p.category from prompts p join arenas a on a.id = p.arena_id where a.slug = 'kinds' order by p.id`.execute(
    app.deps.db,
  )
  expect(stored).toEqual([
    { key: 'p', category: 'late' },
    { key: 'q', category: 'early' },
  ])
})
