/** The table of how far judges agree with each other, for operators. */
import { beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import type { Outcome } from '../../shared/contracts/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { isNarrow, operated, signIn } from './operator.ts'
import { PHONE, WIDE } from './site.ts'
import { violations } from './violations.ts'

const PROMPTS = 24
const JUDGES: Record<string, (n: number) => Outcome> = {
  careful: (n) => (n % 3 === 0 ? 'right' : 'left'),
  quick: (n) => (n % 4 === 0 ? 'tie' : n % 3 === 0 ? 'right' : 'left'),
  'a judge with a rather long name': (n) => (n % 5 === 0 ? 'left' : n % 3 === 0 ? 'right' : 'left'),
}

const there = operated()
beforeAll(async () => {
  const [one, other] = NAMES as [string, string]
  const votes = Object.entries(JUDGES).flatMap(([voter, outcomeOf]) =>
    Array.from({ length: PROMPTS }, (_, n) => ({
      ...voteOf(one, other, outcomeOf(n)),
      source: 'judge' as const,
      voter,
      prompt: `p${n + 1}`,
    })),
  )
  await importInto(there.site.app.deps, arenaOf('jury', { votes, prompts: PROMPTS }))
  await there.site.app.settle()
})

test.each([
  ['wide', WIDE, 'light'],
  ['on a phone in the dark', PHONE, 'dark'],
] as const)('the page of judges shows α of all and κ of each two, %s', async (_, viewport, colorScheme) => {
  const page = await there.site.visit('/admin/a/jury?show=judges', { viewport, colorScheme })
  await signIn(page)
  const table = page.getByRole('table').filter({ hasText: 'Agreement beyond chance' })
  await table.getByText('All 3 together').waitFor()
  expect(await table.getByRole('row').count()).toBe(1 + 1 + 3)
  // they differ only where the second says tie, on 6 of 24
  const pair = table.getByRole('row').filter({ hasText: 'careful' }).filter({ hasText: 'quick' })
  expect(await pair.innerText()).toMatch(/κ 0\.\d\d \(.*75\s?%/s)
  expect(await violations(page)).toEqual([])
  expect(await isNarrow(page)).toBe(true)
})
