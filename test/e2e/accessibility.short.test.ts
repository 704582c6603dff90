/** A part of `accessibility.long.test.ts`. */
import { expect, test } from 'vitest'
import { IN_SHORT, STATES } from './accessible-states.ts'
import { siteFor } from './site.ts'
import { violationsAtBothWidths } from './violations.ts'

const site = siteFor()

test.each(STATES.filter(([state]) => IN_SHORT.test(state)))(
  '%s has no violations, wide or on a phone, dark or light',
  async (_name, path, ready) => {
    const page = await site.visit(path)
    await ready(page)
    expect(await violationsAtBothWidths(page)).toEqual([])
    await page.close()
  },
)
