/** Every state that a board can be in says so, and none has a violation of accessibility. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, PHONE, WIDE } from './site.ts'
import type { Site } from './site.ts'
import { bringStates } from './states.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await bringStates(site.app)
  await site.app.settle()
}, 90_000)
afterAll(() => site?.close())

/** What a board of every size has alike, and the accessibility tests of full boards look at. */
const ALIKE = ['#head-to-head', '#method', '#downloads']

const STATES: [state: string, path: string, says: RegExp][] = [
  ['an empty arena', '/a/state-empty', /No votes yet/],
  ['one vote', '/a/state-one-vote', /Nobody is rated yet/],
  ['a dead heat of all', '/a/state-dead-heat', /6 of 6 are in a dead heat for first/],
  ['a clear winner', '/a/state-winner', /Warm-v3 leads/],
  ['three hundred rows', '/a/state-hundreds?find=Model-00', /of 300 shown/],
  ['very long names', '/a/state-long-names', /No winner yet/],
  ['provisional ones', '/a/state-provisional', /Never-beaten is unbeaten in 4/],
  [
    'an uncalibrated judge',
    '/a/state-judged?source=judge:hasty',
    /failed its evaluation against humans: hasty/,
  ],
  ['judges and a held row', '/a/state-judged?row=Warm-v3&against=Baseline', /points \(/],
  ['two practically equal', '/a/state-equal', /Practically equal/],
]

/** On a phone those that are otherwise there: names break, panels stack, two rows are compared at its foot. */
const ON_PHONE = STATES.filter(([state]) => /names|hundred|held|uncalibrated/.test(state))

describe.each([
  ['wide', WIDE, STATES],
  ['phone', PHONE, ON_PHONE],
] as const)('%s', (_, viewport, states) => {
  test.each(states)('%s', async (_state, path, says) => {
    const page = await site.visit(path, { viewport })
    await page.getByText(says).first().waitFor()
    for (const section of ['cost', 'judges', 'checks'])
      if ((await page.locator(`#${section}`).count()) > 0) {
        await page.locator(`#${section}`).scrollIntoViewIfNeeded()
        await page.locator(`#${section} table`).first().waitFor({ state: 'attached' })
      }
    expect(await violations(page, { without: ALIKE })).toEqual([])
    const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(width)).toBe(0)
    await page.context().close()
  })
})

test('long names are cut before their ends, from whichever side they are read, and are whole to copy', async () => {
  const page = await site.visit('/a/state-long-names', { viewport: PHONE })
  const names = page.locator('table.board a.who')
  await names.first().waitFor()
  for (const link of await names.all()) {
    const whole = (await link.getAttribute('title'))!
    expect(await link.ariaSnapshot()).toContain(whole)
    const [copied, hidden] = await link.evaluate((element) => {
      const view = element.ownerDocument.defaultView!
      view.getSelection()!.selectAllChildren(element)
      const [head, tail] = element.querySelectorAll('[aria-hidden]')
      const [around, end] = [element.getBoundingClientRect(), tail!.getBoundingClientRect()]
      const out = Math.max(around.left - end.left, end.right - around.right, 0)
      const isRight = view.getComputedStyle(head!).direction === 'rtl'
      return [
        String(view.getSelection()),
        isRight === end.left < head!.getBoundingClientRect().left ? out : 'turned',
      ]
    })
    expect([copied, hidden]).toEqual([whole, 0])
  }
  await page.context().close()
})

test('a server that is gone is said, and the last board stays', async () => {
  const page = await site.visit('/a/state-winner')
  await page.getByText('Warm-v3 leads').first().waitFor()
  await page.context().setOffline(true)
  site.app.endStreams()
  await page.getByText('connection lost; this is the last board received').waitFor()
  expect(await page.locator('table.board tr.rated').count()).toBe(8)
  expect(await violations(page)).toEqual([])
  await page.context().close()
})
