/**
 * The browser's own measurements of a page: largest contentful paint, layout shift, and the duration of each
 * interaction.
 */
import type { Page } from '@playwright/test'

/** Milliseconds, except `cls` and `slowest`. */
export interface PageFigures {
  lcp: number
  cls: number
  /** The longest interaction, from the key or click to the next paint. 0 if none took 16 ms. */
  inp: number
  /** Which interaction that was: the event and its target. Empty if there was none. */
  slowest: string
}

/** Runs before the page's own code. Browsers do not report events shorter than 16 ms. */
const OBSERVE = `
  globalThis.figures = { lcp: 0, cls: 0, inp: 0, slowest: '' }
  const watch = (type, see, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => { figures.lcp = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) figures.cls += value })
  watch('event', ({ interactionId, duration, name, target }) => {
    if (!interactionId || duration <= figures.inp) return
    figures.inp = duration
    const place = target?.closest?.('[class], [id]')
    figures.slowest = name + ' on ' + (place?.id || place?.classList[0] || 'the page')
  }, { durationThreshold: 16 })`

export async function observe(page: Page): Promise<void> {
  await page.addInitScript(OBSERVE)
}

/** The figures so far. Waits until the last paint is reported. */
export function figuresOf(page: Page): Promise<PageFigures> {
  return page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve({ ...figures }), 300)))`)
}

/** Makes the page's processor slower by this factor. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
