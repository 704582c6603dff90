/** Pictures of prompts and answers, where people vote and where battles are read. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_TOKEN } from '../support/app.ts'
import { asData, JPEG, PNG, WEBP } from '../support/pictures.ts'
import { openSite, PHONE, WIDE, type Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` }

async function bring(slug: string): Promise<void> {
  const rows = [
    {
      prompt: `What is this?\n\n![A disc](${asData('image/png', PNG)})`,
      Quillon: `![A photo of it](${asData('image/jpeg', JPEG)}) A **disc**.`,
      Zephrite: `![](${asData('image/webp', WEBP)})\n\n![elsewhere](https://other.example/a.png)`,
    },
  ]
  const path = `/api/admin/arenas/${slug}/import?create`
  const response = await site.app.request(path, {
    method: 'POST',
    body: JSON.stringify(rows),
    headers: asAdmin,
  })
  expect(response.status).toBe(200)
}

beforeAll(async () => {
  site = await openSite()
  await bring('seen')
})
afterAll(() => site?.close())

interface Shown {
  alt: string
  naturalWidth: number
}

/** The pictures of a page, when all of them are loaded: description and width in pixels. */
async function pictures(page: Page): Promise<[string, number][]> {
  const shown = (): Promise<[string, number][]> =>
    page.locator('.markdown .picture img').evaluateAll((found) =>
      found.map((one) => {
        const { alt, naturalWidth } = one as unknown as Shown
        return [alt, naturalWidth]
      }),
    )
  await expect.poll(async () => (await shown()).filter(([, width]) => width > 0).length).toBe(3)
  return shown()
}

const SHOWN = [
  ['A disc', 24],
  ['A photo of it', 24],
  ['no description', 24],
]

test.each([
  ['wide', { viewport: WIDE }],
  ['on a phone', { viewport: PHONE }],
  ['dark', { viewport: WIDE, colorScheme: 'dark' }],
] as const)('voters see them, and nothing is loaded from elsewhere: %s', async (_name, options) => {
  const page = await site.visit('/', options)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`${site.address}/a/seen/vote`)
  expect((await pictures(page)).toSorted()).toEqual(SHOWN)
  expect(requested.filter((url) => !url.startsWith(site.address) && !url.startsWith('data:'))).toEqual([])
  expect(await page.getByRole('link', { name: '[picture: elsewhere]' }).count()).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    options.viewport.width,
  )
  expect(await violations(page)).toEqual([])
})

test('one is enlarged and closed by keyboard, and no key votes meanwhile', async () => {
  const page = await site.visit('/a/seen/vote')
  await pictures(page)
  const button = page.getByRole('button', { name: 'Enlarge the picture: A photo of it' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A photo of it' })
  await dialog.waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('t')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await button.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  expect(await page.getByRole('button', { name: 'Next pair' }).count()).toBe(0)
  await button.click()
  await page.getByRole('button', { name: 'Close the picture: A photo of it' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('the page of a decided battle shows them to the operator, also in a private arena', async () => {
  await bring('hidden')
  const voter = await site.visit('/a/hidden/vote')
  await pictures(voter)
  await voter.keyboard.press('t')
  await voter.getByRole('button', { name: 'Next pair' }).waitFor()
  const { rows } = await sql<{ id: string }>`select b.id from battles b join arenas a on a.id = b.arena_id
    where a.slug = 'hidden'`.execute(site.app.deps.db)
  const visibility = JSON.stringify({ visibility: 'private' })
  const headers = { ...asAdmin, 'content-type': 'application/json' }
  const made = await site.app.request('/api/admin/arenas/hidden/visibility', {
    method: 'POST',
    body: visibility,
    headers,
  })
  expect(made.status).toBe(200)
  const page = await site.visit('/admin')
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.goto(`${site.address}/a/hidden/b/${rows[0].id}`)
  expect((await pictures(page)).toSorted()).toEqual(SHOWN)
  expect(await violations(page)).toEqual([])
})

test('one that cannot be loaded says what it was', async () => {
  const page = await site.visit('/')
  await page.route('**/pictures/*', (route) => route.abort())
  await page.goto(`${site.address}/a/seen/vote`)
  await page.getByText('[picture, which could not be loaded: A photo of it]').waitFor()
  expect(await page.locator('.markdown img').count()).toBe(0)
})
