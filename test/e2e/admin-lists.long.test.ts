/** Lists of operators are searched, and say what was noticed about a row. */
import { expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, NAMES } from '../server/arena-import.ts'
import { isNarrow, operated, signIn } from './operator.ts'
import { violations } from './violations.ts'

const there = operated()

test('contestants, prompts and the log are searched, and findings stand beside their rows', async () => {
  const says = (name: string, n: number) => (n > 1 ? `${name.length} to ${n}` : 'Same.')
  await importInto(there.site.app.deps, arenaOf('many', { prompts: 130, says }))
  await importInto(
    there.site.app.deps,
    arenaOf('many', { names: [1, 2, 3, 4, 5, 6].map((n) => `Silent ${n}`), prompts: 130, says: () => null }),
  )
  const page = await there.site.visit('/admin/a/many?show=contestants')
  await signIn(page)
  await page.getByText('no answers').first().waitFor()
  await page.getByLabel('Find').fill('quill')
  await page.getByText('1 of 9').waitFor()
  expect([await page.getByText(NAMES[1]).count(), await violations(page)]).toEqual([0, []])
  await page.goto(`${there.site.address}/admin/a/many?show=prompts`)
  await page.getByText('all answers are alike').waitFor()
  await page.getByText('100 of 130').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('130 of 130').waitFor()
  await page.getByLabel('Find').fill('question 77')
  await page.getByText('1 of 1').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect([await isNarrow(page), await violations(page)]).toEqual([true, []])
  await page.goto(`${there.site.address}/admin/a/many?show=log`)
  await page.getByRole('combobox', { name: 'Event' }).selectOption('arena_created')
  await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
  await page.getByLabel('Find').fill('zzz')
  await page.getByText('Nothing matches.').waitFor()
  expect([await isNarrow(page), await violations(page)]).toEqual([true, []])
})
