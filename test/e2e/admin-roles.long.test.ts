/** What the role of a token does not allow is disabled, with the reason. */
import { expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import type { NewOperatorToken } from '../../shared/contracts/index.ts'
import { arenaOf } from '../server/arena-import.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { operated } from './operator.ts'
import { violations } from './violations.ts'

const there = operated()

test('a token that reads sees everything and changes nothing; one that runs makes invitations', async () => {
  const { app, address } = there.site
  await importInto(app.deps, arenaOf('guarded'))
  const page = await there.site.visit('/admin')
  const signInWith = async (role: string) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const made = await app.request('/api/admin/tokens', { json: { name: role, role }, headers })
    await page.getByLabel('Admin token').fill(((await made.json()) as NewOperatorToken).token)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Arena guarded' }).waitFor()
  }
  await signInWith('read')
  await expect.poll(() => page.getByRole('link', { name: 'New arena' }).count()).toBe(0)
  await page.goto(`${address}/admin/a/guarded?show=contestants`)
  await page.getByText('This needs the role admin. Your token has the role read.').waitFor()
  expect(
    await page
      .getByRole('button', { name: /^Retire/ })
      .first()
      .isDisabled(),
  ).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.goto(`${address}/admin/a/guarded?show=settings`)
  await page.getByText('This needs the role admin.').first().waitFor()
  for (const name of ['Archive', 'Duplicate'])
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.goto(`${address}/admin/a/guarded?show=exports`)
  await expect.poll(() => page.getByRole('button', { name: 'Votes as csv' }).isEnabled()).toBe(true)
  await page.goto(`${address}/admin/a/guarded`)
  await page.getByText('Next: send the link.').waitFor()
  expect(await page.getByRole('button', { name: 'Close voting now' }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.goto(`${address}/admin`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInWith('run')
  await page.goto(`${address}/admin/a/guarded?show=closing`)
  await page.getByText('This needs the role admin. Your token has the role run.').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Invitations' }).click()
  await page.getByLabel('Names, one a line').fill('Ada')
  await expect.poll(() => page.getByRole('button', { name: 'Make link' }).isEnabled()).toBe(true)
})
