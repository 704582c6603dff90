/** The operator removes an arena on its page, once its name is typed, archives it, or makes another of it. */
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

test('an archived arena is apart in the list, says so on its board, and is used again in one click', async () => {
  await importInto(there.site.app.deps, arenaOf('shelved'))
  const page = await there.site.visit('/admin/a/shelved?show=settings')
  await signIn(page)
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByText(/^Archived on .* takes nothing new\.$/).waitFor()
  expect(await violations(page)).toEqual([])
  for (const show of ['people', 'closing', 'import']) {
    await page.goto(`${there.site.address}/admin/a/shelved?show=${show}`)
    await page.getByText('Not while the arena is archived.').waitFor()
    expect([show, await page.locator('main form, main input').count()]).toEqual([show, 0])
    expect([show, ...(await violations(page))]).toEqual([show])
  }
  await page.getByRole('link', { name: 'Use it again' }).click()
  await page.getByRole('button', { name: 'Use it again' }).waitFor()
  await page.goto(`${there.site.address}/admin`)
  const row = page.getByRole('link', { name: 'Arena shelved' })
  await page.getByText(/^Archived \(1\)$/).waitFor()
  expect(await row.isVisible()).toBe(false)
  await page.getByText(/^Archived \(1\)$/).click()
  expect(await violations(page)).toEqual([])
  await page.goto(`${there.site.address}/a/shelved`)
  await page.getByText(/^Archived on .* takes no more votes\.$/).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto(`${there.site.address}/admin/a/shelved?show=settings`)
  await page.getByRole('button', { name: 'Use it again' }).click()
  await page.getByRole('button', { name: 'Archive' }).waitFor()
  await page.goto(`${there.site.address}/admin/a/shelved?show=people`)
  await page.getByLabel('Names, one a line').waitFor()
})

test('a duplicate has a title and an address of its own, and opens at once', async () => {
  await importInto(there.site.app.deps, arenaOf('original'))
  const page = await there.site.visit('/admin/a/original?show=settings')
  await signIn(page)
  await page.getByLabel('Title').fill('The second one')
  await page.getByLabel('Address').fill('original')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('alert').getByText('There already is an arena "original"').waitFor()
  await page.getByLabel('Address').fill('second')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'The second one' }).waitFor()
  expect(page.url()).toBe(`${there.site.address}/admin/a/second`)
})
