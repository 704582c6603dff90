/** How much of the window the answers get while people vote, and what phones need to read and vote. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf } from '../server/arena-import.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { violations } from './violations.ts'

const LONG = Array.from(
  { length: 40 },
  (_, n) => `Sentence ${n} of a long answer, which fills its line well.`,
).join(' ')
const PROMPT = Array.from({ length: 30 }, (_, n) => `Line ${n} of a long question.`).join('\n')

let site: Site
beforeAll(async () => {
  site = await openSite()
  const long = arenaOf('long', { says: (name, prompt) => `${LONG} ${name.length} ${prompt}\n\n${LONG}` })
  for (const prompt of long.prompts) prompt.messages![0]!.content += `\n${PROMPT}`
  await importInto(site.app.deps, {
    ...long,
    arena: { ...long.arena, description: 'Which answer is kinder?' },
  })
})
afterAll(() => site?.close())

async function open(viewport: { width: number; height: number }): Promise<Page> {
  const page = await site.visit('/a/long/vote', { viewport })
  await page.getByRole('heading', { name: 'Which answer is kinder?' }).waitFor()
  return page
}

/** The share of the window's height between the top of the answers and the bar. */
const shareOfAnswers = async (page: Page): Promise<number> => {
  const top = (await page.locator('.answers').boundingBox())!.y
  const bottom = (await page.locator('section.bar').boundingBox())!.y
  return (bottom - top) / page.viewportSize()!.height
}

// a long prompt gets three tenths, and what is around it the rest
describe('answers get', () => {
  test.each([
    [1280, 640, 0.5],
    [1280, 900, 0.55],
    [844, 390, 0.4],
    [667, 375, 0.3],
  ])('at %i × %i at least the share %d of the height', async (width, height, least) => {
    const page = await open({ width, height })
    expect(await shareOfAnswers(page)).toBeGreaterThanOrEqual(least)
    expect(await violations(page)).toEqual([])
  })
})

test.each([
  [844, 390],
  [667, 375],
])('a phone on its side, %i × %i, votes', async (width, height) => {
  const page = await open({ width, height })
  const choice = page.getByRole('group', { name: 'Your choice' }).getByRole('button').first()
  expect((await choice.boundingBox())!.y + 44).toBeLessThanOrEqual(height)
  await choice.click()
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByText('You preferred').waitFor()
})

test('the bar takes less than half of a screen of 320 × 256, and all of it is in view once it has the focus', async () => {
  const page = await open({ width: 320, height: 256 })
  const bar = page.locator('section.bar')
  expect((await bar.boundingBox())!.y).toBeGreaterThan(256 / 2)
  await page.getByRole('button', { name: 'Both bad' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const skip = (await page.locator(':focus').boundingBox())!
  expect(skip.y + skip.height).toBeLessThanOrEqual(256)
})

test('on a phone the head of each answer leads to the other one', async () => {
  const page = await open(PHONE)
  await page.getByRole('button', { name: 'Lower answer' }).click()
  const lower = page.locator('#answer-right')
  await expect.poll(async () => Math.abs(Math.round((await lower.boundingBox())!.y))).toBe(0)
  await page.getByRole('button', { name: 'Upper answer' }).click()
  await expect
    .poll(async () => Math.abs(Math.round((await page.locator('#answer-left').boundingBox())!.y)))
    .toBe(0)
})

test('after the names are shown, the words in which the answers differ can be shown', async () => {
  const page = await open({ width: 1280, height: 640 })
  expect(await page.getByRole('button', { name: 'Show what differs' }).count()).toBe(0)
  await page.keyboard.press('ArrowLeft')
  const before = await page.locator('.answers').boundingBox()
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByRole('button', { name: 'Show what differs' }).click()
  await page.getByRole('heading', { name: 'What differs' }).waitFor()
  expect(await page.locator('.diff del, .diff ins').count()).toBeGreaterThan(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show what differs' }).click()
  expect(await page.locator('.answers').boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'Next pair' }).click()
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
})

test('a reason is typed in a line above the bar, which keeps its height', async () => {
  const page = await open({ width: 1280, height: 640 })
  const height = (await page.locator('section.bar').boundingBox())!.height
  await page.getByRole('button', { name: 'Say why' }).click()
  await page.keyboard.type('It is kinder.')
  expect((await page.locator('section.bar').boundingBox())!.height).toBe(height)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Your reason' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Show names' }).waitFor()
  expect((await page.locator('section.bar').boundingBox())!.height).toBe(height)
})

test.each([
  [1280, 640],
  [390, 844],
  [844, 390],
])('at %i × %i nothing moves when the vote is cast and when the names come', async (width, height) => {
  const page = await open({ width, height })
  const tops = async () => [
    (await page.locator('.answers').boundingBox())!.y,
    (await page.locator('section.bar').boundingBox())!.y,
  ]
  const before = await tops()
  await page.getByRole('group', { name: 'Your choice' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Show names' }).waitFor()
  expect(await tops()).toEqual(before)
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByText('You preferred').waitFor()
  expect(await tops()).toEqual(before)
})
