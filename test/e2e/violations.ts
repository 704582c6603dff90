import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { PHONE, resize, WIDE } from './site.ts'

/** Parts of a page, by selector: the part to check (default: all), and the parts to leave out. */
interface Parts {
  only?: string
  without?: readonly string[]
}

/** Runs in the page: what is pressed and is lower than 44 px on a phone, where links in a line of text may be. */
const LOW = `Array.from(document.querySelectorAll('button, .button, select, summary, input:not([type=hidden]), nav a, header a, footer a'))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.heard, svg, table, tbody'))
  .map((one) => {
    const { height, width } = (one.matches('[type=checkbox], [type=radio]') && one.closest('label') || one).getBoundingClientRect()
    const reach = getComputedStyle(one, '::after')
    return [one, Math.max(height, reach.position === 'absolute' ? parseFloat(reach.height) || 0 : 0), width]
  })
  .filter(([, height, width]) => width > 1 && height > 1 && height < 43.5)
  .map(([one, height]) => Math.round(height) + ' px high: ' + one.outerHTML.slice(0, 120))`

const PHONE_WIDTH = 699

const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Rules whose verdict depends on the colour scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** In the page: the violations of one run, a line for each rule. No page has frames. */
const FIND = `async ({ include, exclude, runOnly, disabled }) => {
  const rules = { 'target-size': { enabled: true } }
  for (const rule of disabled) rules[rule] = { enabled: false }
  const options = { resultTypes: ['violations'], iframes: false, ...(runOnly ? { runOnly } : { rules }) }
  const { violations } = await axe.run({ include, exclude }, options)
  return violations.map(({ id, nodes }) => id + ': ' + nodes[0].html)
}`

/** What axe finds by some rules: all, those of colours, or all others. */
async function foundBy(
  page: Page,
  rules: 'all' | 'of colours' | 'all others',
  { only = 'html', without = [] }: Parts,
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const body = JSON.stringify({
    include: [only],
    exclude: without,
    runOnly: rules === 'of colours' ? { type: 'rule', values: OF_COLOURS } : null,
    disabled: rules === 'all others' ? OF_COLOURS : [],
  })
  return page.evaluate<string[]>(`(${FIND})(${body})`)
}

/**
 * Violations that axe finds on a page as it is: by every rule in the light scheme, and in the dark one by the rules of
 * colours. On a phone also controls that a thumb may miss. Leaves the page light.
 */
export async function violations(page: Page, parts: Parts = {}): Promise<string[]> {
  const isPhone = (page.viewportSize()?.width ?? Infinity) <= PHONE_WIDTH
  const lowContrast = isPhone ? await page.evaluate<string[]>(LOW) : []
  for (const [colorScheme, rules] of [
    ['dark', 'of colours'],
    ['light', 'all'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    lowContrast.push(...(await foundBy(page, rules, parts)).map((line) => `${colorScheme} ${line}`))
  }
  return lowContrast
}

/**
 * The same of a page that is made as narrow as a phone and as wide again, each with its width, and what scrolls sideways.
 * On the phone by all rules but those of colours.
 */
export const violationsAtBothWidths = (page: Page, parts: Parts = {}): Promise<string[]> =>
  atBothWidths(page, parts, false)

/** The same by all rules on the phone too, in both colour schemes. */
export const violationsByAllRules = (page: Page, parts: Parts = {}): Promise<string[]> =>
  atBothWidths(page, parts, true)

async function atBothWidths(page: Page, parts: Parts, isWhole: boolean): Promise<string[]> {
  const overflows: string[] = []
  for (const viewport of [PHONE, WIDE]) {
    await resize(page, viewport)
    // what stands at the top covers a part of what is scrolled below it
    await page.evaluate('scrollTo(0, 0)')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    const wrong = width > viewport.width ? [`scrolls sideways to ${width} px`] : []
    if (viewport === PHONE && !isWhole)
      wrong.push(...(await page.evaluate<string[]>(LOW)), ...(await foundBy(page, 'all others', parts)))
    else wrong.push(...(await violations(page, parts)))
    overflows.push(...wrong.map((line) => `${viewport.width} px wide: ${line}`))
  }
  return overflows
}
