/** Pairs that the people of a group share: who is shown them, on which side, and how often. */
import { describe, expect, it } from 'vitest'
import type { Invitations, InvitedProgress, IssuedBattle } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { invitationsMade, openLink, tokenOf } from '../invited.ts'
import { Visitor } from '../visitor.ts'

const app = appFor()

const path = (arena: string) => `/api/admin/arenas/${arena}/invitations`

/** Draws pairs for a group; returns the status and what the server answers. */
async function share(arena: string, json: object): Promise<{ status: number; drawn?: number }> {
  const response = await app.asAdmin(`${path(arena)}/shared-pairs`, { group: 'raters', votes: 2, ...json })
  return { status: response.status, ...((await response.json()) as object) }
}

/** People of the group, each with a browser. */
async function guests(arena: string, count: number, goal?: number): Promise<Visitor[]> {
  const people = Array.from({ length: count }, (_, i) => `P${i}`)
  const links = await invitationsMade(app, arena, { people, group: 'raters', goal })
  return Promise.all(
    links.map(async (link) => {
      const visitor = new Visitor(app)
      await openLink(visitor, app, arena, tokenOf(link))
      return visitor
    }),
  )
}

/** A pair on its prompt, whichever side. */
const keyOf = (prompt: number | null, one: number, other: number) =>
  [prompt, Math.min(one, other), Math.max(one, other)].join(' ')

/** The pairs that a seed drew, in this order. */
async function drawn(seed: number): Promise<string[]> {
  const pairs = app.deps.db.selectFrom('shared_pairs').selectAll().where('seed', '=', seed)
  const rows = await pairs.orderBy('id').execute()
  return rows.map((row) => keyOf(row.prompt_id, row.first_contestant_id, row.second_contestant_id))
}

const battleRow = ({ battle }: IssuedBattle) =>
  app.deps.db.selectFrom('battles').selectAll().where('id', '=', battle.id).executeTakeFirstOrThrow()

async function pairOf(shown: IssuedBattle): Promise<string> {
  const row = await battleRow(shown)
  return keyOf(row.prompt_id, row.left_contestant_id, row.right_contestant_id)
}

describe('drawn pairs', () => {
  it('are equal for equal seeds; a second draw for a group adds others, as far as the arena has them', async () => {
    await app.import(arenaOf('seeds', { prompts: 20 }))
    for (const group of ['a', 'b']) await share('seeds', { group, pairs: 5, seed: 21 })
    const [first, second] = [(await drawn(21)).slice(0, 5), (await drawn(21)).slice(5)]
    expect(second).toEqual(first)
    await share('seeds', { group: 'a', pairs: 5, seed: 22 })
    expect((await drawn(22)).filter((pair) => first.includes(pair))).toEqual([])
    await app.import(arenaOf('small', { prompts: 1 }))
    expect(await share('small', { pairs: 10 })).toMatchObject({ drawn: 3 })
  })

  it('are drawn evenly over the pairs of contestants', async () => {
    await app.import(arenaOf('even', { prompts: 400 }))
    await share('even', { pairs: 600, seed: 31 })
    const counts = Map.groupBy(await drawn(31), (pair) => pair.split(' ').slice(1).join(' '))
    expect(counts.size).toBe(3)
    // 200 expected of each, standard deviation 11.5
    for (const pairs of counts.values()) expect(Math.abs(pairs.length - 200)).toBeLessThan(52)
  })
})

/** In the order of the draw, each until it has its votes. */
describe('pairs that a number of people vote on', () => {
  const groupOf = async (arena: string) =>
    ((await (await app.asAdmin(path(arena))).json()) as Invitations).groups[0]

  it('each get their votes by different people before the next, and then all pairs are drawn as before', async () => {
    await app.import(arenaOf('wanted', { prompts: 30 }))
    expect((await share('wanted', { pairs: 4, votes: 2, seed: 5 })).status).toBe(201)
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
    expect(await groupOf('wanted')).toMatchObject({ assigned: done })
    expect(order).not.toContain(await pairOf(await people[0].battle('wanted')))
  })

  it('count while they are before somebody, until they expire, and not once a vote is taken back', async () => {
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

  it('are shown no more often than they need votes to people who ask at the same moment', async () => {
    await app.import(arenaOf('rush', { prompts: 30 }))
    await share('rush', { pairs: 6, votes: 2, seed: 7 })
    const order = await drawn(7)
    const people = await guests('rush', 12)
    const shown = await Promise.all(people.map((person) => person.battle('rush')))
    const pairs = await Promise.all(shown.map(pairOf))
    expect(pairs.toSorted()).toEqual([...order, ...order].toSorted())
  })

  it('need a number', async () => {
    await app.import(arenaOf('plain', { prompts: 30 }))
    for (const votes of [0, 1.5, 1001, 'two'])
      expect((await share('plain', { pairs: 2, votes })).status).toBe(400)
    await guests('plain', 1)
    expect(await groupOf('plain')).not.toHaveProperty('assigned')
  })
})
