/** What operators see of voters and judges before and after. */
import { expect, test, beforeAll, describe } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES, voteOf } from '../server/arena-import.ts'
import { isNarrow, operated, signIn } from './operator.ts'
import { violations } from './violations.ts'
import type { Outcome } from '../../shared/contracts/index.ts'
import { PHONE, WIDE } from './site.ts'

describe('a preview', () => {
  /** The operator sees a pair as voters do, before the link is shared. */

  const there = operated()

  test('any pair is shown, then a chosen one with its names, and no battle is recorded', async () => {
    const { app } = there.site
    await importInto(app.deps, arenaOf('shared', { arena: { criteria: ['overall', 'tone'] } }))
    const battles = async () => (await app.deps.db.selectFrom('battles').select('id').execute()).length
    const before = await battles()
    const page = await there.site.visit('/admin/a/shared')
    await signIn(page)
    await page.getByRole('link', { name: 'See it as a voter' }).click()
    await page.getByRole('article').nth(1).waitFor()
    expect(
      await page
        .getByRole('article')
        .getByText(/^Reply \d to question \d\.$/)
        .count(),
    ).toBe(2)
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Prompt (').fill('p3')
    await page.getByRole('combobox', { name: 'Contestant', exact: true }).selectOption(NAMES[0])
    await page.getByRole('combobox', { name: 'Other contestant' }).selectOption(NAMES[2])
    await page.getByRole('button', { name: 'Another pair' }).click()
    await page.getByText('Reply 1 to question 3.').waitFor()
    await page.getByText('Reply 3 to question 3.').waitFor()
    expect(await page.getByRole('article').getByText(NAMES[0]).count()).toBe(0)
    await page.getByLabel('Show names').check()
    expect(await page.getByRole('article').getByText(NAMES[0]).count()).toBe(1)
    await page.getByLabel('Prompt (').fill('p99')
    await page.getByRole('button', { name: 'Another pair' }).click()
    await page.getByRole('alert').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect([await isNarrow(page), await violations(page)]).toEqual([true, []])
    expect(await battles()).toBe(before)
  })
})

describe('a jury', () => {
  /** The table of how far judges agree with each other, for operators. */

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
    const table = page.getByRole('table').filter({ hasText: 'Beyond chance' })
    await table.getByText('All 3 together').waitFor()
    expect(await table.getByRole('row').count()).toBe(1 + 1 + 3)
    // they differ only where the second says tie, on 6 of 24
    const pair = table.getByRole('row').filter({ hasText: 'careful' }).filter({ hasText: 'quick' })
    expect(await pair.innerText()).toMatch(/κ 0\.\d\d \(.*75\s?%/s)
    expect(await violations(page)).toEqual([])
    expect(await isNarrow(page)).toBe(true)
  })
})
