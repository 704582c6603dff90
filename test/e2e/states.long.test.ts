/** A board with long names, and one whose server is gone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, PHONE, type Site } from './site.ts'
import { bringStates } from './states.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await bringStates(site.app, ['clear winner', 'very long names'])
  await site.app.settle()
})
afterAll(() => site?.close())

test('long names are shortened before their ends in both reading directions, and are copied whole', async () => {
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
  await page.close()
})

test('above the line of a winner it is not said that somebody may be first', async () => {
  const page = await site.visit('/a/state-winner')
  const head = page.locator('table.board thead')
  await head.getByText('leads', { exact: true }).waitFor()
  expect(await head.getByText('may be first').count()).toBe(0)
})

test('the page reports that the server is gone, and keeps the last board', async () => {
  const page = await site.visit('/a/state-winner')
  await page.getByText('Warm-v3 leads').first().waitFor()
  await page.context().setOffline(true)
  site.app.endStreams()
  await page.getByText('connection lost; this is the last board received').waitFor()
  expect(await page.locator('table.board tr.rated').count()).toBe(8)
  expect(await violations(page)).toEqual([])
  await page.close()
})
