/**
 * The plot with its axis and its line, and the matrix, as they were drawn when somebody last looked at them: every
 * mark by its numbers and colours. `npm run snapshots` notes them anew; look at what changed before it is committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { marksOn, type Mark } from './pictures.ts'
import { PHONE, siteFor, openSite, type Site } from './site.ts'
import { bringStates } from './states.ts'

const isRenewing = process.env['RENEW_SNAPSHOTS'] === '1'

const site = siteFor(openSite, async () => {
  await bringStates(site.app, ['dead heat of all', 'clear winner', 'provisional', 'judged'])
  await site.app.settle()
})

const BOARDS: [name: string, path: string, options: Parameters<Site['visit']>[1]][] = [
  ['dead-heat', '/a/state-dead-heat', {}],
  ['clear-winner', '/a/state-winner', {}],
  ['provisional', '/a/state-provisional', {}],
  ['judged', '/a/state-judged', { colorScheme: 'dark' }],
  ['judged-on-a-phone', '/a/state-judged', { viewport: PHONE }],
  ['row-held', '/a/state-judged?row=Baseline', {}],
]

test.each(BOARDS)('%s', async (name, path, options) => {
  const page = await site.visit(path, options)
  await page.locator('table.board tr.rated').first().waitFor()
  const headToHead = page.locator('#head-to-head')
  await headToHead.scrollIntoViewIfNeeded()
  // on a phone it is a table of one against each
  await headToHead
    .getByRole(options?.viewport === PHONE ? 'cell' : 'gridcell')
    .first()
    .waitFor()
  const marks = await marksOn(page)
  const drawnOf = (...tags: string[]) => marks.filter(({ tag }) => tags.includes(`${tag}`)).length
  expect(drawnOf('bar')).toBeGreaterThan(2)
  expect(drawnOf('tick')).toBeGreaterThan(2)
  if (options?.viewport !== PHONE) expect(drawnOf('cell')).toBeGreaterThan(8)
  // the grid with the line, and the zone past it or the band of a selected row
  expect(drawnOf('label')).toBeGreaterThan(3)
  expect(drawnOf('upright')).toBeGreaterThan(2)
  expect(drawnOf('zone', 'band')).toBe(1)
  expect(drawnOf('clear')).toBe(name === 'clear-winner' ? 1 : 0)
  const file = new URL(`./snapshots/${name}.json`, import.meta.url)
  const rounded = marks.map((mark) =>
    JSON.stringify(mapNumbers(mark, (number) => Math.round(100 * number) / 100)),
  )
  if (isRenewing) await writeFile(file, `[\n${rounded.join(',\n')}\n]\n`)
  const stored = JSON.parse(await readFile(file, 'utf8')) as Mark[]
  // numbers within a twentieth of a percent; everything else exactly
  expect(marks).toEqual(
    stored.map((mark) => mapNumbers(mark, (number) => expect.closeTo(number, 1) as number)),
  )
})

const mapNumbers = (mark: Mark, change: (number: number) => number): Mark =>
  Object.fromEntries(
    Object.entries(mark).map(([key, value]) => [key, typeof value === 'number' ? change(value) : value]),
  )
