/** The list of voters: their votes, their agreement with the others, and what is in quarantine. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { AdminVoters } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // one pair on two prompts, so that everybody decides the same pairs
  const votes = [voteOf(NAMES[0], NAMES[1], 'left', { voter: 'imported' })]
  await importInto(app.deps, arenaOf('peopled', { prompts: 2, names: NAMES.slice(0, 2), votes }))
})
afterAll(() => app?.close())

const listed = async () =>
  (await (await app.request('/api/admin/arenas/peopled/voters', { headers })).json()) as AdminVoters

/** Votes on both pairs, always for the contestant of this number or for a tie. */
async function votesFor(choice: 1 | 2 | 'tie'): Promise<void> {
  const visitor = new Visitor(app)
  for (let i = 0; i < 2; i++) {
    const shown = await visitor.battle('peopled')
    const isLeft = ({ text = '' }: { text?: string | undefined }) => text.includes(`Reply ${choice}`)
    const outcome = choice === 'tie' ? 'tie' : isLeft(shown.battle.left) ? 'left' : 'right'
    await visitor.vote(shown, outcome, { final: true })
    app.clock.advance(1)
  }
}

it('Agreement counts the counted votes of others on the same pairs, whichever side was shown', async () => {
  expect(await listed()).toEqual({ voters: [], more: false })
  await votesFor(1)
  await votesFor(1)
  await votesFor(2)
  await votesFor('tie')
  const { voters } = await listed()
  // the last first; each has three others on each of two pairs
  expect(voters.map(({ votes, shared, same }) => [votes, shared, same])).toEqual([
    [2, 6, 0],
    [2, 6, 0],
    [2, 6, 2],
    [2, 6, 2],
  ])
  expect(voters.every(({ name, group }) => name === null && group === null)).toBe(true)
})

it('One request puts all votes of a voter into quarantine, where they agree with nobody, and one releases them', async () => {
  const [{ voter }] = (await listed()).voters
  const judge = (what: string) =>
    app.request(`/api/admin/arenas/peopled/suspicions/${what}`, {
      json: { voter, reason: 'a test' },
      headers,
    })
  expect((await judge('quarantine')).status).toBe(200)
  const held = (await listed()).voters
  expect(held.map(({ quarantined, shared }) => [quarantined, shared])).toEqual([
    [2, 0],
    [0, 4],
    [0, 4],
    [0, 4],
  ])
  expect((await judge('release')).status).toBe(200)
  expect((await listed()).voters.map(({ quarantined, shared }) => [quarantined, shared])).toEqual(
    Array(4).fill([0, 6]),
  )
})
