/**
 * No page for visitors, no board of any state and no page of an operator has a violation by any rule, wide or on a phone,
 * dark or light. `board.long.test.ts` looks at the board of hundreds of rows.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { STATES } from './accessible-states.ts'
import { COMPARED, importCompared, importJudged } from './compared-arenas.ts'
import { judged, OF_AN_ARENA, operated, signIn } from './operator.ts'
import { PHONE, WIDE } from './site.ts'
import { ON_PHONE, SAYING, wrongIn } from './state-checks.ts'
import { bringStates, STATES as ARENAS } from './states.ts'
import { violationsAtBothWidths, violationsByAllRules } from './violations.ts'

const there = operated()
const EACH_BUT_HUNDREDS = Object.keys(ARENAS).filter((state) => state !== 'three hundred rows')
beforeAll(async () => {
  const { app } = there.site
  await importCompared(app)
  await (await importJudged(app)).close()
  await bringStates(app, EACH_BUT_HUNDREDS)
  await judged(there, 'kept')
  const json = { people: ['Ada', 'Grace'], group: 'experts', days: 1 }
  await app.asAdmin('/api/admin/arenas/kept/invitations', json)
  await app.settle()
})

test.each(STATES)('%s', async (_, path, ready) => {
  const page = await there.site.visit(path, { viewport: PHONE })
  await ready(page)
  expect(await violationsByAllRules(page)).toEqual([])
})

test.each(COMPARED)('a comparison: %s', async (_, path, ready) => {
  const page = await there.site.visit(path, { viewport: PHONE })
  await page.locator(ready).first().waitFor()
  expect(await violationsByAllRules(page)).toEqual([])
})

test.each(SAYING)('a board: %s', async (state, path, says) => {
  // others do not say on a phone what they say on a wide page
  const viewport = ON_PHONE.test(state) ? PHONE : WIDE
  expect(await wrongIn(there.site, path, { says, viewport, look: violationsAtBothWidths })).toEqual([])
})

describe('an operator’s pages', () => {
  test('no page has a violation or scrolls sideways, wide or on a phone, dark or light', async () => {
    const page = await there.site.visit('/admin')
    const clean = async (path: string, ready: string) => {
      await page.goto(there.site.address + path)
      await page.getByText(ready).filter({ visible: true }).first().waitFor()
      expect([path, ...(await violationsByAllRules(page))]).toEqual([path])
    }
    await clean('/admin', 'The token is what the server has')
    await signIn(page)
    await clean('/admin', 'Customer support replies')
    await clean('/admin/new', 'Drop a table')
    await clean('/admin/new?by=form', 'Check the arena')
    for (const [show, ready] of OF_AN_ARENA) await clean(`/admin/a/kept?show=${show}`, ready)
  })
})
