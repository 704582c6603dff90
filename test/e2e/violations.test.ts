import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/chromium.ts'
import { PHONE } from './site.ts'
import { violations, violationsAtBothWidths } from './violations.ts'

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
