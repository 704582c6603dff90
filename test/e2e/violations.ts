import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Parts of a page, by selector: the one that is looked at, unless it is all; what is left out. */
interface Parts {
  only?: string
  without?: readonly string[]
}

/** Runs in the page: what is pressed and is lower than 44 px on a phone, where links in a line of text may be. */
const LOW = `Array.from(document.querySelectorAll('button, .button, select, summary, input:not([type=hidden]), nav a, header a, footer a'))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.heard, svg, table, tbody'))
  .map((one) => {
    const { height, width } = (one.matches('[type=checkbox], [type=radio]') && one.closest('label') || one).getBoundingClientRect()
    const reach = getComputedStyle(one, '::after')
    return [one, Math.max(height, reach.position === 'absolute' ? parseFloat(reach.height) || 0 : 0), width]
  })
  .filter(([, height, width]) => width > 1 && height > 1 && height < 43.5)
  .map(([one, height]) => Math.round(height) + ' px high: ' + one.outerHTML.slice(0, 120))`

const PHONE_WIDTH = 699

/**
 * What axe finds wrong with a page as it stands, in the dark and in the light, and on a phone what a thumb may miss;
 * leaves it light.
 */
export async function violations(page: Page, { only, without = [] }: Parts = {}): Promise<string[]> {
  const isPhone = (page.viewportSize()?.width ?? Infinity) <= PHONE_WIDTH
  const found = isPhone ? await page.evaluate<string[]>(LOW) : []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // No page has frames to bring together, and nobody reads the elements that pass: both would take most of the time.
    let axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    if (only !== undefined) axe = axe.include(only)
    for (const part of without) axe = axe.exclude(part)
    const { violations } = await axe.analyze()
    found.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`))
  }
  return found
}
