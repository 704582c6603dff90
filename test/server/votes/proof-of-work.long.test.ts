/** An arena that asks for proof of work counts a vote only with the solution of its battle's puzzle. */
import { expect, it } from 'vitest'
import { IssuedBattle, type ArenaSettings, type Proof, type Puzzle } from '../../../shared/contracts/index.ts'
import { createTestApp, appFor } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { figuresOf } from '../figures.ts'
import { Visitor } from '../visitor.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Solves a puzzle as any client of the API would, with the library's own solver. */
async function solve(puzzle: Puzzle): Promise<Proof> {
  const solution = await solveChallenge({ challenge: puzzle, deriveKey })
  return { puzzle, solution: { counter: solution!.counter, derivedKey: solution!.derivedKey } }
}

const imported = (slug: string, settings: ArenaSettings) =>
  app.import(arenaOf(slug, { prompts: 40, votes: [voteOf('Quillon-7b', 'Zephrite-v2', 'left')], settings }))
const app = appFor({}, async () => {
  await imported('costly', { proofOfWork: 'on' })
  await imported('free', {})
})

const votesOn = async (battle: string) =>
  (await app.deps.db.selectFrom('votes').select('outcome').where('battle_id', '=', battle).execute()).length

it('a vote without proof is refused, and counts once the solution is sent; sending it again changes nothing', async () => {
  const visitor = new Visitor(app)
  const issued = IssuedBattle.strict().parse(await visitor.battle('costly'))
  const before = await refused()
  await expect(visitor.vote(issued, 'left')).toBeProblem(403, 'proof_missing')
  expect(await votesOn(issued.battle.id)).toBe(0)
  const proof = await solve(issued.puzzle!)
  expect(proof.solution.counter).toBeLessThanOrEqual(1000)
  expect((await visitor.vote(issued, 'left', { proof })).status).toBe(201)
  expect((await visitor.vote(issued, 'left', { proof })).status).toBe(200)
  expect((await visitor.vote(issued, 'left')).status).toBe(200)
  expect(await votesOn(issued.battle.id)).toBe(1)
  expect((await refused()) - before).toBe(1)
})

it('a proof is worth one vote, on any server: replayed on another battle it is refused', async () => {
  const other = await createTestApp({ database: app.database, clock: app.clock.now().toISOString() })
  const [visitor, elsewhere] = [new Visitor(app), new Visitor(other)]
  const [first, second] = [await visitor.battle('costly'), await visitor.battle('costly')]
  const proof = await solve(first.puzzle!)
  expect((await elsewhere.vote(first, 'left', { proof })).status).toBe(201)
  const renamed = changed(proof, { data: { battle: second.battle.id } })
  for (const voter of [visitor, elsewhere])
    for (const replayed of [proof, renamed])
      await expect(voter.vote(second, 'left', { proof: replayed })).toBeProblem(403, 'proof_invalid')
  expect(await votesOn(second.battle.id)).toBe(0)
  await other.close()
})

it('a wrong solution and a puzzle made easier are refused', async () => {
  const visitor = new Visitor(app)
  const issued = await visitor.battle('costly')
  const proof = await solve(issued.puzzle!)
  const wrong = { ...proof, solution: { counter: 1, derivedKey: 'ab'.repeat(32) } }
  const prefix = issued.puzzle!.parameters.keyPrefix
  const guessed = { ...proof, solution: { counter: 1, derivedKey: prefix.padEnd(64, '0') } }
  const easier = await solve({
    ...issued.puzzle!,
    parameters: { ...issued.puzzle!.parameters, cost: 1, keyPrefix: '00' },
  })
  for (const bad of [wrong, guessed, easier])
    await expect(visitor.vote(issued, 'left', { proof: bad })).toBeProblem(403, 'proof_invalid')
  expect(await votesOn(issued.battle.id)).toBe(0)
})

it('a solved puzzle ends with its battle', async () => {
  const visitor = new Visitor(app)
  const issued = await visitor.battle('costly')
  const proof = await solve(issued.puzzle!)
  app.clock.set(issued.battle.expiresAt)
  app.clock.advance(0.001)
  await expect(visitor.vote(issued, 'left', { proof })).toBeProblem(410, 'battle_expired')
})

it('an arena that does not ask for it sends no puzzle and needs none', async () => {
  const visitor = new Visitor(app)
  const issued = await visitor.battle('free')
  expect(issued).not.toHaveProperty('puzzle')
  expect((await visitor.vote(issued, 'left')).status).toBe(201)
})

const changed = (proof: Proof, parameters: Partial<Proof['puzzle']['parameters']>): Proof => ({
  ...proof,
  puzzle: { ...proof.puzzle, parameters: { ...proof.puzzle.parameters, ...parameters } },
})

async function refused(): Promise<number> {
  const figure = await figuresOf(app)
  return figure('deadheat_votes_refused_total', { code: 'proof_missing' })
}
