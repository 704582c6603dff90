import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Parts of a page, by selector: the one that is looked at, unless it is all; what is left out. */
interface Parts {
  only?: string
  without?: readonly string[]
}

/** What axe finds wrong with a page as it stands, in the dark and in the light; leaves it light. */
export async function violations(page: Page, { only, without = [] }: Parts = {}): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // No page has frames to bring together, and nobody reads the elements that pass: both would take most of the time.
    let axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (only !== undefined) axe = axe.include(only)
    for (const part of without) axe = axe.exclude(part)
    const { violations } = await axe.analyze()
    found.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`))
  }
  return found
}
