/** The demo arena: complete, seeded once, its votes never passed off as real ones. */
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDemo, simulateVotes } from '../../../server/transfer/seed-demo.ts'
import { importInto, seedDemo } from '../../../server/transfer/index.ts'
import { Board, type ArenaListing } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

describe('simulated votes', async () => {
  const { contestants, prompts, simulation } = await readDemo()
  const field = { contestants, prompts: prompts.map(({ id, category }) => ({ key: id, category })) }
  const last = new Date('2024-05-01T12:00:00Z')
  const votes = simulateVotes(field, simulation, last)

  it('are a few hundred, labelled, the same at every seeding, and the last one is cast now', () => {
    expect(votes.length).toBeGreaterThanOrEqual(300)
    expect(new Set(votes.map(({ source }) => source))).toEqual(new Set(['simulated']))
    expect(new Set(votes.map(({ key }) => key)).size).toBe(votes.length)
    expect(simulateVotes(field, simulation, last)).toEqual(votes)
    expect(votes.at(-1)!.castAt).toEqual(last)
    expect(votes[0].castAt! < last).toBe(true)
  })

  it('are those of the sample file', async () => {
    const words = { left: 'model_a', right: 'model_b', tie: 'tie', both_bad: 'tie (bothbad)' }
    const lines = votes.map(({ left, right, outcome, prompt, voter }) =>
      [left, right, words[outcome], prompt, voter, 'simulated'].join(','),
    )
    const sample = await readFile(new URL('../../../examples/votes.csv', import.meta.url), 'utf8')
    expect(sample.trimEnd().split('\n').slice(1)).toEqual(lines)
  })

  it('show no voter the same pair twice on a prompt', () => {
    const meetings = votes.map(({ voter, prompt, left, right }) =>
      JSON.stringify([voter, prompt, ...[left, right].sort()]),
    )
    expect(new Set(meetings).size).toBe(votes.length)
  })
})

describe('seeding', () => {
  let app: TestApp

  beforeEach(async () => {
    app = await createTestApp()
  })
  afterEach(() => app.close())

  const arenas = async () =>
    ((await (await app.request('/api/arenas')).json()) as { arenas: ArenaListing[] }).arenas

  it('makes an arena whose board labels its votes as simulated', async () => {
    const seeded = await seedDemo(app.deps, { votes: true, onlyIfEmpty: true })
    expect(seeded).toMatchObject({ created: true, contestants: 8, prompts: 24, answersAdded: 192 })
    const [arena] = await arenas()
    expect(arena).toMatchObject({
      contestants: 8,
      votes: 0,
      simulatedVotes: seeded!.votesAdded,
      votable: true,
    })
    const board = Board.parse(await (await app.request(`/api/arenas/${arena!.arena}/leaderboard`)).json())
    expect(board).toMatchObject({ votes: seeded!.votesAdded, view: { source: 'simulated' } })
    expect(board.contestants.map(({ status }) => status)).toEqual(Array(8).fill('rated'))
    const exported = await (await app.request(`/api/arenas/${arena!.arena}/export/votes.csv`)).text()
    expect(
      exported
        .trim()
        .split('\n')
        .slice(1)
        .every((line) => line.includes(',simulated,')),
    ).toBe(true)
    const visitor = new Visitor(app)
    expect((await visitor.vote(await visitor.battle(arena!.arena), 'left')).status).toBe(201)
  })

  it('without votes leaves them out, and adds them later on request', async () => {
    expect(await seedDemo(app.deps, { votes: false, onlyIfEmpty: false })).toMatchObject({
      answersAdded: 192,
      votesAdded: 0,
    })
    expect(await arenas()).toMatchObject([{ votes: 0, simulatedVotes: 0, votable: true }])
    const later = await seedDemo(app.deps, { votes: true, onlyIfEmpty: false })
    expect(later).toMatchObject({ created: false, answersAdded: 0 })
    expect(later!.votesAdded).toBeGreaterThan(0)
  })

  it('twice adds nothing', async () => {
    const first = await seedDemo(app.deps, { votes: true, onlyIfEmpty: false })
    app.clock.advance(86_400)
    const again = await seedDemo(app.deps, { votes: true, onlyIfEmpty: false })
    expect(again).toMatchObject({ answersAdded: 0, votesAdded: 0, votesAlreadyThere: first!.votesAdded })
    expect(await seedDemo(app.deps, { votes: true, onlyIfEmpty: true })).toBeNull()
  })

  it('by several servers at once makes it once', async () => {
    const others = await Promise.all([1, 2].map(() => createTestApp({ database: app.database })))
    const results = await Promise.all(
      [app, ...others].map(({ deps }) => seedDemo(deps, { votes: true, onlyIfEmpty: true })),
    )
    expect(results.filter((result) => result?.created)).toHaveLength(1)
    expect(results.filter((result) => result?.votesAdded)).toHaveLength(1)
    expect(await arenas()).toHaveLength(1)
    await Promise.all(others.map((other) => other.close()))
  })

  it('does not change a database that already has an arena', async () => {
    await importInto(app.deps, arenaOf('own'))
    expect(await seedDemo(app.deps, { votes: true, onlyIfEmpty: true })).toBeNull()
    expect((await arenas()).map(({ arena }) => arena)).toEqual(['own'])
  })
})
