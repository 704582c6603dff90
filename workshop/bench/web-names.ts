/** How long a voter waits for the names: from the deciding key to the frame that shows them. */
import type { Page } from '@playwright/test'

/** Milliseconds. */
export interface Wait {
  median: number
  longest: number
}

/**
 * The voter wants the names at once. Measured from the key, as the browser reports it, until the names were
 * painted.
 */
const WATCH = `
  localStorage.setItem('deadheat:names-at-once', '')
  globalThis.waits = []
  let pressed
  addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'ArrowLeft') pressed = timeStamp }, true)
  new MutationObserver(() => {
    if (pressed === undefined || !document.querySelector('.reveal .result b')) return
    const since = pressed
    pressed = undefined
    requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - since)))
  }).observe(document.body, { subtree: true, childList: true })`

const untilThereAre = (votes: number) => `new Promise((resolve) => {
  const look = () => (waits.length === ${votes} ? resolve() : setTimeout(look, 20))
  look()
})`

/** The voter reads for so long. The next pair is fetched meanwhile. */
const READING_MS = 1_200

/** Votes this often by key, on a vote page at full speed. */
export async function waitForNames(page: Page, votes: number): Promise<Wait> {
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.evaluate(WATCH)
  for (let n = 1; n <= votes; n++) {
    await page.getByRole('button', { name: 'Tie' }).waitFor()
    await page.waitForTimeout(READING_MS)
    await page.keyboard.press('ArrowLeft')
    await page.evaluate(untilThereAre(n))
    await page.keyboard.press('Enter')
  }
  const waits = (await page.evaluate<number[]>('waits')).sort((a, b) => a - b)
  return { median: waits[waits.length >> 1], longest: waits.at(-1)! }
}
