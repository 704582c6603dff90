import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_SHORT, STATES } from './accessible-states.ts'
import { openSite, PHONE } from './site.ts'
import type { Site } from './site.ts'
import { violations, violationsAtBothWidths } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test.each(STATES.filter(([state]) => IN_SHORT.test(state)))(
  '%s has no violations, wide or on a phone, dark or light',
  async (_name, path, ready) => {
    const page = await site.visit(path)
    await ready(page)
    expect(await violationsAtBothWidths(page)).toEqual([])
    await page.close()
  },
)

test('axe finds a violation of either colour scheme, and a control too small for a thumb', async () => {
  const page = await site.visit('/a/nobody-home', { viewport: PHONE })
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
})
