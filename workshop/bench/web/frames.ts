/** How smoothly a page runs while new boards arrive. */
import type { Page } from '@playwright/test'

export interface Frames {
  boards: number
  /** The longest time between two frames, in milliseconds. */
  longestGap: number
  /** Frames over 50 ms as the browser reports them, and the longest of them in milliseconds. */
  longFrames: number
  longest: number
}

const WATCH = `
  globalThis.frames = { boards: 0, longestGap: 0, longFrames: 0, longest: 0 }
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => {
    frames.longFrames++
    frames.longest = Math.max(frames.longest, duration)
  })).observe({ type: 'long-animation-frame' })
  new MutationObserver(() => { frames.boards++ }).observe(document.querySelector('time').parentNode,
    { subtree: true, attributeFilter: ['datetime'] })
  let last
  const tick = (now) => {
    if (last !== undefined) frames.longestGap = Math.max(frames.longestGap, now - last)
    last = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)`

const SETTLED_MS = 1500

/** Measures a board's page while new boards arrive. */
export async function framesDuring(page: Page, boardsCome: () => Promise<void>): Promise<Frames> {
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate(WATCH)
  await boardsCome()
  await page.waitForTimeout(SETTLED_MS)
  return page.evaluate('frames')
}
