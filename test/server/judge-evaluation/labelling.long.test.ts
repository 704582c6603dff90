/** The blind queue: whom it shows what, and what becomes of a second look. */
import { expect, test } from 'vitest'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'
import { setQuarantine } from '../../../server/integrity/index.ts'
import { drawJudgedPair } from '../../../server/judge-evaluation/labelling.ts'
import { readConsistently } from '../../../server/judge-evaluation/tallies.ts'
import { JudgesReport, type Board, type IssuedBattle, type Outcome } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { labellingToken, openLink } from '../invited.ts'
import { problemOf, Visitor } from '../visitor.ts'

const app = appFor()

const NAMES = ['Amber', 'Birch', 'Cedar']
const WORDS: Record<string, string> = { Amber: 'alpha', Birch: 'beta', Cedar: 'gamma' }
const says = (name: string, prompt: number) => `${WORDS[name]} ${prompt}`

/** An arena in which a judge has judged the first two on the first prompts. */
const judgedArena = (slug: string, prompts: number, more: ImportedVote[] = []) =>
  app.import(
    arenaOf(slug, {
      names: NAMES,
      prompts: prompts + 2,
      says,
      votes: [
        ...Array.from({ length: prompts }, (_, n) =>
          voteOf('Amber', 'Birch', 'left', { source: 'judge', voter: 'critic', prompt: `p${n + 1}` }),
        ),
        ...more,
      ],
    }),
  )

/** A voter at the queue. */
class Labeller extends Visitor {
  readonly arena: string

  constructor(arena: string) {
    super(app)
    this.arena = arena
  }

  /** The next pair, by a link that is opened once. */
  async next(json: object = {}): Promise<Response> {
    if (this.cookie === '') await openLink(this, app, this.arena, await labellingToken(app, this.arena))
    return this.pair(json)
  }

  pair = (json: object = {}): Promise<Response> =>
    app.request(`/api/arenas/${this.arena}/calibration/battles`, { json, headers: { cookie: this.cookie } })

  async shown(): Promise<IssuedBattle> {
    const response = await this.next()
    if (response.status !== 201) throw new Error(await response.text())
    return (await response.json()) as IssuedBattle
  }
}

const textsOf = ({ battle }: IssuedBattle) => [battle.left.text!, battle.right.text!]
const pairOf = (issued: IssuedBattle) => textsOf(issued).sort().join(' | ')
/** Alpha is better on either side. */
const alphaWins = (issued: IssuedBattle): Outcome =>
  textsOf(issued)[0].startsWith('alpha') ? 'left' : 'right'
const board = (slug: string) => app.json<Board>(`/api/arenas/${slug}/leaderboard?source=people`)
const report = (slug: string) => app.read(JudgesReport, `/api/arenas/${slug}/judges`)

test('a link opens the queue of its arena until it ends, and a private arena for labelling alone', async () => {
  await judgedArena('linked', 4)
  await judgedArena('unlinked', 2)
  const token = await labellingToken(app, 'linked', 3)
  const voter = new Labeller('linked')
  await expect(voter.pair()).toBeProblem(401, 'link_invalid')
  expect((await openLink(voter, app, 'linked', token)).status).toBe(200)
  const issued = (await (await voter.pair()).json()) as IssuedBattle
  expect(pairOf(issued)).toMatch(/^alpha [1-4] \| beta [1-4]$/)
  expect(JSON.stringify(issued)).not.toMatch(/Amber|Birch|critic/)
  for (const wrong of [`${token}x`, token.slice(1), `1.${token}`])
    await expect(openLink(new Labeller('linked'), app, 'linked', wrong)).toBeProblem(401, 'link_invalid')
  const elsewhere = new Labeller('unlinked')
  await expect(openLink(elsewhere, app, 'unlinked', token)).toBeProblem(401, 'link_invalid')

  // a private arena is there for those who have its link, and shows them judged pairs and their pictures alone
  await app.sql`update arenas set visibility = 'private' where slug in ('linked', 'unlinked')`
  const second = new Labeller('linked')
  expect((await openLink(second, app, 'linked', token)).status).toBe(200)
  expect((await second.pair()).status).toBe(201)
  expect((await voter.vote(issued, alphaWins(issued))).status).toBe(201)
  const headers = { cookie: second.cookie }
  const picture = await app.request('/a/linked/pictures/none.png', { headers })
  await expect(picture).toBeProblem(404, 'not_found')
  await expect(second.ask('linked')).toBeProblem(404, 'arena_unknown')
  for (const path of ['', '/leaderboard', '/judges', '/live', '/battles'])
    expect([path, ...(await problemOf(await app.request(`/api/arenas/linked${path}`, { headers })))]).toEqual(
      [path, 404, 'arena_unknown'],
    )
  await expect(openLink(elsewhere, app, 'unlinked', token)).toBeProblem(404, 'arena_unknown')
  await expect(new Labeller('linked').pair()).toBeProblem(404, 'arena_unknown')

  app.clock.advance(3 * 24 * 3600)
  await expect(second.pair()).toBeProblem(401, 'link_invalid')
  await expect(openLink(new Labeller('linked'), app, 'linked', token)).toBeProblem(401, 'link_invalid')
})

test('shows judged pairs, each once to a voter, without names, and its votes count like any other', async () => {
  await judgedArena('queue', 8)
  const voter = new Labeller('queue')
  const seen: string[] = []
  const sides = new Set<string>()
  for (let n = 0; n < 8; n++) {
    const issued = await voter.shown()
    expect(Object.keys(issued.battle)).toEqual(['id', 'criterion', 'prompt', 'left', 'right', 'expiresAt'])
    expect(JSON.stringify(issued)).not.toMatch(/Amber|Birch|critic|calibration/)
    seen.push(pairOf(issued))
    sides.add(textsOf(issued)[0].split(' ')[0])
    expect((await voter.vote(issued, alphaWins(issued))).status).toBe(201)
  }
  expect(seen.toSorted()).toEqual(Array.from({ length: 8 }, (_, n) => `alpha ${n + 1} | beta ${n + 1}`))
  expect(sides).toEqual(new Set(['alpha', 'beta']))
  await expect(voter.next()).toBeProblem(409, 'nothing_left_to_vote_on')
  await app.settle()
  expect(await board('queue')).toMatchObject({ votes: 8 })
  const { judges } = await report('queue')
  expect(judges[0].figures).toMatchObject({ shared: 8, decisive: { hits: 8, n: 8 } })

  // the page shows this voter what it has not seen, the queue a second voter what one has decided
  for (let n = 0; n < 22; n++) expect(seen).not.toContain(pairOf(await voter.battle('queue')))
  const second = new Labeller('queue')
  const issued = await second.shown()
  expect(seen).toContain(pairOf(issued))
  await second.vote(issued, 'tie')
  await app.settle()
  const { betweenVoters } = (await report('queue')).humans
  expect(betweenVoters).toMatchObject({ threeWay: { hits: 0, n: 1 }, decisive: { n: 0 } })
})

test('draws evenly, whatever the verdicts were', async () => {
  const disputed = Array.from({ length: 4 }, (_, n) =>
    voteOf('Birch', 'Amber', 'left', { source: 'judge', voter: 'contrary', prompt: `p${n + 1}` }),
  )
  await judgedArena('even', 8, disputed)
  const counts = new Map<string, number>()
  for (let n = 0; n < 160; n++) {
    const pair = pairOf(await new Labeller('even').shown())
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  expect(counts.size).toBe(8)
  // 20 each are expected; the 99.9 % point of χ² with 7 degrees of freedom
  const chi = [...counts.values()].reduce((sum, count) => sum + (count - 20) ** 2 / 20, 0)
  expect(chi).toBeLessThan(24.3)
})

test('shows a pair again with sides swapped; the second look is no vote and shows how often voters agree with themselves', async () => {
  await judgedArena('again', 60)
  const voter = new Labeller('again')
  const first = new Map<string, IssuedBattle>()
  const again: IssuedBattle[] = []
  for (let n = 0; n < 60; n++) {
    const issued = await voter.shown()
    const earlier = first.get(pairOf(issued))
    if (earlier) {
      expect(textsOf(issued)).toEqual(textsOf(earlier).toReversed())
      again.push(issued)
    } else first.set(pairOf(issued), issued)
    // always the left one: on every second look the other answer
    const response = await voter.vote(issued, again.length === 1 && earlier ? alphaWins(issued) : 'left')
    expect(response.status).toBe(201)
    expect(Object.keys((await response.json()) as object)).toEqual(['battle', 'outcome', 'final'])
    if (earlier) {
      expect((await voter.vote(issued, 'both_bad')).status).toBe(409)
      expect((await voter.vote(issued, again.length === 1 ? alphaWins(issued) : 'left')).status).toBe(200)
    }
  }
  expect(again.length).toBeGreaterThan(1)
  expect(new Set(again.map(pairOf)).size).toBe(again.length)
  await app.settle()
  expect((await board('again')).votes).toBe(first.size)
  const exported = await app.text('/api/arenas/again/export/votes.jsonl?source=people')
  expect(exported.trim().split('\n').length).toBe(first.size)
  const { withThemselves, betweenVoters } = (await report('again')).humans
  expect(withThemselves.threeWay.n).toBe(again.length)
  expect(withThemselves.threeWay.hits).toBeLessThanOrEqual(1)
  expect(betweenVoters.threeWay.n).toBe(0)

  const last = await voter.shown()
  expect((await voter.choose(last, 'left')).status).toBe(201)
  expect((await voter.takeBack(last)).status).toBe(200)
  await expect(voter.choose(last, 'left')).toBeProblem(409, 'battle_withdrawn')
  await app.settle()
  expect((await report('again')).humans.withThemselves.threeWay.n).toBe(again.length)
  expect((await board('again')).votes).toBe(first.size)
})

test('refuses an unknown criterion or an empty queue', async () => {
  await app.import(arenaOf('unjudged', { names: NAMES, says }))
  const voter = new Labeller('unjudged')
  await expect(voter.next()).toBeProblem(409, 'nothing_left_to_vote_on')
  await expect(voter.next({ criterion: 'charm' })).toBeProblem(400, 'invalid_request')
  await expect(new Labeller('nowhere').pair()).toBeProblem(404, 'arena_unknown')
})

test('votes in quarantine put no pair in the queue and decide none', async () => {
  await judgedArena('odd', 2)
  const arena = await app.arena('odd')
  const idOf = async (source: string, prompt: string) => {
    const { rows } = await app.database.pool.query(
      `select v.id from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
        join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
      where v.arena_id = $1 and v.source = $2 and p.key = $3`,
      [arena.id, source, prompt],
    )
    return Number(rows[0].id)
  }
  const setAside = async (vote: number) =>
    setQuarantine(app.deps, arena, [vote], { released: false, reason: 'looked odd' })
  // a pair whose only vote by a judge is in quarantine is not shown
  await setAside(await idOf('judge', 'p2'))
  const first = new Labeller('odd')
  const shown = await first.shown()
  expect(pairOf(shown)).toBe('alpha 1 | beta 1')
  await first.vote(shown, alphaWins(shown))
  await expect(first.next()).toBeProblem(409, 'nothing_left_to_vote_on')
  // a pair whose only vote by a person is in quarantine counts as undecided
  const pair = (by: 'nobody' | 'another') =>
    readConsistently(app.deps.db, (trx) =>
      drawJudgedPair(trx, {
        arenaId: arena.id,
        voter: 'another voter',
        criteria: ['overall'],
        seed: 1,
        decidedBy: by,
      }),
    )
  expect(await pair('nobody')).toBeUndefined()
  expect(await pair('another')).toBeDefined()
  await setAside(await idOf('human', 'p1'))
  expect(await pair('nobody')).toBeDefined()
  expect(await pair('another')).toBeUndefined()
})
