import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with a page as it stands, in the dark and in the light; leaves it light. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`))
  }
  return found
}
