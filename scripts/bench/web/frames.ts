/** How smoothly a page goes on while new boards arrive. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { castVote } from '../cast-vote.ts'

export interface Frames {
  boards: number
  /** Milliseconds between two frames at most. */
  longestGap: number
  /** Frames over 50 ms, by the browser's own account, and the longest of them in milliseconds. */
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

/** Watches a board's page while so many votes are cast, one every `everyMs`. */
export async function framesDuring(
  page: Page,
  address: string,
  slug: string,
  votes: number,
  everyMs: number,
): Promise<Frames> {
  await page.waitForTimeout(1500)
  await page.evaluate(WATCH)
  for (let n = 0; n < votes; n++) {
    await castVote(address, slug)
    await sleep(everyMs)
  }
  return page.evaluate('frames')
}
