/** A new board of hundreds of rows while a page shows the one before. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import type { Board } from '../../shared/contracts/board.ts'
import { openSite } from './site.ts'
import type { Site } from './site.ts'
import { bringStates, drawnVotes, HUNDREDS, STATES } from './states.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await bringStates(site.app, ['three hundred rows'])
  await site.app.settle()
}, 180_000)
afterAll(() => site?.close())

const row = (page: Page, name: string) => page.locator(`tr[data-contestant="${name}"]`)
const names = (page: Page) =>
  page
    .locator('table.board tr.rated:not([hidden])')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-contestant')!))

test('of hundreds a new board reaches every row, and the one that is held stays held', async () => {
  const page = await site.visit('/a/state-hundreds')
  await page.locator('table.board tr.rated').first().waitFor()
  const held = (await names(page))[2]
  await row(page, held).click()
  const strengths = Object.fromEntries(HUNDREDS.slice(100, 106).map((name, i) => [name, i]))
  const { votes: _, ...same } = STATES['three hundred rows']()
  await importInto(site.app.deps, {
    ...same,
    votes: drawnVotes({ strengths, prompts: 12, perPair: 9, seed: 7 }),
  })
  await site.app.settle()
  const told = async () => {
    const answer = await fetch(`${site.address}/api/arenas/state-hundreds/leaderboard`)
    const { contestants } = (await answer.json()) as Board
    return Object.fromEntries(
      contestants.map(({ name, rating, votes }) => [name, `${Math.round(rating!)} of ${votes}`]),
    )
  }
  const drawn = () =>
    page.locator('table.board tr.rated').evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((one) => {
          const [rating, votes] = ['.rating', '.votes'].map((cell) => one.querySelector(cell)!.firstChild)
          return [
            one.getAttribute('data-contestant')!,
            `${rating!.textContent} of ${votes!.textContent.trim()}`,
          ]
        }),
      ),
    )
  await vi.waitFor(async () => expect(await drawn()).toEqual(await told()), {
    timeout: 30_000,
    interval: 200,
  })
  expect((await drawn())[HUNDREDS[103]]).toMatch(/ of (?!96$)\d+/)
  expect(await row(page, held).getAttribute('class')).toContain('chosen')
  expect((await names(page))[2]).toBe(held)
  const marks = await page.locator('table.board tr.rated td.mark').allTextContents()
  expect(marks.filter((mark) => mark.trim() !== '')).toHaveLength(299)
  await page.context().close()
})
