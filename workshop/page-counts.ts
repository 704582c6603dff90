/**
 * What a visitor meets on pages of a running server: `node workshop/page-counts.ts http://127.0.0.1:4747 /a/demo /a/demo/vote`.
 * Words, numbers, links, buttons, sections and height of what is visible, at three sizes; `--pictures FOLDER` keeps pictures too.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, expect, type Page } from '@playwright/test'
import { findChromium } from '../scripts/setup/chromium.ts'
import { table } from './bench/figures.ts'

const SIZES = { '1440': [1440, 900], '1280': [1280, 640], '390': [390, 844] } as const
const STEP_PX = 600

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pictures: { type: 'string' },
    language: { type: 'string', default: 'en' },
    dark: { type: 'boolean' },
  },
})
const [origin, ...paths] = positionals

/** What the reader sees: hidden text, and text for screen readers alone, is not in `innerText` or has a box of 1 px. */
const COUNT = `(() => {
  for (const one of document.querySelectorAll('.heard')) one.style.display = 'none'
  const text = document.body.innerText
  const seen = (all) => [...document.querySelectorAll(all)].filter((one) => one.checkVisibility({ visibilityProperty: true })).length
  return [
    (text.match(/\\p{L}[\\p{L}\\p{M}’'-]*/gu) ?? []).length,
    (text.match(/\\d+([.,]\\d+)*/g) ?? []).length,
    seen('a[href]'),
    seen('button, summary, select, input'),
    seen('section, details'),
    document.documentElement.scrollHeight,
  ]
})()`

/** Parts are drawn when they are near, so the page is scrolled through once. */
async function drawAll(page: Page): Promise<void> {
  for (
    let at = 0;
    at < (await page.evaluate<number>('document.documentElement.scrollHeight'));
    at += STEP_PX
  ) {
    await page.evaluate(`scrollTo(0, ${at})`)
    await page.waitForTimeout(100)
    await expect(page.locator('p.waiting')).toHaveCount(0, { timeout: 20_000 })
  }
  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(400)
}

const browser = await chromium.launch({
  executablePath: (await findChromium())!,
  args: ['--no-sandbox'],
})
const rows = [['page', 'width', 'words', 'numbers', 'links', 'controls', 'sections', 'pixels']]
for (const path of paths)
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    const page = await browser.newPage({
      viewport: { width, height },
      locale: values.language,
      colorScheme: values.dark ? 'dark' : 'light',
    })
    await page.goto(new URL(path, origin).href, { waitUntil: 'load' })
    await page.locator('main').first().waitFor()
    await page.waitForTimeout(600)
    await drawAll(page)
    const name = `${path.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '')}-${size}`
    if (values.pictures) await page.screenshot({ path: join(values.pictures, `${name}.png`), fullPage: true })
    rows.push([path, size, ...((await page.evaluate(COUNT)) as number[]).map(String)])
    await page.close()
  }
await browser.close()
console.log(table(rows))
