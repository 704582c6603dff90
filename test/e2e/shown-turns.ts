/** Reads texts as Chromium shows them on the vote page. */
import { importInto } from '../../server/transfer/index.ts'
import { arenaOfKind } from './kinds-of-text.ts'
import type { Site } from './site.ts'

/** Signs that the reader below puts where something is drawn, from the private use area. */
export const DRAWN = {
  strong: '\ue000',
  em: '\ue001',
  s: '\ue002',
  code: '\ue003',
  link: '\ue004',
  linkEnd: '\ue005',
  picture: '\ue006',
  maths: '\ue008',
  mathsEnd: '\ue009',
  heading: '\ue010',
  headingEnd: '\ue011',
  item: '\ue012',
  itemMark: '\ue013',
  itemEnd: '\ue014',
  quote: '\ue015',
  quoteEnd: '\ue016',
  pre: '\ue017',
  preEnd: '\ue018',
  cell: '\ue019',
  headEnd: '\ue01a',
  rule: '\ue01b',
} as const

/** Runs in the page: the visible text of each element, with the signs above. Chromium decides which blanks are seen. */
const READ = `(selector) => {
  const SIGN = ${JSON.stringify(DRAWN)}
  const isBlock = (node) => node instanceof HTMLElement && /^(P|UL|OL|LI|PRE|DIV|TABLE|BLOCKQUOTE|H[3-6]|CODE)$/.test(node.tagName) &&
    (node.tagName !== 'CODE' || node.parentElement.tagName === 'PRE')
  const isOurs = (node) => node.nodeType === 3 && node.ours
  const seen = (element) => [...element.childNodes].filter((node) => !isOurs(node) && (node.nodeType === 1 || node.data.trim() !== ''))
  const ours = (text) => Object.assign(document.createTextNode(text), { ours: true })
  const first = (element, text) => {
    let at = element
    for (let inner = seen(at)[0]; inner && isBlock(inner); inner = seen(at)[0]) at = inner
    let before = at.firstChild
    while (before && isOurs(before)) before = before.nextSibling
    at.insertBefore(ours(text), before)
  }
  const last = (element, text) => {
    let at = element
    for (let inner = seen(at).at(-1); inner && isBlock(inner); inner = seen(at).at(-1)) at = inner
    at.append(ours(text))
  }
  const around = (element, open, close) => (element.prepend(ours(open)), element.append(ours(close)))
  const markOf = (item) => {
    const { listStyleType } = getComputedStyle(item)
    if (item.parentElement.tagName === 'UL') return listStyleType.replace(/["\\s\\u2002]/g, '')
    const siblings = [...item.parentElement.children]
    let number = (item.parentElement.start ?? 1) - 1
    for (const each of siblings.slice(0, siblings.indexOf(item) + 1))
      number = each.hasAttribute('value') ? Number(each.getAttribute('value')) : number + 1
    return number + (listStyleType === 'with-bracket' ? ')' : '.')
  }
  return [...document.querySelectorAll(selector)].map((element) => {
    for (const buttons of element.querySelectorAll('.buttons')) buttons.remove()
    for (const formula of element.querySelectorAll('.maths')) {
      const drawn = formula.querySelector('annotation')
      if (!drawn) continue
      formula.replaceChildren(SIGN.maths + drawn.textContent + SIGN.mathsEnd)
      formula.classList.remove('drawn')
    }
    for (const link of element.querySelectorAll('a')) {
      const picture = /^\\[picture: ([\\s\\S]*)\\]$/.exec(link.textContent)
      if (picture) link.replaceChildren(picture[1] === 'no description' ? '' : picture[1])
      around(link, picture ? SIGN.picture : SIGN.link, SIGN.linkEnd)
    }
    for (const tag of ['strong', 'em', 's']) for (const one of element.querySelectorAll(tag)) around(one, SIGN[tag], SIGN[tag])
    for (const code of element.querySelectorAll('code')) if (code.parentElement.tagName !== 'PRE') around(code, SIGN.code, SIGN.code)
    for (const head of element.querySelectorAll('h3, h4, h5, h6')) around(head, SIGN.heading, SIGN.headingEnd)
    for (const line of element.querySelectorAll('hr')) line.replaceWith(Object.assign(document.createElement('p'), { textContent: SIGN.rule }))
    for (const head of element.querySelectorAll('thead')) head.rows[0].lastElementChild.append(ours(SIGN.headEnd))
    for (const cell of element.querySelectorAll('th, td')) cell.prepend(ours(SIGN.cell))
    for (const block of element.querySelectorAll('pre')) around(block.firstElementChild ?? block, SIGN.pre, SIGN.preEnd)
    const holders = [...element.querySelectorAll('li, blockquote')]
    for (const one of holders) first(one, one.tagName === 'LI' ? SIGN.item + markOf(one) + SIGN.itemMark : SIGN.quote)
    for (const one of holders.toReversed()) last(one, one.tagName === 'LI' ? SIGN.itemEnd : SIGN.quoteEnd)
    return element.innerText
  })
}`

/** If nothing was drawn for so long, all is drawn. */
const SETTLED_MS = 500

export interface ShownTurn {
  /** As a page, with the signs of what is drawn. */
  page: string
  /** As plain text. */
  plain: string
}

/** Texts as the vote page shows them: the turns of two answers, all in one page. */
export async function shownTurns(site: Site, key: string, texts: readonly string[]): Promise<ShownTurn[]> {
  const half = Math.ceil(texts.length / 2)
  const sides = [texts.slice(0, half), texts.slice(half)].map((turns, side) => [`Side ${side}`, ...turns])
  const messages = Array.from({ length: half + 1 }, (_, n) => ({
    role: 'user' as const,
    content: `Turn ${n}`,
  }))
  await importInto(site.app.deps, {
    ...arenaOfKind({ key, messages, answers: [sides[0]!, sides[1]!] }),
    // a model that says who made it would not be shown to voters
    setUp: { settings: { leaks: { find: false } }, providers: [], judges: [], checks: [] },
  })
  const page = await site.visit(`/a/${key}/vote`)
  await page
    .locator('article .markdown')
    .nth(texts.length + 1)
    .waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  // formulas and colours come piece by piece
  const drawn = () => page.evaluate("document.querySelectorAll('.drawn, [class^=hljs]').length")
  for (let [before, now] = [-1 as unknown, await drawn()]; now !== before;) {
    await page.waitForTimeout(SETTLED_MS)
    ;[before, now] = [now, await drawn()]
  }
  const [left, right] = (await Promise.all(
    ['left', 'right'].map((side) => page.evaluate(`(${READ})('#answer-${side} .markdown')`)),
  )) as [string[], string[]]
  await page.getByRole('button', { name: 'Plain text' }).click()
  const [plainLeft, plainRight] = await Promise.all(
    ['left', 'right'].map((side) => page.locator(`#answer-${side} .plain`).allTextContents()),
  )
  await page.close()
  const sidesShown = [left, right].map((turns, side) =>
    turns.map((text, n) => ({ page: text, plain: [plainLeft, plainRight][side]![n]! })),
  )
  const [first, second] = left[0]!.trim() === 'Side 0' ? sidesShown : sidesShown.toReversed()
  return [...first!.slice(1), ...second!.slice(1)]
}
