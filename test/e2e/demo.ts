/** What the tests of voting read about the demo arena. */
import type { Page } from '@playwright/test'
import type { Site } from './site.ts'
import { EIGHT } from './states.ts'

/** All text that a page shows. */
export const shown = (page: Page): Promise<string> => page.locator('body').innerText()

/** The demo's contestants that a text names. */
export const namesIn = (text: string): string[] => EIGHT.filter((name) => text.includes(name))

/** How many votes of a source the demo's board counts. */
export async function votesOf(site: Site, source: string): Promise<number> {
  const response = await site.app.request(`/api/arenas/support-replies/leaderboard?source=${source}`)
  return ((await response.json()) as { votes: number }).votes
}
