/**
 * The plot with its axis and its line, and the matrix, as they were drawn when somebody last looked at them: every
 * mark by its numbers and colours, and a picture of them without text. `npm run snapshots` draws them anew; look at what changed before it is committed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { apart, drawn, pictureOf, type Mark } from './pictures.ts'
import { PHONE, siteFor, openSite, type Site } from './site.ts'
import { bringStates } from './states.ts'

const FOLDER = new URL('./snapshots/', import.meta.url)
const isRenewing = process.env['RENEW_SNAPSHOTS'] === '1'
/** Of all pixels: machines smooth edges a little differently; a tick that moves is more. */
const MAX_APART = 0.00025

const site = siteFor(openSite, async () => {
  await bringStates(site.app, ['dead heat of all', 'clear winner', 'provisional', 'judged'])
  await site.app.settle()
})

const PICTURES: [name: string, path: string, options: Parameters<Site['visit']>[1]][] = [
  ['dead-heat', '/a/state-dead-heat', {}],
  ['clear-winner', '/a/state-winner', {}],
  ['provisional', '/a/state-provisional', {}],
  ['judged', '/a/state-judged', { colorScheme: 'dark' }],
  ['judged-on-a-phone', '/a/state-judged', { viewport: PHONE }],
  ['row-held', '/a/state-judged?row=Baseline', {}],
]

test.each(PICTURES)('%s', async (name, path, options) => {
  const page = await site.visit(path, options)
  await page.locator('table.board tr.rated').first().waitFor()
  await page.locator('#head-to-head').scrollIntoViewIfNeeded()
  // on a phone it is a table of one against each
  await page
    .locator('#head-to-head')
    .getByRole(options?.viewport === PHONE ? 'cell' : 'gridcell')
    .first()
    .waitFor()
  const picture = await pictureOf(page)
  const png = await drawn(site.browser, picture)
  await page.close()
  const drawnOf = (...tags: string[]) => picture.marks.filter(({ tag }) => tags.includes(`${tag}`)).length
  expect(drawnOf('bar')).toBeGreaterThan(2)
  expect(drawnOf('tick')).toBeGreaterThan(2)
  if (options?.viewport !== PHONE) expect(drawnOf('cell')).toBeGreaterThan(8)
  // the grid with the line, and the zone past it or the band of a selected row
  expect(drawnOf('label')).toBeGreaterThan(3)
  expect(drawnOf('upright')).toBeGreaterThan(2)
  expect(drawnOf('zone', 'band')).toBe(1)
  expect(drawnOf('clear')).toBe(name === 'clear-winner' ? 1 : 0)
  const [marks, image] = [new URL(`${name}.json`, FOLDER), new URL(`${name}.png`, FOLDER)]
  if (isRenewing) {
    await mkdir(FOLDER, { recursive: true })
    await writeFile(
      marks,
      `[\n${picture.marks.map((mark) => JSON.stringify(rounded(mark))).join(',\n')}\n]\n`,
    )
    await writeFile(image, png)
  }
  const stored = JSON.parse(await readFile(marks, 'utf8')) as Mark[]
  expect(picture.marks).toEqual(stored.map(nearly))
  expect(await apart(site.browser, await readFile(image), png)).toBeLessThan(MAX_APART)
})

test.each([
  ['one bar', /(position:absolute;left:)([\d.]+)(?=%;right:[\d.]+%;top:11px)/],
  ['the line', /(left:calc\()([\d.]+)(?=% - 10px)/g],
  ['one tick', /(left:calc\()([\d.]+)(?=% - 1.5px)/],
])('an image with %s moved is detected as different', async (_, mark) => {
  const page = await site.visit('/a/state-winner')
  await page.locator('table.board tr.rated').first().waitFor()
  const picture = await pictureOf(page)
  await page.close()
  const moved = picture.html.replace(mark, (_, before, at) => `${before}${Math.abs(Number(at) - 20)}`)
  expect(moved).not.toBe(picture.html)
  const [one, other] = [
    await drawn(site.browser, picture),
    await drawn(site.browser, { ...picture, html: moved }),
  ]
  expect(await apart(site.browser, one, one)).toBe(0)
  expect(await apart(site.browser, one, other)).toBeGreaterThan(MAX_APART)
})

const rounded = (mark: Mark): Mark =>
  Object.fromEntries(
    Object.entries(mark).map(([key, value]) => [
      key,
      typeof value === 'number' ? Math.round(100 * value) / 100 : value,
    ]),
  )

/** Numbers within a twentieth of a percent or pixel; everything else exactly. */
const nearly = (mark: Mark) =>
  Object.fromEntries(
    Object.entries(mark).map(([key, value]) => [
      key,
      typeof value === 'number' ? expect.closeTo(value, 1) : value,
    ]),
  )
