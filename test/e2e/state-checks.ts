/** What holds for the board of every state. */
import type { Page } from '@playwright/test'
import { openDetails, WIDE, type Site } from './site.ts'
import type { violations } from './violations.ts'

/** What a board of every size has alike, and the accessibility tests of full boards look at. */
const ALIKE = ['#head-to-head', '#method', '#downloads']

/** The boards of all states but that of hundreds of rows. */
export const SAYING: [state: string, path: string, says: RegExp][] = [
  ['an empty arena', '/a/state-empty', /No votes yet/],
  ['one vote', '/a/state-one-vote', /1 vote\./],
  ['a dead heat of all', '/a/state-dead-heat', /cross the line together/],
  ['a clear winner', '/a/state-winner', /Warm-v3 (leads|wins)/],
  ['very long names', '/a/state-long-names', /Dead heat|leads|wins/],
  ['provisional ones', '/a/state-provisional', /Not rated yet|First ratings/],
  ['an uncalibrated judge', '/a/state-judged?source=judge:hasty', /failed its evaluation: hasty/],
  ['judges and a selected row', '/a/state-judged?row=Warm-v3', /Warm-v3 overlaps/],
]

/** On a phone those that are otherwise there: names break, panels stack, a row is described at its foot. */
export const ON_PHONE = /names|selected|uncalibrated/

interface Look {
  says: RegExp
  viewport?: typeof WIDE
  look: typeof violations
}

/** Runs in the page: the parts of a board that begin above the end of the one before, by their first words. */
const OVERLAPPING = `Array.from(document.querySelectorAll('main > *'))
  .filter((part) => part.offsetHeight > 1 && ['static', 'relative'].includes(getComputedStyle(part).position))
  .map((part) => [part.getBoundingClientRect(), part.innerText.trim().slice(0, 60)])
  .flatMap(([{ top }, words], nth, all) => (nth > 0 && top < all[nth - 1][0].bottom - 1 ? ['overlaps what is above it: ' + words] : []))`

/** Waits until a page keeps its height for a quarter of a second. */
async function steady(page: Page): Promise<void> {
  const height = () => page.evaluate<number>("document.querySelector('main').offsetHeight")
  for (let before = -1, now = await height(); before !== now; now = await height()) {
    before = now
    await page.waitForTimeout(250)
  }
}

/** Opens a board, waits for what it says and for its panels, and returns its violations, what overlaps, and whether it scrolls sideways. */
export async function wrongIn(
  site: Site,
  path: string,
  { says, viewport = WIDE, look }: Look,
): Promise<string[]> {
  const page = await site.visit(path, { viewport })
  await page.getByText(says).first().waitFor()
  if ((await page.locator('#details > summary').count()) > 0) await openDetails(page)
  for (const section of ['cost', 'judges', 'checks'])
    if ((await page.locator(`#${section}`).count()) > 0) {
      await page.locator(`#${section}`).scrollIntoViewIfNeeded()
      await page.locator(`#${section} table`).first().waitFor({ state: 'attached' })
    }
  await steady(page)
  let faults = await look(page, { without: ALIKE })
  await steady(page)
  // what still moved after a change of width stands now; a true fault is found again
  if (faults.length > 0) faults = await look(page, { without: ALIKE })
  faults.push(...(await page.evaluate<string[]>(OVERLAPPING)))
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  const sideways = await page.evaluate<number>(over)
  await page.close()
  return sideways > 0 ? [...faults, `scrolls sideways by ${sideways} px`] : faults
}
