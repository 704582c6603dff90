import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadheat } from '../scripts/deadheat.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openSite } from './site.ts'
import type { Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 60_000)
afterAll(() => site?.close())

test('the line under a board, copied, verifies that board with the votes linked beside it', async () => {
  const page = await site.visit('/a/support-replies?category=delivery')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the line that verifies this board' }).click()
  await page.getByText('Copied').waitFor()
  const line = (await page.evaluate('navigator.clipboard.readText()')) as string
  const [, address, file] = /^npm run -s deadheat -- verify '([^']+)' (\S+)$/.exec(line)!
  const href = await page.getByRole('link', { name: 'exported votes' }).getAttribute('href')
  const folder = await temporaryFolder()
  await writeFile(join(folder, file!), await (await fetch(site.address + href)).text())
  const { code, stdout } = await deadheat(['verify', address!, file!], { cwd: folder })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Agrees to the last digit: \d+ votes/)])
})
