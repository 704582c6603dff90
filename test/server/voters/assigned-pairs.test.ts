/** Shared pairs that a number of people vote on: in the order of the draw, each until it has its votes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type {
  Invitations,
  InvitedProgress,
  IssuedBattle,
  NewInvitation,
  PeopleAgreement,
} from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

let app: TestApp
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const path = (arena: string) => `/api/admin/arenas/${arena}/invitations`
const share = async (arena: string, json: object) =>
  (await app.request(`${path(arena)}/shared-pairs`, { json: { group: 'raters', ...json }, headers })).status

/** People of the group, each with a browser. */
async function guests(arena: string, people: number): Promise<Visitor[]> {
  const json = { people: Array.from({ length: people }, (_, i) => `P${i}`), group: 'raters' }
  const made = (await (await app.request(path(arena), { json, headers })).json()) as {
    invitations: NewInvitation[]
  }
  const visitors: Visitor[] = []
  for (const { path: link } of made.invitations) {
    const visitor = new Visitor(app)
    const token = link.split('#invite=')[1]
    const opened = await app.request(`/api/arenas/${arena}/invitation`, { json: { token } })
    visitor.cookie = opened.headers.get('set-cookie')!.split(';')[0]
    visitors.push(visitor)
  }
  return visitors
}

const keyOf = (prompt: unknown, one: number, other: number) => [prompt, ...[one, other].toSorted()].join()

/** The pairs of the arena's groups, in the order of the draw. */
async function drawn(seed: number): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('shared_pairs')
    .selectAll()
    .where('seed', '=', seed)
    .orderBy('id')
    .execute()
  return rows.map((row) => keyOf(row.prompt_id, row.one_contestant_id, row.other_contestant_id))
}

async function pairOf({ battle }: IssuedBattle): Promise<string> {
  const row = await app.deps.db
    .selectFrom('battles')
    .selectAll()
    .where('id', '=', battle.id)
    .executeTakeFirstOrThrow()
  return keyOf(row.prompt_id, row.left_contestant_id, row.right_contestant_id)
}

const groupOf = async (arena: string) =>
  ((await (await app.request(path(arena), { headers })).json()) as Invitations).groups[0]

it('Each pair gets its votes by different people before the next, and then all pairs are drawn as before', async () => {
  await importInto(app.deps, arenaOf('wanted', { prompts: 30 }))
  expect(await share('wanted', { pairs: 4, votes: 2, seed: 5 })).toBe(201)
  const order = await drawn(5)
  const people = await guests('wanted', 4)
  const seen: string[] = []
  for (let i = 0; i < 8; i++) {
    const person = people[i % 4]
    const shown = await person.battle('wanted')
    seen.push(await pairOf(shown))
    await person.vote(shown, 'left')
  }
  expect(seen).toEqual(order.flatMap((pair) => [pair, pair]))
  const done = { pairs: 4, complete: 4, votes: 8, wanted: 8 }
  expect(await groupOf('wanted')).toMatchObject({ sharedPairs: 4, assigned: done })
  expect(order).not.toContain(await pairOf(await people[0].battle('wanted')))
  const agreement = await (await app.request(`${path('wanted')}/agreement`, { headers })).json()
  const { sharedPairs } = agreement as PeopleAgreement
  expect(sharedPairs.map(({ people: voted, of }) => [voted, of])).toEqual(Array(4).fill([2, 2]))
})

it('A pair before somebody counts until it expires, a vote taken back does not count, and progress says how far the group is', async () => {
  await importInto(app.deps, arenaOf('open', { prompts: 30 }))
  await share('open', { pairs: 3, votes: 1, seed: 6 })
  const order = await drawn(6)
  const [ann, ben, cy] = await guests('open', 3)
  const first = await ann.battle('open')
  const second = await ben.battle('open')
  expect([await pairOf(first), await pairOf(second)]).toEqual(order.slice(0, 2))
  await ben.vote(second, 'tie')
  await ben.takeBack(second)
  // the first is before Ann, and the second has no vote
  expect(await pairOf(await cy.battle('open'))).toBe(order[1])
  app.clock.advance(31 * 60)
  expect(await pairOf(await ben.battle('open'))).toBe(order[0])
  const progress = async () =>
    (await (
      await app.request('/api/arenas/open/invitation', { headers: { cookie: ben.cookie } })
    ).json()) as InvitedProgress
  expect((await progress()).assigned).toEqual({ pairs: 3, complete: 0, votes: 0, wanted: 3 })
  const again = await ben.battle('open')
  expect(await pairOf(again)).toBe(order[2])
  await ben.vote(again, 'left')
  expect((await progress()).assigned).toEqual({ pairs: 3, complete: 1, votes: 1, wanted: 3 })
})

it('People who ask at the same moment are shown a pair no more often than it needs votes', async () => {
  await importInto(app.deps, arenaOf('rush', { prompts: 30 }))
  await share('rush', { pairs: 6, votes: 2, seed: 7 })
  const order = await drawn(7)
  const people = await guests('rush', 12)
  const shown = await Promise.all(people.map((person) => person.battle('rush')))
  const pairs = await Promise.all(shown.map(pairOf))
  expect(pairs.toSorted()).toEqual([...order, ...order].toSorted())
})

it('A number of votes that is none is refused, and pairs for everybody stay as they were', async () => {
  await importInto(app.deps, arenaOf('plain', { prompts: 30 }))
  for (const votes of [0, 1.5, 1001, 'two']) expect(await share('plain', { pairs: 2, votes })).toBe(400)
  expect(await share('plain', { pairs: 2 })).toBe(201)
  await guests('plain', 1)
  expect(await groupOf('plain')).not.toHaveProperty('assigned')
})
