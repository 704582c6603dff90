import { expect, it, describe } from 'vitest'
import type {
  NewInvitation,
  Invitations,
  InvitedProgress,
  IssuedBattle,
  PeopleAgreement,
} from '../../../shared/contracts/index.ts'
import { appFor, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { openLink, tokenOf } from '../invited.ts'
import { Visitor } from '../visitor.ts'

/** Somebody who has opened a link, with a browser of their own. */
async function guestOf(app: TestApp, arena: string, link: NewInvitation): Promise<Visitor> {
  const visitor = new Visitor(app)
  await openLink(visitor, app, arena, tokenOf(link))
  return visitor
}

/** Pairs that a group shares: who is shown them, and how often. */
describe('shared pairs', () => {
  const app = appFor()

  const admin = async (path: string, json: object) => {
    const response = await app.asAdmin(`/api/admin/arenas/${path}`, json)
    return (await response.json()) as { invitations: NewInvitation[]; drawn: number; seed: number }
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

  const sharedOf = async (seed: number) => {
    const rows = await app.sql<{ pair: string }>`
      select concat_ws(' ', prompt_id, least(one_contestant_id, other_contestant_id),
        greatest(one_contestant_id, other_contestant_id)) as pair from shared_pairs where seed = ${seed} order by id`
    return rows.map(({ pair }) => pair)
  }

  it('Everybody in the group is shown every shared pair within the votes asked for, on either side', async () => {
    await app.import(arenaOf('shared', { prompts: 40 }))
    const { drawn } = await admin('shared/invitations/shared-pairs', { group: 'experts', pairs: 6, seed: 11 })
    expect(drawn).toBe(6)
    const people = ['A', 'B', 'C', 'D']
    const { invitations } = await admin('shared/invitations', { people, group: 'experts', goal: 8 })
    const shared = await sharedOf(11)
    expect(new Set(shared).size).toBe(6)
    const seen: { pair: string; isSwapped: boolean }[] = []
    for (const link of invitations) {
      const battles = await battlesAt(await guestOf(app, 'shared', link), 'shared', 8)
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
    for (const slug of ['one', 'two']) await app.import(arenaOf(slug, { prompts: 20 }))
    await admin('one/invitations/shared-pairs', { group: 'a', pairs: 5, seed: 21 })
    await admin('one/invitations/shared-pairs', { group: 'b', pairs: 5, seed: 21 })
    const [first, second] = [(await sharedOf(21)).slice(0, 5), (await sharedOf(21)).slice(5)]
    expect(second).toEqual(first)
    await admin('one/invitations/shared-pairs', { group: 'a', pairs: 5, seed: 22 })
    expect((await sharedOf(22)).filter((pair) => first.includes(pair))).toEqual([])
  })

  it('An arena with fewer pairs shares what it has', async () => {
    await app.import(arenaOf('small', { prompts: 1 }))
    const answer = await admin('small/invitations/shared-pairs', { group: 'all', pairs: 10 })
    expect(answer.drawn).toBe(3)
  })

  it('Shared pairs are drawn evenly over the pairs of contestants', async () => {
    await app.import(arenaOf('even', { prompts: 400 }))
    await admin('even/invitations/shared-pairs', { group: 'many', pairs: 600, seed: 31 })
    const counts = Map.groupBy(await sharedOf(31), (pair) => pair.split(' ').slice(1).join(' '))
    expect(counts.size).toBe(3)
    // 200 expected of each, standard deviation 11.5
    for (const pairs of counts.values()) expect(Math.abs(pairs.length - 200)).toBeLessThan(52)
  })
})

/** Shared pairs that a number of people vote on: in the order of the draw, each until it has its votes. */
describe('assigned pairs', () => {
  const app = appFor()

  const path = (arena: string) => `/api/admin/arenas/${arena}/invitations`
  const share = async (arena: string, json: object) =>
    (await app.asAdmin(`${path(arena)}/shared-pairs`, { group: 'raters', ...json })).status

  /** People of the group, each with a browser. */
  async function guests(arena: string, people: number): Promise<Visitor[]> {
    const json = { people: Array.from({ length: people }, (_, i) => `P${i}`), group: 'raters' }
    const made = (await (await app.asAdmin(path(arena), json)).json()) as {
      invitations: NewInvitation[]
    }
    return Promise.all(made.invitations.map((link) => guestOf(app, arena, link)))
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
    ((await (await app.asAdmin(path(arena))).json()) as Invitations).groups[0]

  it('Each pair gets its votes by different people before the next, and then all pairs are drawn as before', async () => {
    await app.import(arenaOf('wanted', { prompts: 30 }))
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
    const agreement = await (await app.asAdmin(`${path('wanted')}/agreement`)).json()
    const { sharedPairs } = agreement as PeopleAgreement
    expect(sharedPairs.map(({ people: voted, of }) => [voted, of])).toEqual(Array(4).fill([2, 2]))
  })

  it('A pair before somebody counts until it expires, a vote taken back does not count, and progress says how far the group is', async () => {
    await app.import(arenaOf('open', { prompts: 30 }))
    await share('open', { pairs: 3, votes: 1, seed: 6 })
    const order = await drawn(6)
    const [ann, ben, cy] = await guests('open', 3)
    const first = await ann.battle('open')
    const second = await ben.battle('open')
    expect([await pairOf(first), await pairOf(second)]).toEqual(order.slice(0, 2))
    await ben.choose(second, 'tie')
    await ben.takeBack(second)
    // the first is before Ann, and the second has no vote
    expect(await pairOf(await cy.battle('open'))).toBe(order[1])
    app.clock.advance(31 * 60)
    expect(await pairOf(await ben.battle('open'))).toBe(order[0])
    const progress = () =>
      app.json<InvitedProgress>('/api/arenas/open/invitation', { headers: { cookie: ben.cookie } })
    expect((await progress()).assigned).toEqual({ pairs: 3, complete: 0, votes: 0, wanted: 3 })
    const again = await ben.battle('open')
    expect(await pairOf(again)).toBe(order[2])
    await ben.vote(again, 'left')
    expect((await progress()).assigned).toEqual({ pairs: 3, complete: 1, votes: 1, wanted: 3 })
  })

  it('People who ask at the same moment are shown a pair no more often than it needs votes', async () => {
    await app.import(arenaOf('rush', { prompts: 30 }))
    await share('rush', { pairs: 6, votes: 2, seed: 7 })
    const order = await drawn(7)
    const people = await guests('rush', 12)
    const shown = await Promise.all(people.map((person) => person.battle('rush')))
    const pairs = await Promise.all(shown.map(pairOf))
    expect(pairs.toSorted()).toEqual([...order, ...order].toSorted())
  })

  it('A number of votes that is none is refused, and pairs for everybody stay as they were', async () => {
    await app.import(arenaOf('plain', { prompts: 30 }))
    for (const votes of [0, 1.5, 1001, 'two']) expect(await share('plain', { pairs: 2, votes })).toBe(400)
    expect(await share('plain', { pairs: 2 })).toBe(201)
    await guests('plain', 1)
    expect(await groupOf('plain')).not.toHaveProperty('assigned')
  })
})
