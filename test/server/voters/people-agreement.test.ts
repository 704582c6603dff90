/** How far invited people agree: figures that were counted by hand, and votes on either side. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { agreementAmong, type Said } from '../../../server/voters/people-agreement.ts'
import type { NewInvitation, PeopleAgreement } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const CLASSES = { o: 'one', x: 'other', t: 'tie' } as const

/** Choices of each person on the same pairs, a letter for each pair. */
const saidBy = (people: Record<string, string>): Said[] =>
  Object.entries(people).flatMap(([voter, choices]) =>
    [...choices].flatMap((choice, i): Said[] =>
      choice === '-'
        ? []
        : [
            {
              criterion: 'overall',
              promptId: i,
              pair: `${i} ${i + 1}`,
              voter,
              name: voter.toUpperCase(),
              group: null,
              said: CLASSES[choice as keyof typeof CLASSES],
            },
          ],
    ),
  )

describe('agreement', () => {
  it('of two people has the κ that is counted by hand', () => {
    // 6 of 8 alike; by chance (5·5 + 3·3)/64 = 34/64; κ = (48 − 34)/(64 − 34)
    const { twos } = agreementAmong(saidBy({ a: 'ooooxoxx', b: 'oooooxxx' }))
    expect(twos).toHaveLength(1)
    expect(twos[0]).toMatchObject({ names: ['A', 'B'], shared: 8, share: 0.75 })
    expect(twos[0].kappa).toBeCloseTo(14 / 30, 12)
  })

  it('of all together is α: 1 if all say the same, below 0 if they always differ', () => {
    expect(agreementAmong(saidBy({ a: 'oxoxt', b: 'oxoxt', c: 'oxoxt' })).together[0].alpha).toBe(1)
    expect(agreementAmong(saidBy({ a: 'oxox', b: 'xoxo' })).together[0].alpha).toBeLessThan(0)
  })

  it('of each against the others names who differs first', () => {
    const { each } = agreementAmong(saidBy({ a: 'oxoxox', b: 'oxoxox', c: 'xoxoxo' }))
    expect(each.map(({ voter, share }) => [voter, share])).toEqual([
      ['c', 0],
      ['a', 0.5],
      ['b', 0.5],
    ])
  })
})

describe('votes', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('are compared by contestant, whichever side it was shown on', async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const path = '/api/admin/arenas/compared/invitations'
    await importInto(app.deps, arenaOf('compared', { prompts: 30 }))
    await app.request(`${path}/shared-pairs`, { json: { group: 'g', pairs: 12, seed: 3 }, headers })
    const made = await app.request(path, { json: { people: ['A', 'B', 'C'], group: 'g', goal: 12 }, headers })
    const { invitations } = (await made.json()) as { invitations: NewInvitation[] }
    for (const { name, path: link } of invitations) {
      const visitor = new Visitor(app)
      const json = { token: link.split('#invite=')[1] }
      const opened = await app.request('/api/arenas/compared/invitation', { json })
      visitor.cookie = opened.headers.get('set-cookie')!.split(';')[0]
      for (let i = 0; i < 12; i++) {
        const shown = await visitor.battle('compared')
        const place = ({ text = '' }: { text?: string | undefined }) => Number(/Reply (\d)/.exec(text)![1])
        const isLeftFirst = place(shown.battle.left) < place(shown.battle.right)
        await visitor.vote(shown, isLeftFirst === (name !== 'C') ? 'left' : 'right')
      }
    }
    const figures = (await (await app.request(`${path}/agreement`, { headers })).json()) as PeopleAgreement
    expect(figures.together).toMatchObject([{ criterion: 'overall', people: 3, pairs: 12 }])
    expect(
      Object.fromEntries(figures.twos.map(({ names, share }) => [names.toSorted().join(''), share])),
    ).toEqual({ AB: 1, AC: 0, BC: 0 })
    expect(figures.each[0]).toMatchObject({ name: 'C', shared: 24, share: 0 })
    expect(figures.sharedPairs.map(({ people, of }) => [people, of])).toEqual(Array(12).fill([3, 3]))
  })

  it('on a shared pair are counted only of people in its group', async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const path = '/api/admin/arenas/overlap/invitations'
    await importInto(app.deps, arenaOf('overlap', { prompts: 1 }))
    for (const group of ['g', 'h'])
      await app.request(`${path}/shared-pairs`, { json: { group, pairs: 3 }, headers })
    for (const [group, votes] of [
      ['g', 2],
      ['h', 1],
      ['g', 1],
    ] as const) {
      const made = await app.request(path, { json: { people: ['P'], group, goal: 3 }, headers })
      const [{ path: link }] = ((await made.json()) as { invitations: NewInvitation[] }).invitations
      const visitor = new Visitor(app)
      const json = { token: link.split('#invite=')[1] }
      const opened = await app.request('/api/arenas/overlap/invitation', { json })
      visitor.cookie = opened.headers.get('set-cookie')!.split(';')[0]
      for (let i = 0; i < votes; i++) await visitor.vote(await visitor.battle('overlap'), 'left')
    }
    const { sharedPairs } = (await (
      await app.request(`${path}/agreement`, { headers })
    ).json()) as PeopleAgreement
    const of = (group: string) => sharedPairs.filter((one) => one.group === group)
    const sum = (group: string) => of(group).reduce((total, { people }) => total + people, 0)
    expect([of('g').length, sum('g'), of('g')[0].of]).toEqual([3, 3, 2])
    expect([of('h').length, sum('h'), of('h')[0].of]).toEqual([3, 1, 1])
    expect(of('g').map(({ people }) => people)).toEqual(
      of('g')
        .map(({ people }) => people)
        .toSorted(),
    )
  })
})
