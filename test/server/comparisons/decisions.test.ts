/** What judging two contestants came to is stored: every surface shows it until votes change, and it stays afterwards. */
import { expect, test } from 'vitest'
import { BatchLook, Comparison } from '../../../shared/contracts/index.ts'
import { answerWords, decisionWords } from '../../../server/comparisons/render/comparison-words.ts'
import { ADMIN_TOKEN } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { alphabetically, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { compared, votesOn } from './compared.ts'

/** The judge calls four prompts of 24 ties. */
const there = withModels({
  reply: (call) => modelsThat(/Question [1-4]\?/.test(call.text) ? () => 'tie' : alphabetically)(call),
})
const { app } = there
const TWO: [string, string] = ['amber', 'birch']

async function judgeAll(slug: string, more: object = {}) {
  const arena = await app.arena(slug)
  const tried: number[] = []
  for (;;) {
    const response = await app.request(`/api/admin/arenas/${slug}/compare/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ a: TWO[0], b: TWO[1], tried, batch: 20, ...more }),
    })
    expect(response.status).toBe(200)
    const look = BatchLook.parse(await response.json())
    if (look.prompts === null) return look
    await there.progressWhen(arena)
    tried.push(...look.prompts)
  }
}

const published = async (slug: string, query = '', [a, b] = TWO) => {
  const response = await app.request(`/api/arenas/${slug}/compare?a=${a}&b=${b}&source=judges${query}`)
  return Comparison.parse(await response.json())
}

test('a decision is what every later comparison shows, until votes change, and stays beside it then', async () => {
  const made = await there.setUpJudged({ slug: 'kept', contestants: TWO, prompts: 24, answered: true })
  const { comparison, stopped, looks } = await judgeAll('kept')
  expect([stopped, looks, comparison!.answer, comparison!.sequential]).toEqual([
    'everything_judged',
    'one',
    'better',
    false,
  ])
  await app.settle()
  const shown = await published('kept')
  expect(shown).toMatchObject({ ...comparison!, decision: { isCurrent: true, answer: 'better', votes: 24 } })
  expect(decisionWords(shown)).toMatch(
    /^Decided on \d+ \w+ \d{4} on 24 votes, at one look that was planned\.$/,
  )
  // the same command again judges nothing and decides the same
  expect((await judgeAll('kept')).comparison).toEqual(comparison)
  // what is asked for by name is another question
  expect(await published('kept', '&sequential=true')).toMatchObject({ sequential: true, answer: 'not_shown' })
  expect((await published('kept', '&sequential=true')).decision).toBeUndefined()
  expect((await published('kept', '&minWinRate=0.9')).decision).toBeUndefined()
  expect((await published('kept', '', ['birch', 'amber'])).decision).toBeUndefined()
  await expect(app.sql`update pair_decisions set decided_at = now()`).rejects.toThrow(/append-only/)
  await expect(app.sql`delete from pair_decisions`).rejects.toThrow(/append-only/)

  await app.sql`insert into retractions (arena_id, vote_id, retracted_at)
    select arena_id, id, now() from votes where arena_id = ${made.id} order by id limit 14`
  await app.settle()
  const after = await published('kept')
  expect(after).toMatchObject({
    answer: 'not_shown',
    sequential: true,
    decision: { isCurrent: false, answer: 'better', ship: true, votes: 24 },
  })
  expect(decisionWords(after)).toMatch(/^Decided on .* on 24 votes: better\. Votes have changed since\.$/)
  // whoever judges on has seen results
  expect((await judgeAll('kept')).looks).toBe('any')
  expect(
    await app.sql`select count(*)::int as decisions from pair_decisions where arena_id = ${made.id}`,
  ).toEqual([{ decisions: 2 }])
})

test('a stop for want of chances is a decision, and one at the budget is none', async () => {
  await there.setUpJudged({ slug: 'hopeless', contestants: TWO, prompts: 60, answered: true })
  const turned = { a: TWO[1], b: TWO[0] }
  const { comparison, stopped, calls } = await judgeAll('hopeless', turned)
  expect([stopped, comparison!.ship, calls.saved > 0]).toEqual(['no_chance', false, true])
  expect(answerWords(comparison!)).toMatch(/^(Worse: do not ship birch|Not shown)\. /)
  await app.settle()
  const shown = await published('hopeless', '', ['birch', 'amber'])
  expect(shown.decision).toMatchObject({ isCurrent: true, ship: false })
})

test('the same votes give the same answer in whichever order they are asked for and came in', async () => {
  const votes = votesOn(TWO, { wins: 17, losses: 5, ties: 8 })
  const orders = [votes, votes.toReversed(), votes.toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1))]
  const answers = []
  for (const [n, order] of orders.entries()) {
    await app.import(arenaOf(`order-${n}`, { names: TWO, prompts: 30, votes: order }))
    const { arena: _, ...rest } = await compared(app, `order-${n}`, TWO, { gate: { minVotes: 20 } })
    answers.push(rest)
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(answers[0]!.answer).toBe('better')
})
