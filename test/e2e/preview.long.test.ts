/** The operator sees a pair as voters do, before the link is shared. */
import { expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES } from '../server/arena-import.ts'
import { isNarrow, operated, signIn } from './operator.ts'
import { violations } from './violations.ts'

const there = operated()

test('any pair is shown, then a chosen one with its names, and no battle is recorded', async () => {
  const { app } = there.site
  await importInto(app.deps, arenaOf('shared', { arena: { criteria: ['overall', 'tone'] } }))
  const battles = async () => (await app.deps.db.selectFrom('battles').select('id').execute()).length
  const before = await battles()
  const page = await there.site.visit('/admin/a/shared')
  await signIn(page)
  await page.getByRole('link', { name: 'Preview' }).click()
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
