import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '@playwright/test'
import { openSite, PHONE, WIDE } from './site.ts'
import type { Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 60_000)
afterAll(() => site?.close())

const STATES: [name: string, path: string, ready: (page: Page) => Promise<unknown>][] = [
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
  await page.getByText('cannot be told apart from', { exact: false }).first().waitFor()
}

async function seeBelow(page: Page) {
  await page.locator('#sampling').scrollIntoViewIfNeeded()
  await page.getByText('an even spread would be', { exact: false }).waitFor()
  await page.getByRole('gridcell', { name: 'Warm-v3 beat Formal-v1' }).focus()
  await page.getByRole('tooltip').waitFor()
}

async function castVote(page: Page) {
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Next pair' }).waitFor()
}

describe.each([
  ['wide', WIDE],
  ['phone', PHONE],
] as const)('%s', (_, viewport) => {
  test.each(STATES)('%s has no violations, dark or light', async (_name, path, ready) => {
    const page = await site.visit(path, { viewport })
    await ready(page)
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })
})

test('a violation of either colour scheme is found, and a control that a thumb may miss', async () => {
  const page = await site.visit('/a/nobody-home', { viewport: PHONE })
  await page.setContent(`<html lang="en"><title>Wrong</title><main>
    <h1>Wrong</h1><img src="none.png"><button style="height: 20px">Press</button>
    <style>@media (prefers-color-scheme: dark) { h1 { color: #777; background: #666 } }</style></main>`)
  expect(await violations(page)).toEqual([
    expect.stringMatching(/^20 px high: <button/),
    expect.stringMatching(/^dark color-contrast: <h1/),
    expect.stringMatching(/^light image-alt: <img/),
  ])
})
