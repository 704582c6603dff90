/** Pairs that a group shares: who is shown them, and how often. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { NewInvitation } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const admin = async (path: string, json: object) => {
  const response = await app.request(`/api/admin/arenas/${path}`, {
    json,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  })
  return (await response.json()) as { invitations: NewInvitation[]; drawn: number; seed: number }
}

async function guest(arena: string, { path }: NewInvitation): Promise<Visitor> {
  const visitor = new Visitor(app)
  const json = { token: path.split('#invite=')[1] }
  const response = await app.request(`/api/arenas/${arena}/invitation`, { json })
  visitor.cookie = response.headers.get('set-cookie')!.split(';')[0]
  return visitor
}

/** The battles of a voter: the pair on its prompt, and which contestant was on the left. */
async function battlesAt(visitor: Visitor, arena: string, count: number) {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const shown = await visitor.battle(arena)
    await visitor.vote(shown, 'left')
    ids.push(shown.battle.id)
  }
  const rows = await app.deps.db.selectFrom('battles').selectAll().where('id', 'in', ids).execute()
  return rows.map(({ prompt_id, left_contestant_id: left, right_contestant_id: right, ...row }) => ({
    pair: `${prompt_id} ${Math.min(left, right)} ${Math.max(left, right)}`,
    isSwapped: left > right,
    probability: row.pair_probability,
  }))
}

const sharedOf = async (seed: number) =>
  (
    await app.deps.db
      .selectFrom('shared_pairs')
      .select(['prompt_id', 'one_contestant_id', 'other_contestant_id'])
      .where('seed', '=', seed)
      .orderBy('id')
      .execute()
  ).map(
    ({ prompt_id, one_contestant_id: one, other_contestant_id: other }) =>
      `${prompt_id} ${Math.min(one, other)} ${Math.max(one, other)}`,
  )

it('Everybody in the group is shown every shared pair within the votes asked for, on either side', async () => {
  await importInto(app.deps, arenaOf('shared', { prompts: 40 }))
  const { drawn } = await admin('shared/invitations/shared-pairs', { group: 'experts', pairs: 6, seed: 11 })
  expect(drawn).toBe(6)
  const people = ['A', 'B', 'C', 'D']
  const { invitations } = await admin('shared/invitations', { people, group: 'experts', goal: 8 })
  const shared = await sharedOf(11)
  expect(new Set(shared).size).toBe(6)
  const seen: { pair: string; isSwapped: boolean }[] = []
  for (const link of invitations) {
    const battles = await battlesAt(await guest('shared', link), 'shared', 8)
    const own = battles.map(({ pair }) => pair)
    expect(shared.filter((pair) => !own.includes(pair))).toEqual([])
    expect(new Set(own).size).toBe(8)
    expect(battles.every(({ probability }) => probability === null)).toBe(true)
    seen.push(...battles.filter(({ pair }) => shared.includes(pair)))
  }
  // a pair has one side for all four with probability 1/8
  const onBothSides = shared.filter(
    (pair) => new Set(seen.filter((one) => one.pair === pair).map(({ isSwapped }) => isSwapped)).size === 2,
  )
  expect(onBothSides.length).toBeGreaterThanOrEqual(3)
})

it('Equal seeds draw equal pairs; a second draw for a group adds others', async () => {
  for (const slug of ['one', 'two']) await importInto(app.deps, arenaOf(slug, { prompts: 20 }))
  await admin('one/invitations/shared-pairs', { group: 'a', pairs: 5, seed: 21 })
  await admin('one/invitations/shared-pairs', { group: 'b', pairs: 5, seed: 21 })
  const [first, second] = [(await sharedOf(21)).slice(0, 5), (await sharedOf(21)).slice(5)]
  expect(second).toEqual(first)
  await admin('one/invitations/shared-pairs', { group: 'a', pairs: 5, seed: 22 })
  expect((await sharedOf(22)).filter((pair) => first.includes(pair))).toEqual([])
})

it('An arena with fewer pairs shares what it has', async () => {
  await importInto(app.deps, arenaOf('small', { prompts: 1 }))
  const answer = await admin('small/invitations/shared-pairs', { group: 'all', pairs: 10 })
  expect(answer.drawn).toBe(3)
})

it('Shared pairs are drawn evenly over the pairs of contestants', async () => {
  await importInto(app.deps, arenaOf('even', { prompts: 400 }))
  await admin('even/invitations/shared-pairs', { group: 'many', pairs: 600, seed: 31 })
  const counts = Map.groupBy(await sharedOf(31), (pair) => pair.split(' ').slice(1).join(' '))
  expect(counts.size).toBe(3)
  // 200 expected of each, standard deviation 11.5
  for (const pairs of counts.values()) expect(Math.abs(pairs.length - 200)).toBeLessThan(52)
})
