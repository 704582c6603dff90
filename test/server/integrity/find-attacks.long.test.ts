/** The search for attacks among the voters of an arena: what it does, what an operator can undo, and what is stored. */
import { describe, expect, it } from 'vitest'
import { arenaForOperator } from '../../../server/arenas/index.ts'
import type { FoundSuspicion } from '../../../server/integrity/attacks/attack-thread.ts'
import { findArenaAttacks, strongestOfEach } from '../../../server/integrity/attacks/attacks.ts'
import { setQuarantine } from '../../../server/integrity/index.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { AdminVotes, AuditLog, Suspicions } from '../../../shared/contracts/index.ts'
import type { Anomalies } from '../../../shared/contracts/arena-file.ts'
import { smallPrint } from '../../../shared/finish/index.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { createTestApp, appFor } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { insertVotes } from '../ratings/busy-arena.ts'
import { drawCrowd } from '../../../workshop/simulate/attacks.ts'

const app = appFor()

const PROMPTS = 40
const FAKE = 'voter_of_one_mind'

/** An arena with the votes of an honest crowd on its page, and of one voter who lets contestant 1 win everything. */
async function attacked(slug: string, anomalies?: Anomalies, origin: 'page' | 'live' = 'page') {
  const imported = arenaOf(slug, { prompts: PROMPTS })
  await importInto({ ...app.deps, actor: 'terminal' }, imported)
  const { db } = app.deps
  const arena = await arenaForOperator(db, slug)
  if (anomalies)
    await app.sql`update arenas set settings = ${JSON.stringify({ ...arena.settings, anomalies })}::jsonb
      where id = ${arena.id}`
  const contestants = await app.sql<{ name: string }>`
    select name from contestants where arena_id = ${arena.id} order by id`
  const strengths = contestants.map(() => 0)
  const crowd = drawCrowd({ strengths, votes: 600, prompts: PROMPTS }, new RandomStream(2, 0))
  const stream = new RandomStream(2, 1)
  const fakes = Array.from({ length: 40 }, (_, n) => {
    const other = (2 + Math.floor((contestants.length - 1) * stream.uniform())) % contestants.length
    const isLeft = stream.uniform() < 0.5
    return {
      time: 12 + n / 5000,
      voter: FAKE,
      prompt: n % PROMPTS,
      left: isLeft ? 1 : other,
      right: isLeft ? other : 1,
      outcome: isLeft ? 0 : 1,
    }
  }).filter(({ left, right }) => left !== right)
  const seen = new Set<string>()
  const cast = [...crowd.votes.map((vote) => ({ ...vote, voter: `honest_${vote.voter}` })), ...fakes]
    .sort((a, b) => a.time - b.time)
    .filter(({ voter, prompt, left, right }) => {
      const key = `${voter} ${prompt} ${Math.min(left, right)} ${Math.max(left, right)}`
      return !seen.has(key) && seen.add(key)
    })
  const start = app.clock.now().getTime() - 31 * 86_400_000
  const rows = cast.map(({ voter, prompt, left, right, outcome, time }) => ({
    voter,
    prompt: prompt + 1,
    left: left + 1,
    right: right + 1,
    outcome: (['left', 'right', 'tie'] as const)[outcome],
    castAt: new Date(start + time * 86_400_000),
  }))
  await insertVotes(app.database, arena.id, rows, origin)
  return { arena, target: contestants[1].name, fakes: rows.filter(({ voter }) => voter === FAKE).length }
}

const votesOf = async (slug: string, query: string) =>
  AdminVotes.parse(await (await app.asAdmin(`/api/admin/arenas/${slug}/votes?limit=200${query}`)).json())
    .votes
const boardOf = (slug: string) => app.board(slug, '?source=people')
const auditOf = async (slug: string) =>
  AuditLog.parse(await (await app.asAdmin(`/api/admin/arenas/${slug}/audit`)).json()).entries.filter(
    ({ act }) => act !== 'arena_created',
  )

describe('the search for attacks', () => {
  it('reads votes on prompts of visitors too', async () => {
    const { arena, fakes } = await attacked('lived', undefined, 'live')
    await findArenaAttacks(app.deps, { arenaId: arena.id, isLocal: false })
    const quarantined = await votesOf('lived', '&quarantined=true')
    expect(quarantined.map(({ voter, source }) => `${voter} ${source}`)).toEqual(
      Array.from({ length: fakes }, () => `${FAKE} live`),
    )
  })

  it('quarantines the votes of an attacker with the reason, on a server that others can reach', async () => {
    const { arena, target, fakes } = await attacked('reached')
    const before = await boardOf('reached')
    await findArenaAttacks(app.deps, { arenaId: arena.id, isLocal: false })
    const quarantined = await votesOf('reached', '&quarantined=true')
    expect(quarantined).toHaveLength(fakes)
    expect(new Set(quarantined.map(({ voter }) => voter))).toEqual(new Set([FAKE]))
    expect(quarantined[0].quarantine).toMatchObject({
      reason: `Votes for ${target} more often than taste explains: ${target} is in ${fakes} of ${fakes} votes of this voter, won ${fakes} and lost 0. Its own votes show it.`,
      finding: { code: 'voter_aims', values: { contestant: target, won: fakes, lost: 0, by: 'voter' } },
    })
    expect(await auditOf('reached')).toMatchObject([
      { act: 'votes_quarantined', actor: 'server', details: { finding: { code: 'voter_aims' } } },
    ])
    await app.settle()
    const board = await boardOf('reached')
    expect(board.excluded.quarantined).toBe(fakes)
    const { state, leader, deadHeat } = before
    expect(board.withQuarantined).toEqual({ state, leader, deadHeat })
    expect(smallPrint(board).join(' ')).toContain(
      `${fakes} votes are in quarantine and do not count. With them, `,
    )
    expect(smallPrint(board, 'de').join(' ')).toContain(
      'Stimmen sind in Quarantäne und zählen nicht. Mit ihnen ',
    )
    expect(before.withQuarantined).toBeUndefined()
  })

  it('changes nothing when it runs again, and leaves votes that an operator released', async () => {
    const arena = await app.arena('reached')
    const search = () => findArenaAttacks(app.deps, { arenaId: arena.id, isLocal: false })
    const before = await auditOf('reached')
    await search()
    expect(await auditOf('reached')).toEqual(before)
    const votes = (await votesOf('reached', '&quarantined=true')).map(({ id }) => id)
    await setQuarantine(app.deps, arena, votes, { released: true, reason: 'a colleague who tests' })
    await search()
    expect(await votesOf('reached', '&quarantined=true')).toEqual([])
    expect((await auditOf('reached')).map(({ act }) => act)).toEqual(['votes_released', 'votes_quarantined'])
  })

  it('only writes a log line, once, on a server for this machine alone', async () => {
    const { arena, target } = await attacked('local')
    for (let time = 0; time < 2; time++)
      await findArenaAttacks(app.deps, { arenaId: arena.id, isLocal: true })
    expect(await votesOf('local', '&quarantined=true')).toEqual([])
    expect(await auditOf('local')).toMatchObject([
      {
        act: 'attack_suspected',
        actor: 'server',
        details: { voter: FAKE, finding: { code: 'voter_aims', values: { contestant: target } } },
      },
    ])
  })

  it('follows the setting of the arena on any server', async () => {
    const { arena } = await attacked('said', 'quarantine')
    await findArenaAttacks(app.deps, { arenaId: arena.id, isLocal: true })
    expect((await votesOf('said', '&quarantined=true')).length).toBeGreaterThan(0)
    const { arena: unwatched } = await attacked('unwatched', 'off')
    await findArenaAttacks(app.deps, { arenaId: unwatched.id, isLocal: false })
    expect(await votesOf('unwatched', '&quarantined=true')).toEqual([])
    expect(await auditOf('unwatched')).toEqual([])
  })
})

describe('the list of suspects', () => {
  const listed = async (slug: string) =>
    Suspicions.parse(await (await app.asAdmin(`/api/admin/arenas/${slug}/suspicions`)).json()).suspicions
  const judge = async (slug: string, verb: string, json: object) => {
    const answer = await app.asAdmin(`/api/admin/arenas/${slug}/suspicions/${verb}`, json)
    return [answer.status, await answer.json()]
  }

  it('has the finding, the evidence and the state of votes, which one request quarantines or releases', async () => {
    const { arena, fakes } = await attacked('listed', 'flag')
    const search = () => findArenaAttacks(app.deps, { arenaId: arena.id, isLocal: false })
    await search()
    const [suspicion] = (await listed('listed')).filter(({ voter }) => voter === FAKE)
    expect(suspicion).toMatchObject({
      votes: fakes,
      quarantined: 0,
      state: 'open',
      finding: { code: 'voter_aims' },
    })
    expect(suspicion.log10E).toBeGreaterThan(Math.log10(1 / 0.05))
    const receipt = { arena: 'listed', voter: FAKE, votes: fakes }
    expect(await judge('listed', 'quarantine', { voter: FAKE })).toEqual([
      200,
      { ...receipt, quarantined: true },
    ])
    const [quarantined] = await votesOf('listed', '&quarantined=true')
    expect(quarantined.quarantine).toMatchObject({ reason: suspicion.reason, finding: suspicion.finding })
    expect((await listed('listed'))[0]).toMatchObject({ quarantined: fakes, state: 'quarantined' })
    expect(await judge('listed', 'release', { voter: FAKE })).toEqual([
      200,
      { ...receipt, quarantined: false },
    ])
    expect((await listed('listed'))[0]).toMatchObject({ quarantined: 0, state: 'released' })
    await search()
    expect((await listed('listed'))[0]).toMatchObject({ state: 'released' })
  })

  it('has voters whom the server has put into quarantine by itself', async () => {
    const { arena, fakes } = await attacked('by-itself', 'quarantine')
    await findArenaAttacks(app.deps, { arenaId: arena.id, isLocal: false })
    const [quarantined] = (await listed('by-itself')).filter(({ voter }) => voter === FAKE)
    expect(quarantined).toMatchObject({ quarantined: fakes, state: 'quarantined' })
  })

  it('refuses a voter without votes, a quarantine without finding or reason', async () => {
    expect(await judge('listed', 'quarantine', { voter: 'nobody' })).toMatchObject([
      404,
      { code: 'vote_unknown' },
    ])
    const honest = (await votesOf('listed', '')).find(({ voter }) => voter !== FAKE)!.voter
    expect(await judge('listed', 'quarantine', { voter: honest })).toMatchObject([400, {}])
    expect(await judge('listed', 'quarantine', { voter: honest, reason: 'a bot' })).toMatchObject([200, {}])
  })
})

it.each([
  ['203.0.113.77', 22],
  ['2001:db8:203:0::7', 44],
])(
  'the network of a voter is stored as keyed hashes, never as the address %s, and deleted after 30 days',
  async (address, letters) => {
    const behind = await createTestApp({ trustProxy: 1, database: app.database })
    await importInto({ ...behind.deps, actor: 'terminal' }, arenaOf(`networks-${letters}`, { prompts: 4 }))
    const headers = { 'x-forwarded-for': address }
    const response = await behind.request(`/api/arenas/networks-${letters}/battles`, { json: {}, headers })
    const cookie = response.headers.get('set-cookie')!.split(';')[0]
    const { battle, ticket } = (await response.json()) as { battle: { id: string }; ticket: string }
    const voted = await behind.request(`/api/battles/${battle.id}/vote`, {
      json: { ticket, outcome: 'left' },
      headers: { ...headers, cookie },
    })
    expect(voted.status).toBe(201)
    const arena = await arenaForOperator(behind.deps.db, `networks-${letters}`)
    const stored = () =>
      behind.deps.db.selectFrom('voter_networks').selectAll().where('arena_id', '=', arena.id).execute()
    const [row] = await stored()
    expect(row.network).toMatch(new RegExp(`^[\\w-]{${letters}}$`))
    expect(JSON.stringify(row)).not.toContain('203')
    behind.clock.advance(31 * 24 * 3600)
    await findArenaAttacks(behind.deps, { arenaId: arena.id, isLocal: false })
    expect(await stored()).toEqual([])
    await behind.close()
  },
)

const suspicion = (subject: string, logE: number, voter: string | null = null) =>
  ({ subject, logE, voter }) as unknown as FoundSuspicion

it('of several suspicions of one subject, the one with the strongest evidence is recorded', () => {
  const found = [suspicion('a', 3), suspicion('b', 5), suspicion('a', 7), suspicion('b', 4)]
  expect(strongestOfEach(found).map(({ subject, logE }) => [subject, logE])).toEqual([
    ['a', 7],
    ['b', 5],
  ])
})
