/** What the votes of one voter come to, against counts by hand. */
import { describe, expect, it } from 'vitest'
import { VoterResult, type IssuedBattle } from '../../../shared/contracts/index.ts'
import { AS_ADMIN, appFor, createTestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { invitedPerson } from '../invited.ts'
import { Visitor } from '../visitor.ts'

const [QUILLON, ZEPHRITE, MARLOWE] = NAMES as [string, string, string]

const app = appFor({}, async () => {
  await app.import(arenaOf('taste', { prompts: 2 }))
})

const resultOf = (visitor: Visitor, slug = 'taste', on = app): Promise<Response> =>
  on.request(`/api/arenas/${slug}/result`, { json: {}, headers: { cookie: visitor.cookie } })

const nameIn = (text: string | undefined): string => NAMES[Number(/Reply (\d)/.exec(text!)![1]) - 1]!
const promptOf = ({ battle }: IssuedBattle): string => battle.prompt.messages.at(-1)!.content

/** The better one of a pair in this order. */
const better = (order: readonly string[], { battle }: IssuedBattle) =>
  order.indexOf(nameIn(battle.left.text)) < order.indexOf(nameIn(battle.right.text)) ? 'left' : 'right'

/** Votes on all six pairs, always for the name that stands first in an order; on some prompts for the other one. */
async function voteOnAll(order: readonly string[], tiesOn: readonly string[] = []): Promise<Visitor> {
  const visitor = new Visitor(app)
  for (let n = 0; n < 6; n++) {
    const shown = await visitor.battle('taste')
    await visitor.choose(shown, tiesOn.includes(promptOf(shown)) ? 'tie' : better(order, shown))
  }
  return visitor
}

describe('the result of a voter', () => {
  it('counts won, tied and lost, most liked first, with the choice that was pending', async () => {
    const visitor = await voteOnAll([MARLOWE, QUILLON, ZEPHRITE], ['Question 2?'])
    const pending = await app.sql`select from pending_votes`
    expect(pending).toHaveLength(1)
    const response = await resultOf(visitor)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const result = VoterResult.strict().parse(await response.json())
    expect(result).toMatchObject({
      votes: 6,
      contestants: [
        { name: MARLOWE, won: 2, tied: 2, lost: 0 },
        { name: QUILLON, won: 1, tied: 2, lost: 1 },
        { name: ZEPHRITE, won: 0, tied: 2, lost: 2 },
      ],
      others: { same: 0, of: 0, alone: [] },
    })
    expect(await app.sql`select from pending_votes`).toEqual([])
  })

  it('compares with most others on the same pair and prompt, and names where nobody else chose so', async () => {
    // with the first voter, two others prefer Quillon to Zephrite on question 1, and one does not
    for (const order of [
      [QUILLON, ZEPHRITE, MARLOWE],
      [ZEPHRITE, QUILLON, MARLOWE],
    ])
      await resultOf(await voteOnAll(order))
    const result = VoterResult.parse(
      await (await resultOf(await voteOnAll([ZEPHRITE, QUILLON, MARLOWE]))).json(),
    )
    // question 1: Quillon–Zephrite 2 of 3 for Quillon, pairs with Marlowe 2 of 3 for the others
    // question 2: a tie and two votes for Quillon–Zephrite each way are no majority; the others 2 of 3 against Marlowe
    expect(result.others).toMatchObject({ same: 4, of: 5 })
    expect(result.others.alone).toEqual([])
    const alone = VoterResult.parse(
      await (await resultOf(await voteOnAll([MARLOWE], ['Question 2?']))).json(),
    )
    expect(alone.others.of).toBeGreaterThan(0)
    for (const { chose, others } of alone.others.alone) {
      expect(others.votes).toBe(others.of)
      expect(chose).not.toBe(others.chose)
    }
  })

  it('says by how much the ratings would differ without these votes', async () => {
    const votes = Array.from({ length: 120 }, (_, n) =>
      voteOf(NAMES[n % 3]!, NAMES[(n + 1) % 3]!, n % 2 === 0 ? 'left' : 'right', {
        prompt: `p${(n % 2) + 1}`,
        voter: `voter ${n % 12}`,
      }),
    )
    await app.import(arenaOf('moved', { prompts: 2, votes }))
    const visitor = new Visitor(app)
    for (let n = 0; n < 6; n++) {
      const shown = await visitor.battle('moved')
      await visitor.vote(shown, better([ZEPHRITE, QUILLON, MARLOWE], shown))
    }
    const { moved } = VoterResult.parse(await (await resultOf(visitor, 'moved')).json())
    const by = new Map(moved!.map(({ name, points }) => [name, points]))
    expect(by.get(ZEPHRITE)).toBeGreaterThan(1)
    expect(by.get(MARLOWE)).toBeLessThan(-1)
    const sizes = moved!.map(({ points }) => Math.abs(points))
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  })

  it('is for its voter alone, and there is none without a vote', async () => {
    const somebody = new Visitor(app)
    await somebody.battle('taste')
    await expect(resultOf(somebody)).toBeProblem(404, 'vote_unknown')
    await expect(resultOf(somebody, 'nowhere')).toBeProblem(404, 'arena_unknown')
  })

  it('waits in a private arena until voting has closed', async () => {
    await app.import(arenaOf('hidden', { prompts: 2, arena: { visibility: 'private' } }))
    const { person: guest } = await invitedPerson(app, 'hidden', 'Ada')
    const shown = await guest.battle('hidden')
    expect(shown.progress).toBeUndefined()
    await guest.vote(shown, 'left')
    await expect(resultOf(guest, 'hidden')).toBeProblem(404, 'not_found')
    const closed = await app.request('/api/admin/arenas/hidden/decides', {
      json: { now: true },
      headers: AS_ADMIN,
    })
    expect(closed.status).toBe(200)
    expect((await resultOf(guest, 'hidden')).status).toBe(200)
  })
})

it('the progress of a pair counts the votes before it, and its goal is all pairs where these are fewer', async () => {
  const small = await createTestApp()
  try {
    await small.import(arenaOf('small', { prompts: 2 }))
    await small.import(arenaOf('large', { prompts: 9 }))
    const visitor = new Visitor(small)
    const first = await visitor.battle('small')
    await visitor.choose(first, 'left')
    const second = await visitor.battle('small')
    expect([first.progress, second.progress]).toEqual([
      { cast: 0, goal: 6 },
      { cast: 1, goal: 6 },
    ])
    expect((await visitor.battle('large')).progress).toEqual({ cast: 0, goal: 20 })
  } finally {
    await small.close()
  }
})
