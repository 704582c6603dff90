/** Lists of operators: searched and sent in parts, with what was noticed about each row. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { AdminContestants, AuditLog } from '../../../shared/contracts/index.ts'
import { AdminPrompts } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

let app: TestApp
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
const ask = (path: string) => app.request(`/api/admin/arenas/noticed/${path}`, { headers })

beforeAll(async () => {
  app = await createTestApp()
  // prompt 1: all alike; 2: one answers; 3: a leak; the third contestant answers nothing but prompts 1 and 3
  const says = (name: string, n: number) => {
    if (n === 1) return 'Same.'
    if (name === NAMES[2]) return n === 3 ? `I am ${name}.` : null
    if (n === 2 && name === NAMES[1]) return null
    return `${name.length} to ${n}`
  }
  await importInto(app.deps, arenaOf('noticed', { prompts: 12, says, categories: ['odd', 'even'] }))
  const fourth = arenaOf('noticed', { names: ['Silent'], prompts: 12, says: () => null })
  await importInto(app.deps, fourth)
})
afterAll(() => app?.close())

it('Contestants say what they did not answer, and how many answers name a model', async () => {
  const { contestants } = (await (await ask('contestants')).json()) as AdminContestants
  expect(
    contestants.map(({ name, answers, unanswered, leaks }) => [name, answers, unanswered, leaks]),
  ).toEqual([
    ['Marlowe-xl', 2, 10, 1],
    ['Quillon-7b', 12, 0, 0],
    ['Silent', 0, 12, 0],
    ['Zephrite-v2', 11, 1, 0],
  ])
  await app.request('/api/admin/arenas/noticed/prompts/retire', { json: { keys: ['p12'] }, headers })
  const later = (await (await ask('contestants')).json()) as AdminContestants
  expect(later.contestants.map(({ unanswered }) => unanswered)).toEqual([9, 0, 11, 1])
})

const prompts = async (query: string) =>
  AdminPrompts.strict().parse(await (await ask(`prompts?${query}`)).json())
const keys = async (query: string) => (await prompts(query)).prompts.map(({ key }) => key)

it('Prompts come in parts, p2 before p10, and are found by key, category and text', async () => {
  const all = Array.from({ length: 12 }, (_, i) => `p${i + 1}`)
  expect(await keys('')).toEqual(all)
  expect([
    ...(await keys('limit=5')),
    ...(await keys('offset=5&limit=5')),
    ...(await keys('offset=10')),
  ]).toEqual(all)
  expect(await prompts('find=P1&limit=2')).toMatchObject({ matching: 4, total: 12 })
  expect(await keys('find=QUESTION%2011')).toEqual(['p11'])
  expect(await prompts('find=odd')).toMatchObject({ matching: 6 })
  expect(await prompts('find=%25')).toMatchObject({ matching: 0, total: 12, prompts: [] })
  for (const bad of ['limit=0', 'limit=201', 'offset=-1', 'what=1'])
    expect([bad, ...(await problemOf(await ask(`prompts?${bad}`)))]).toEqual([bad, 400, 'invalid_request'])
})

it('Prompts say that all answers are alike, that one contestant answered, and what names a model', async () => {
  const { prompts: shown } = await prompts('limit=4')
  expect(shown.map(({ contestants, alike, leaks }) => [contestants, alike, leaks])).toEqual([
    [3, true, 0],
    [1, false, 0],
    [3, false, 1],
    [2, false, 0],
  ])
})

it('The log is searched by what was done and by its details', async () => {
  await app.request('/api/admin/arenas/noticed/visibility', { json: { visibility: 'link' }, headers })
  const acts = async (query: string) =>
    ((await (await ask(`audit?${query}`)).json()) as AuditLog).entries.map(({ act }) => act)
  expect(await acts('act=visibility_changed')).toEqual(['visibility_changed'])
  expect(await acts('find=P12')).toEqual(['prompts_retired'])
  expect(await acts('find=nowhere')).toEqual([])
  expect((await acts('')).length).toBe(4)
  expect(await problemOf(await ask('audit?act=baked'))).toEqual([400, 'invalid_request'])
})
