/** The preview shows an operator what voters are shown, and records nothing. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { PreviewPair } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

let app: TestApp
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
beforeAll(async () => {
  app = await createTestApp()
  await importInto(app.deps, arenaOf('seen', { arena: { criteria: ['overall', 'tone'] } }))
  // the first two say the same to prompt 1, and the third names itself in answer to prompt 2
  const says = (name: string, n: number) => {
    if (n === 1) return name === NAMES[2] ? 'Other.' : 'Same.'
    return n === 2 && name === NAMES[2] ? `I am ${name}.` : `${NAMES.indexOf(name)} to ${n}`
  }
  await importInto(app.deps, arenaOf('odd', { says }))
  await importInto(app.deps, arenaOf('alike', { says: () => 'Same.' }))
})
afterAll(() => app?.close())

const ask = (slug: string, query: Record<string, string> = {}) =>
  app.request(`/api/admin/arenas/${slug}/preview?${new URLSearchParams(query)}`, { headers })
const preview = async (slug: string, query: Record<string, string> = {}) => {
  const answer = await ask(slug, query)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return PreviewPair.strict().parse(await answer.json())
}
const slugOf = (place: number) => NAMES[place].toLowerCase()

it('has the texts that a voter sees of the same pair', async () => {
  const { battle } = await new Visitor(app).battle('seen')
  const content = battle.prompt.messages[0].content
  const sides = [battle.left, battle.right].map(({ text }) => Number(/^Reply (\d)/.exec(text!)![1]) - 1)
  const [one, other] = sides.map(slugOf)
  const pair = await preview('seen', { prompt: `p${/\d/.exec(content)![0]}`, one, other })
  expect(pair.prompt.messages).toEqual(battle.prompt.messages)
  expect([pair.left, pair.right].map(({ answer }) => answer)).toEqual(
    expect.arrayContaining([battle.left, battle.right]),
  )
  expect(pair.criterion).toBe('overall')
  expect((await preview('seen', { criterion: 'tone' })).criterion).toBe('tone')
})

it('draws any pair, any partner of one contestant, and both sides', async () => {
  const seen = { pairs: new Set<string>(), partners: new Set<string>(), lefts: new Set<string>() }
  for (let i = 0; i < 40; i++) {
    const any = await preview('seen')
    seen.pairs.add([any.left.contestant, any.right.contestant].toSorted().join())
    const of = await preview('seen', { one: slugOf(0) })
    const names = [of.left.contestant, of.right.contestant]
    expect(names).toContain(slugOf(0))
    seen.partners.add(names.find((name) => name !== slugOf(0))!)
    seen.lefts.add(of.left.contestant)
  }
  expect([seen.pairs.size, seen.partners.size, seen.lefts.size]).toEqual([3, 2, 3])
})

it('says why voters are shown no such pair', async () => {
  const none = [409, 'arena_not_ready']
  expect(await problemOf(await ask('odd', { prompt: 'p1', one: slugOf(0), other: slugOf(1) }))).toEqual(none)
  expect(await problemOf(await ask('odd', { prompt: 'p2', one: slugOf(2) }))).toEqual(none)
  expect(await problemOf(await ask('alike'))).toEqual(none)
  expect(await problemOf(await ask('odd', { prompt: 'p9' }))).toEqual([404, 'prompt_unknown'])
  expect(await problemOf(await ask('odd', { one: 'nobody' }))).toEqual([404, 'contestant_unknown'])
  const twice = { one: slugOf(0), other: slugOf(0) }
  expect(await problemOf(await ask('odd', twice))).toEqual([400, 'invalid_request'])
  expect(await problemOf(await ask('odd', { criterion: 'taste' }))).toEqual([400, 'invalid_request'])
})

it('records no battle', async () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from battles`.execute(app.deps.db)).rows[0].n
  const before = await count()
  await preview('seen')
  expect(await count()).toBe(before)
})
