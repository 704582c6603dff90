/** A part of `accessibility.long.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_SHORT, STATES } from './accessible-states.ts'
import { openSite, type Site } from './site.ts'
import { violationsAtBothWidths } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test.each(STATES.filter(([state]) => IN_SHORT.test(state)))(
  '%s has no violations, wide or on a phone, dark or light',
  async (_name, path, ready) => {
    const page = await site.visit(path)
    await ready(page)
    expect(await violationsAtBothWidths(page)).toEqual([])
    await page.close()
  },
)
