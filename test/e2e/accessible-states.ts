/** States of the pages for visitors, each with what brings a page there. */
import type { Page } from '@playwright/test'
import { openDetails } from './site.ts'

/** Those that `npm test` looks at; the long tests look at all. */
export const IN_SHORT = /full board|pair to vote on|vote just cast/

export const STATES: [name: string, path: string, ready: (page: Page) => Promise<unknown>][] = [
  [
    'the list of arenas',
    '/',
    (page) => page.getByRole('link', { name: 'Customer support replies', exact: true }).waitFor(),
  ],
  ['a full board', '/a/support-replies?source=simulated', (page) => page.getByRole('table').waitFor()],
  ['a board with a row selected', '/a/support-replies?source=simulated', selectRow],
  // votes that later states cast are people's, and these stay as they are
  ['what is under a board', '/a/support-replies?source=simulated', seeBelow],
  [
    'a board without votes',
    '/a/hostile',
    (page) => page.getByText('No votes yet', { exact: false }).first().waitFor(),
  ],
  [
    'a pair to vote on',
    '/a/support-replies/vote',
    (page) => page.getByRole('button', { name: 'Tie' }).waitFor(),
  ],
  ['a vote just cast', '/a/support-replies/vote', castVote],
  ['an arena that is not there', '/a/nobody-home', (page) => page.getByRole('heading').first().waitFor()],
]

async function selectRow(page: Page) {
  await page.getByText('Warm-v3').first().waitFor()
  await page.locator('tbody tr').nth(2).click()
  await page
    .getByText(/overlaps? /)
    .first()
    .waitFor()
}

async function seeBelow(page: Page) {
  await openDetails(page)
  await page.locator('#sampling').scrollIntoViewIfNeeded()
  await page.getByText('on average', { exact: false }).waitFor()
  // phones show one contestant against each
  if (page.viewportSize()!.width < 700) return
  await page.getByRole('gridcell', { name: 'Warm-v3 beat Formal-v1' }).focus()
  await page.locator('#head-to-head .looked a').waitFor()
}

async function castVote(page: Page) {
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Next pair' }).waitFor()
}
