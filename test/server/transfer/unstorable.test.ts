/** What Postgres cannot store is refused with its place, wherever it comes from; so is more than it takes at once. */
import { stringify } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { ImportReceipt, MOST_CONTESTANTS, Problem } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { DESCRIBED, ENV, lines, NOW } from './arena-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: NOW.toISOString(), env: ENV })
  await importInto(app.deps, arenaOf('kept', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
})
afterAll(() => app?.close())

const authorization = `Bearer ${ADMIN_TOKEN}`
const post = (path: string, json: unknown) =>
  app.request(`/api/admin/arenas${path}`, { json, headers: { authorization } })
/** Most rows are left out here, which an import asks about. */
const send = (body: string, arena = 'kept') =>
  app.request(`/api/admin/arenas/${arena}/import?yes`, { method: 'POST', body, headers: { authorization } })
const refusal = async (response: Response) => {
  expect(response.status).toBe(400)
  return Problem.parse(await response.json())
}

const HALF = '\ud800'
const FAULTS = [`a${HALF}b`, 'a\0b']
const deep = (levels: number): unknown => (levels === 0 ? 'x' : { in: deep(levels - 1) })

describe('a text that Postgres cannot store', () => {
  it.each(FAULTS)('%j is refused with the name of its field', async (text) => {
    const quarantine = await refusal(await post('/kept/votes/quarantine', { votes: [1], reason: text }))
    expect(quarantine.detail).toMatch(/^reason: a NUL or half a character/)
    const retired = await refusal(await post('/kept/prompts/retire', { keys: ['p1', text] }))
    expect(retired.detail).toMatch(/^keys\.1: a NUL/)
    const visitor = new Visitor(app)
    const voted = await refusal(await visitor.vote(await visitor.battle('kept'), 'left', { reason: text }))
    expect(voted.detail).toMatch(/^reason: a NUL/)
    const query = `/api/arenas/kept/leaderboard?category=${encodeURIComponent('a\0b')}`
    expect((await refusal(await app.request(query))).detail).toMatch(/^category: a NUL/)
  })

  it.each(FAULTS)('%j leaves out its row of a file, with the name of the field', async (text) => {
    const rows = [
      { id: 'value', text: 'A?', variables: { name: [text] } },
      { id: 'key', text: 'A?', variables: { [text]: 'x' } },
      { id: 'context', text: 'A?', context: [text] },
      { id: 'sound', text: 'A?', variables: { name: 'x' } },
    ]
    const response = await send(lines(rows))
    const { promptsAdded, files } = ImportReceipt.parse(await response.json())
    expect([promptsAdded, files[0].bad]).toEqual([text === FAULTS[0] ? 1 : 0, 3])
    expect(files[0].badRows.map(({ wrong }) => wrong)).toEqual(
      ['variables', 'variables', 'context'].map((field) => `a NUL or half a character in ${field}`),
    )
    const table = await send(`prompt,one,two,category\nB?,x,y,"a\0"\nC?,x,y,b\n`)
    expect(ImportReceipt.parse(await table.json()).files[0].badRows[0].wrong).toBe(
      'a NUL or half a character in category',
    )
  })

  it('in an arena.yaml is a problem with its path and line', async () => {
    const contestants = DESCRIBED.contestants.map((one) => ({ ...one, params: { stop: ['TEXT'] } }))
    for (const escape of ['\\ud800', '\\0']) {
      const text = stringify({ ...DESCRIBED, contestants }).replaceAll('TEXT', `"${escape}"`)
      const { problems } = await refusal(await post('', { files: { 'arena.yaml': text } }))
      expect(problems).toMatchObject([{ path: 'contestants.0.params.stop.0', line: 9 }])
    }
  })
})

it('JSON nested deeper than Postgres reads is left out with a reason', async () => {
  const rows = [5_000, 101].map((levels) => ({ id: `d${levels}`, text: 'A?', variables: deep(levels) }))
  const { files } = ImportReceipt.parse(
    await (await send([...rows.map(flat), '{"id":"flat","text":"A?"}'].join('\n'))).json(),
  )
  expect(files[0].badRows.map(({ wrong }) => wrong)).toEqual(
    rows.map(() => 'variables: this is nested more than 100 levels deep'),
  )
})

/** JSON.stringify has no stack for so many levels. */
function flat({ id, text, variables }: { id: string; text: string; variables: unknown }): string {
  let levels = 0
  for (let one = variables; typeof one === 'object'; one = (one as { in: unknown }).in) levels++
  return `{"id":"${id}","text":"${text}","variables":${'{"in":'.repeat(levels)}1${'}'.repeat(levels + 1)}`
}

it('a count of tokens beyond the integers of Postgres is left out with a reason', async () => {
  const { files } = ImportReceipt.parse(
    await (
      await send(
        lines([
          { prompt: 'p1', model: NAMES[0], text: 'x', tokens: 1e13 },
          { prompt: 'p1', model: NAMES[0], text: 'x', tokens: 1, sample: 2 },
        ]),
      )
    ).json(),
  )
  expect(files[0].badRows).toMatchObject([{ wrong: 'tokens is over 2147483647' }])
})

describe('a table of answers', () => {
  const table = (columns: number) => {
    const names = Array.from({ length: columns }, (_, i) => `c${i}`)
    return `prompt,${names.join(',')}\nWhat?,${names.join(',')}\n`
  }
  const arena = async (slug: string) => void (await importInto(app.deps, arenaOf(slug, { prompts: 1 })))

  it('of 30,000 contestants is refused with the limit', async () => {
    await arena('wider')
    const { finding } = await refusal(await send(table(30_000), 'wider'))
    expect(finding).toMatchObject({ code: 'columns_many', values: { most: expect.any(Number) } })
  })

  it('cannot take an arena beyond its limit of contestants', async () => {
    await arena('wide')
    const { finding } = await refusal(await send(table(MOST_CONTESTANTS), 'wide'))
    expect(finding).toMatchObject({ code: 'contestants_many', values: { most: MOST_CONTESTANTS } })
  })
})
