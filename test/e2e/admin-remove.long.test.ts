/** The operator removes an arena on its page, once its name is typed. */
import { expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf } from '../server/arena-import.ts'
import { operated, signIn } from './operator.ts'
import { violations } from './violations.ts'

const there = operated()

test('an arena goes only when its name is typed, and the list says that it was removed', async () => {
  await importInto(there.site.app.deps, arenaOf('leaving'))
  const page = await there.site.visit('/admin/a/leaving?show=settings')
  await signIn(page)
  const button = page.getByRole('button', { name: 'Remove for good' })
  await page.getByLabel('Type leaving to confirm').fill('leavin')
  expect(await button.isDisabled()).toBe(true)
  await page.getByLabel('Type leaving to confirm').fill('leaving')
  await button.click()
  await page.getByRole('heading', { name: 'Removed arenas' }).waitFor()
  await page.getByText(/^leaving ·/).waitFor()
  expect(await violations(page)).toEqual([])
  expect((await page.request.get(`${there.site.address}/api/arenas/leaving`)).status()).toBe(404)
})
