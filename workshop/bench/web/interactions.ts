/** What a reader does on a page, with real clicks and keys. */
import type { Locator, Page } from '@playwright/test'

/** Long enough to paint the effects of an interaction. */
const PAUSE_MS = 400

type Step = (page: Page) => Promise<unknown>

async function after(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await step(page)
    await page.waitForTimeout(PAUSE_MS)
  }
}

/**
 * Moves the mouse to the element, then clicks. `Locator.click` does both in one frame, and asks the page whether it
 * hits the element.
 */
async function press(target: Locator): Promise<void> {
  await target.hover()
  await target.page().waitForTimeout(PAUSE_MS)
  await target.page().mouse.down()
  await target.page().mouse.up()
}

const row = (nth: number) => (page: Page) => press(page.locator('tr[data-contestant] td.rating').nth(nth))
const key = (name: string) => (page: Page) => page.keyboard.press(name)
/** Selects an option by key, so that the browser counts it as an interaction of the reader. */
const list =
  (name: string, key: string): Step =>
  async (page) => {
    await page.locator(`#switch-${name}`).focus()
    await page.keyboard.press(key)
  }

/** Selects rows by click and key, clears the selection, sorts, and hides the thin whiskers. */
export async function readBoard(page: Page, isPhone: boolean): Promise<void> {
  await page.locator('tr[data-contestant]').first().waitFor()
  await page.waitForTimeout(PAUSE_MS)
  await after(page, [row(2), key('ArrowDown'), key('ArrowDown'), row(6), key('Escape')])
  if (isPhone)
    await after(page, [list('sort', 'ArrowDown'), list('whisker', 'ArrowDown'), list('sort', 'Home')])
  else
    await after(page, [
      (on) => press(on.locator('thead th.votes button')),
      (on) => press(on.locator('.group:not(.listed) a[href*="whisker=alone"]')),
      (on) => press(on.locator('thead th.rating button')),
    ])
}

/** Votes by key and by click, and continues to the next pair. */
export async function vote(page: Page): Promise<void> {
  const tie = page.getByRole('button', { name: 'Tie' })
  const next = page.getByRole('button', { name: 'Next pair' })
  const settled = async (shown: typeof tie) => {
    await shown.waitFor()
    await page.waitForTimeout(PAUSE_MS)
  }
  await settled(tie)
  await page.keyboard.press('ArrowLeft')
  await settled(next)
  await next.click()
  await settled(tie)
  await tie.click()
  await settled(next)
  await page.keyboard.press('Enter')
  await settled(tie)
  await page.keyboard.press('s')
  await settled(tie)
}
