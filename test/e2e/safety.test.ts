import type { Response } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE } from './hostile-texts.ts'
import { NAMES, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('no answer runs, loads anything from elsewhere, or adds a control to the page', async () => {
  const page = await site.visit('/a/hostile/vote')
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.address) && !request.url().startsWith('data:'))
      elsewhere.push(request.url())
  })
  const seen = new Set<string>()
  for (let pair = 0; pair < HOSTILE.length * 3; pair++) {
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    seen.add((await page.getByRole('region', { name: 'Prompt' }).innerText()).match(/\d+/)![0])
    expect(await page.evaluate('window.ran')).toBeUndefined()
    const planted = await page
      .locator('article :is(script, iframe, form, style, svg, object, [onerror], [onload])')
      .count()
    expect(planted).toBe(0)
    expect(await page.locator('article a[href^="javascript:"], article a[href^="data:"]').count()).toBe(0)
    expect(await page.locator('article img').count()).toBe(0)
    await page.keyboard.press('t')
    await page.getByRole('button', { name: 'Next pair' }).waitFor()
    if (pair < HOSTILE.length * 3 - 1) await page.keyboard.press('Enter')
  }
  expect(seen.size).toBe(HOSTILE.length)
  expect(elsewhere).toEqual([])
})

test('responses before the vote name no contestant', async () => {
  const page = await site.visit('/')
  const sent: Promise<string>[] = []
  const listen = (response: Response) => {
    if (response.url().endsWith('/battles')) sent.push(fullText(response))
  }
  page.on('response', listen)
  await page.goto(`${site.address}/a/hostile/vote`)
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  page.off('response', listen)
  for (const text of await Promise.all(sent)) for (const name of NAMES) expect(text).not.toContain(name)
})

async function fullText(response: Response): Promise<string> {
  return JSON.stringify(await response.allHeaders()) + (await response.text())
}
