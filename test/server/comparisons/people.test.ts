/** Votes of people: what hangs together by prompt and by person counts as what it is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { compared, votesOn } from './compared.ts'

const TWO: [string, string] = ['Quillon-7b', 'Zephrite-v2']

/** Each voter votes on all of twelve prompts and likes one of the two. */
const votesOf = (voters: number) =>
  Array.from({ length: voters }, (_, voter) =>
    votesOn(TWO, { ...(voter % 4 === 0 ? { losses: 12 } : { wins: 12 }), voter: `v${voter}` }),
  ).flat()

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const voters of [4, 12])
    await importInto(app.deps, arenaOf(`by-${voters}`, { prompts: 0, votes: votesOf(voters) }))
})
afterAll(() => app?.close())

it('are grouped by prompt and person together', async () => {
  const { criteria, warnings } = await compared(app, 'by-12', TWO)
  const { cluster, units, effectiveUnits, voters, p } = criteria[0]
  expect({ cluster, units, effectiveUnits, voters }).toEqual({
    cluster: 'both',
    units: 12,
    effectiveUnits: 12,
    voters: 12,
  })
  // all prompts say the same; persons do not
  const byVoter = headToHead(
    votesOf(12).map((_, at) => (Math.floor(at / 12) % 4 === 0 ? 0 : 1)),
    votesOf(12).map((_, at) => Math.floor(at / 12)),
  )!
  expect(p).toBeCloseTo(byVoter.p, 6)
  expect(p).toBeGreaterThan(0.02)
  expect(warnings.map(({ code }) => code)).not.toContain('speaks_for_few')
})

it('of few people are grouped by prompt, and the comparison names whom it applies to', async () => {
  const { criteria, warnings } = await compared(app, 'by-4', TWO)
  expect(criteria[0]).toMatchObject({ cluster: 'prompt', units: 12, voters: 4 })
  expect(warnings.find(({ code }) => code === 'speaks_for_few')?.message).toBe(
    'Most votes are by 4 people: the result speaks for them alone.',
  )
})
