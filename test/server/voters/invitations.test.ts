/** Invitations: whom a link makes a voter, and what a link that is no longer valid does. */
import { describe, expect, it } from 'vitest'
import {
  AuditLog,
  type Invitations,
  type InvitedProgress,
  type NewInvitation,
  type PeopleAgreement,
} from '../../../shared/contracts/index.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { invitationsMade, labellingInvitation, openLink, tokenOf } from '../invited.ts'
import { Visitor } from '../visitor.ts'

const app = appFor({}, async () => {
  await app.import(arenaOf('open', { prompts: 40 }))
  await app.import(arenaOf('closed', { prompts: 40, arena: { visibility: 'private' } }))
})

const PATH = '/api/admin/arenas'

const invite = (arena: string, json: object) => invitationsMade(app, arena, json)

const inviteOne = async (arena: string, json: object = {}) =>
  (await invite(arena, { people: ['Ada Lovelace'], ...json }))[0]

const change = (arena: string, { invitation }: NewInvitation, act: string, json: object = {}) =>
  app.asAdmin(`${PATH}/${arena}/invitations/${invitation}/${act}`, json)

async function listed(arena: string): Promise<Invitations> {
  const response = await app.asAdmin(`${PATH}/${arena}/invitations`)
  return (await response.json()) as Invitations
}

const inList = async ({ invitation }: NewInvitation) =>
  (await listed('open')).invitations.find((row) => row.invitation === invitation)

/** Somebody with a browser of their own. */
class Guest extends Visitor {
  open = (arena: string, token: string, more: object = {}): Promise<Response> =>
    openLink(this, this.app, arena, token, more)

  async progress(arena: string): Promise<InvitedProgress> {
    return app.json(`/api/arenas/${arena}/invitation`, { headers: this.headers() })
  }

  async votes(arena: string, count: number): Promise<string[]> {
    const battles: string[] = []
    for (let i = 0; i < count; i++) {
      const shown = await this.battle(arena)
      const { status } = await this.vote(shown, 'left')
      if (status !== 201) throw new Error(`the vote was answered ${status}`)
      battles.push(shown.battle.id)
    }
    return battles
  }
}

async function guestOf(arena: string, link: NewInvitation): Promise<Guest> {
  const guest = new Guest(app)
  expect((await guest.open(arena, tokenOf(link))).status).toBe(200)
  return guest
}

const votersOfBattles = async (battles: string[]) =>
  (
    await app.sql<{ voter: string }>`
      select distinct voter from votes where battle_id = any (${battles}::uuid[])`
  ).map(({ voter }) => voter)

describe('a link for one person', () => {
  it('makes a voter, whose votes are counted towards the goal', async () => {
    const link = await inviteOne('open', { goal: 5 })
    const guest = await guestOf('open', link)
    expect((await guest.battle('open')).invited).toBe(true)
    await guest.votes('open', 2)
    expect(await guest.progress('open')).toMatchObject({ votes: 2, goal: 5, share: 30 })
    const mine = { name: 'Ada Lovelace', state: 'open', votes: 2, people: 1, browsers: 1 }
    expect(await inList(link)).toMatchObject(mine)
    await guest.votes('open', 3)
    expect(await inList(link)).toMatchObject({ state: 'complete', votes: 5 })
  })

  it('is the same voter in ten browsers, so that sharing it adds no voter', async () => {
    const link = await inviteOne('open')
    const battles: string[] = []
    for (let i = 0; i < 10; i++) battles.push(...(await (await guestOf('open', link)).votes('open', 1)))
    expect(await votersOfBattles(battles)).toHaveLength(1)
    expect(await inList(link)).toMatchObject({ people: 1, browsers: 10, votes: 10 })
    expect(await (await guestOf('open', link)).progress('open')).toMatchObject({ votes: 10, share: 15 })
  })

  it('does not take over a browser that has another invitation, unless asked to', async () => {
    const [own, foreign] = [await inviteOne('open'), await inviteOne('open', { people: ['Grace'] })]
    const guest = await guestOf('open', own)
    const before = guest.cookie
    const refused = await guest.open('open', tokenOf(foreign))
    await expect(refused).toBeProblem(409, 'invitation_replaces_other')
    expect(guest.cookie).toBe(before)
    expect((await guest.open('open', tokenOf(foreign), { replace: true })).status).toBe(200)
    expect(guest.cookie).not.toBe(before)
  })

  it('opens a private arena to its guest alone', async () => {
    const guest = await guestOf('closed', await inviteOne('closed'))
    await guest.votes('closed', 1)
    await expect(new Visitor(app).ask('closed')).toBeProblem(404, 'arena_unknown')
  })
})

it('a link for several people makes each browser a voter of its group, also at once, until its seats are taken', async () => {
  const [link] = await invite('open', { people: ['Experts'], group: 'experts', seats: 3 })
  const guests = Array.from({ length: 8 }, () => new Guest(app))
  const opened = await Promise.all(guests.map((guest) => guest.open('open', tokenOf(link))))
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = opened.find(({ status }) => status !== 200)!
  await expect(refused).toBeProblem(401, 'link_invalid')
  const first = guests[opened.findIndex(({ status }) => status === 200)]
  expect((await first.open('open', tokenOf(link))).status).toBe(200)
  const { groups } = await listed('open')
  expect(groups).toContainEqual({
    group: 'experts',
    invited: 3,
    people: 3,
    votes: 0,
    goal: null,
  })
})

describe('a link to judged pairs', () => {
  const drawn = (guest: Guest) =>
    app.request('/api/arenas/open/calibration/battles', { json: {}, headers: guest.headers() })

  it('is for anybody: it has no name, no group and no seats', async () => {
    const { name, group, seats, kind, path } = await labellingInvitation(app, 'open')
    expect({ name, group, seats, kind }).toEqual({ name: null, group: null, seats: null, kind: 'judges' })
    expect(path).toMatch(/^\/a\/open\/vote\?calibrate#invite=/)
    for (const wrong of [{}, { kind: 'judges', people: ['Ada'] }, { kind: 'judges', goal: 5 }])
      await expect(app.asAdmin(`${PATH}/open/invitations`, wrong)).toBeProblem(400, 'invalid_request')
  })

  it('leaves a browser the voter that it is, also by a second link, and beside an invitation', async () => {
    const visitor = new Guest(app)
    const [before] = await visitor.votes('open', 1)
    const cookie = visitor.cookie
    const links = [await labellingInvitation(app, 'open'), await labellingInvitation(app, 'open')]
    for (const link of links) expect((await visitor.open('open', tokenOf(link))).status).toBe(200)
    expect(visitor.cookie).toBe(cookie)
    const [after] = await visitor.votes('open', 1)
    expect(await votersOfBattles([before, after])).toHaveLength(1)
    expect((await visitor.battle('open')).invited).toBeUndefined()
    const { invitations, groups } = await listed('open')
    const [second, first] = invitations
    // votes on other pairs are not by the link
    expect([first, second]).toMatchObject([
      { state: 'unopened', people: 0 },
      { state: 'open', people: 1, votes: 0, voter: null },
    ])
    expect((await visitor.open('open', tokenOf(await inviteOne('open')))).status).toBe(200)
    expect(JSON.stringify(groups)).not.toContain('judges')
  })

  it('shows nothing after it was withdrawn, which the log says once; its browsers vote on other pairs as before', async () => {
    const link = await labellingInvitation(app, 'open')
    const guest = await guestOf('open', link)
    await expect(drawn(guest)).toBeProblem(409, 'nothing_left_to_vote_on')
    for (let n = 0; n < 2; n++) expect((await change('open', link, 'withdraw')).status).toBe(200)
    const { entries } = AuditLog.parse(await (await app.asAdmin(`${PATH}/open/audit`)).json())
    expect(entries.slice(0, 2).map(({ act }) => act)).toEqual(['invitation_withdrawn', 'invitations_made'])
    await expect(drawn(guest)).toBeProblem(401, 'link_invalid')
    await expect(new Guest(app).open('open', tokenOf(link))).toBeProblem(401, 'link_invalid')
    await guest.votes('open', 1)
    const renewed = (await (await change('open', link, 'renew', { days: 2 })).json()) as NewInvitation
    await expect(new Guest(app).open('open', tokenOf(link))).toBeProblem(401, 'link_invalid')
    await expect(drawn(await guestOf('open', renewed))).toBeProblem(409, 'nothing_left_to_vote_on')
  })

  it('stays when one of those who opened it is erased', async () => {
    const link = await labellingInvitation(app, 'open')
    const guest = await guestOf('open', link)
    const [battle] = await guest.votes('open', 1)
    await app.request(`${PATH}/open/erase/voter`, { json: { battle }, headers: AS_ADMIN })
    expect(await inList(link)).toBeDefined()
  })
})

describe('a link that is not valid', () => {
  it('opens nothing, and does not tell whether a private arena exists', async () => {
    const stranger = new Guest(app)
    for (const token of ['', 'x', 'A'.repeat(24), "'; drop table votes"])
      expect([400, 401]).toContain((await stranger.open('open', token)).status)
    const elsewhere = tokenOf(await inviteOne('open'))
    for (const [arena, token] of [
      ['closed', 'A'.repeat(24)],
      ['missing', 'A'.repeat(24)],
      ['closed', elsewhere],
    ] as const)
      await expect(stranger.open(arena, token)).toBeProblem(404, 'arena_unknown')
    const left = await app.request('/api/arenas/closed/invitation', { method: 'DELETE' })
    await expect(left).toBeProblem(404, 'arena_unknown')
    expect(stranger.cookie).toBe('')
  })

  it('shows no pair and takes no vote after it was withdrawn; earlier votes stay', async () => {
    const link = await inviteOne('open')
    const guest = await guestOf('open', link)
    const [before] = await guest.votes('open', 1)
    const shown = await guest.battle('open')
    expect((await change('open', link, 'withdraw')).status).toBe(200)
    await expect(guest.ask('open')).toBeProblem(401, 'link_invalid')
    await expect(guest.vote(shown, 'left')).toBeProblem(401, 'link_invalid')
    await expect(new Guest(app).open('open', tokenOf(link))).toBeProblem(401, 'link_invalid')
    expect(await votersOfBattles([before])).toHaveLength(1)
  })

  it('shows no pair after it expired, but a pair shown before can be voted on', async () => {
    const link = await inviteOne('open', { days: 1 })
    const guest = await guestOf('open', link)
    app.clock.advance(24 * 3600 - 60)
    const shown = await guest.battle('open')
    app.clock.advance(61)
    await expect(guest.ask('open')).toBeProblem(401, 'link_invalid')
    await expect(new Guest(app).open('open', tokenOf(link))).toBeProblem(401, 'link_invalid')
    expect((await guest.vote(shown, 'left')).status).toBe(201)
  })

  it('ends when it is renewed, and the new one is the same voter', async () => {
    const link = await inviteOne('open')
    const [before] = await (await guestOf('open', link)).votes('open', 1)
    await change('open', link, 'withdraw')
    const renewed = (await (await change('open', link, 'renew', { days: 2 })).json()) as NewInvitation
    await expect(new Guest(app).open('open', tokenOf(link))).toBeProblem(401, 'link_invalid')
    const [after] = await (await guestOf('open', renewed)).votes('open', 1)
    expect(await votersOfBattles([before, after])).toHaveLength(1)
  })
})

it('The names of invited people are in no response without the token, no export and no entry of the log; no token is stored', async () => {
  const link = await inviteOne('open', { people: ['Zuleika Dobson'], group: 'poets' })
  const guest = await guestOf('open', link)
  await guest.votes('open', 1)
  const paths = [
    '/api/arenas/open',
    '/api/arenas/open/invitation',
    '/api/arenas/open/leaderboard',
    ...['votes', 'battles', 'preferences'].map((kind) => `/api/arenas/open/export/${kind}.jsonl`),
  ]
  for (const path of paths) {
    const response = await app.request(path, { headers: guest.headers() })
    expect(response.status, path).toBe(200)
    expect(await response.text(), path).not.toContain('Zuleika')
  }
  const log = await app.asAdmin(`${PATH}/open/audit`)
  expect(await log.text()).not.toContain('Zuleika')
  const rows = await app.deps.db.selectFrom('invitations').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link))
})

it('The table of links escapes formulas', async () => {
  await inviteOne('open', { people: ['=1+2'] })
  const csv = await (await app.asAdmin(`${PATH}/open/invitations/csv`)).text()
  expect(csv).toContain("'=1+2")
  expect(csv.split('\n')[0]).toMatch(/^invitation,name,group,seats,state,votes,goal/)
})

it('Erasing an invited voter deletes the name, and the votes stay in their group', async () => {
  const link = await inviteOne('open', { people: ['Eve'], group: 'erased' })
  const guest = await guestOf('open', link)
  const [battle] = await guest.votes('open', 1)
  const erase = { json: { battle }, headers: AS_ADMIN }
  const response = await app.request(`${PATH}/open/erase/voter`, erase)
  expect(response.status, await response.clone().text()).toBe(200)
  expect(await inList(link)).toBeUndefined()
  const [voter] = await votersOfBattles([battle])
  const rows = await app.sql`select * from invited_voters where voter = ${voter}`
  expect(rows).toMatchObject([{ invitation_id: null, group_name: 'erased' }])
})

/** How far invited people agree. */
describe('votes', () => {
  it('are compared by contestant, whichever side it was shown on', async () => {
    const path = `${PATH}/compared/invitations`
    await app.import(arenaOf('compared', { prompts: 30 }))
    await app.asAdmin(`${path}/shared-pairs`, { group: 'g', pairs: 12, votes: 3, seed: 3 })
    for (const link of await invite('compared', { people: ['A', 'B', 'C'], group: 'g', goal: 12 })) {
      const visitor = await guestOf('compared', link)
      for (let i = 0; i < 12; i++) {
        const shown = await visitor.battle('compared')
        const place = ({ text = '' }: { text?: string | undefined }) => Number(/Reply (\d)/.exec(text)![1])
        const isLeftFirst = place(shown.battle.left) < place(shown.battle.right)
        await visitor.vote(shown, isLeftFirst === (link.name !== 'C') ? 'left' : 'right')
      }
    }
    const figures = (await (await app.asAdmin(`${path}/agreement`)).json()) as PeopleAgreement
    expect(figures.together).toMatchObject([{ criterion: 'overall', people: 3, pairs: 12 }])
    expect(figures.each).toMatchObject([
      // who differs comes first
      { name: 'C', shared: 24, share: 0 },
      { shared: 24, share: 0.5 },
      { shared: 24, share: 0.5 },
    ])
  })
})
