/** What the tests of pages rest on: visitors that share contexts, and the search for violations. */
import type { Page } from '@playwright/test'
import { expect, test, describe } from 'vitest'
import { PHONE, siteFor, WIDE } from './site.ts'
import { sharedBrowser } from '../support/chromium.ts'
import { violations, violationsAtBothWidths } from './violations.ts'

describe('tabs', () => {
  const site = siteFor()

  const seenBy = async (page: Page) => ({
    kept: await page.evaluate('[document.cookie, localStorage.kept, sessionStorage.kept]'),
    isOnline: await page.evaluate('navigator.onLine'),
    mayPaste: await page.evaluate(
      "navigator.permissions.query({ name: 'clipboard-read' }).then((it) => it.state)",
    ),
    isDark: await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"),
    size: page.viewportSize(),
    header: (await page.reload())!.request().headers()['x-kept'],
  })

  test('a new visitor in a used context finds no data of the visitor before', async () => {
    const first = await site.visit('/', { viewport: PHONE, colorScheme: 'dark' })
    const context = first.context()
    await first.evaluate("document.cookie = 'kept=1'; localStorage.kept = '1'; sessionStorage.kept = '1'")
    await context.grantPermissions(['clipboard-read'])
    await context.setExtraHTTPHeaders({ 'x-kept': '1' })
    const kept = ['kept=1', '1', '1']
    expect(await seenBy(first)).toEqual({
      kept,
      isOnline: true,
      mayPaste: 'granted',
      isDark: true,
      size: PHONE,
      header: '1',
    })
    await context.route('**/api/**', (route) => route.abort())
    await context.newPage()
    await context.setOffline(true)
    await first.close()

    const second = await site.visit('/')
    expect(second.context()).toBe(context)
    expect(context.pages()).toEqual([second])
    expect(await seenBy(second)).toEqual({
      kept: ['', undefined, undefined],
      isOnline: true,
      mayPaste: 'prompt',
      isDark: false,
      size: WIDE,
      header: undefined,
    })
    expect(await second.evaluate("fetch('/api/arenas').then((it) => it.ok)")).toBe(true)
  })

  test('a context is used by one open tab at a time, and a fresh one by one tab only', async () => {
    const first = await site.visit('/')
    const beside = await site.visit('/')
    expect(beside.context()).not.toBe(first.context())
    const fresh = await site.visit('/', { isFresh: true })
    const used = fresh.context()
    await Promise.all([first.close(), beside.close(), fresh.close()])
    for (const page of [await site.visit('/'), await site.visit('/'), await site.visit('/')])
      expect(page.context()).not.toBe(used)
  })
})

describe('violations', () => {
  test('axe finds a violation of either colour scheme, and a control too small for a thumb', async () => {
    const context = await (await sharedBrowser()).newContext({ viewport: PHONE })
    const page = await context.newPage()
    await page.setContent(`<html lang="en"><title>Wrong</title><main>
    <h1>Wrong</h1><img src="none.png"><button style="height: 20px">Press</button>
    <style>@media (prefers-color-scheme: dark) { h1 { color: #777; background: #666 } }</style></main>`)
    expect(await violations(page)).toEqual([
      expect.stringMatching(/^20 px high: <button/),
      expect.stringMatching(/^dark color-contrast: <h1/),
      expect.stringMatching(/^light image-alt: <img/),
    ])
    expect(await violationsAtBothWidths(page)).toEqual([
      expect.stringMatching(/^390 px wide: 20 px high: <button/),
      expect.stringMatching(/^390 px wide: image-alt: <img/),
      expect.stringMatching(/^1280 px wide: dark color-contrast: <h1/),
      expect.stringMatching(/^1280 px wide: light image-alt: <img/),
    ])
    await context.close()
  })
})
