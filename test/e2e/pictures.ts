/** What is drawn, apart from its words: the same on every machine, whatever fonts it has. */
import type { Browser, Page } from '@playwright/test'

export interface Picture {
  /** Each mark with its class, its numbers (percent and pixels) and its colours. */
  marks: Mark[]
  /** The same marks as a page without text. */
  html: string
}

export type Mark = Record<string, string | number>

/** In the page: collects the marks of plots and the tints of the matrix, and sets them anew without text. */
const COLLECT = `(() => {
  const NUMBERS = ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height']
  const STYLES = ['stroke', 'stroke-width', 'stroke-dasharray', 'fill', 'r']
  const marks = []
  const rows = []
  for (const svg of document.querySelectorAll('.board tr.rated svg.whiskers')) {
    const copy = svg.cloneNode(true)
    const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll('*')])
    from.forEach((element, place) => {
      const style = getComputedStyle(element)
      to[place].setAttribute('style', STYLES.map((name) => name + ':' + style.getPropertyValue(name)).join(';') + ';overflow:visible')
      const mark = { tag: element.tagName, class: (element.getAttribute('class') ?? '').split(' ').filter((one) => !one.startsWith('svelte-')).join(' ') }
      for (const name of NUMBERS) if (element.hasAttribute(name)) mark[name] = parseFloat(element.getAttribute(name))
      if (element !== svg && element.tagName !== 'svg') for (const name of ['stroke', 'fill']) mark[name] = style.getPropertyValue(name)
      marks.push(mark)
    })
    rows.push('<div style="position:relative;width:640px;height:36px">' + copy.outerHTML.replace('style="', 'style="position:absolute;inset:0;width:640px;height:36px;') + '</div>')
  }
  const cells = []
  for (const cell of document.querySelectorAll('#head-to-head td[data-row]')) {
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)]
    const colour = getComputedStyle(cell).backgroundColor
    marks.push({ tag: 'cell', row, column, colour })
    cells.push('<div style="position:absolute;left:' + 30 * column + 'px;top:' + (36 * rows.length + 10 + 30 * row) + 'px;width:28px;height:28px;background:' + colour + '"></div>')
  }
  const paper = getComputedStyle(document.documentElement).backgroundColor
  return { marks, html: '<body style="margin:0;background:' + paper + '">' + rows.join('') + cells.join('') + '</body>' }
})()`

export function pictureOf(page: Page): Promise<Picture> {
  return page.evaluate(COLLECT) as Promise<Picture>
}

/** The picture as PNG, 640 pixels wide. */
export async function drawn(browser: Browser, { html }: Picture): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 560 }, deviceScaleFactor: 1 })
  await page.setContent(html)
  const png = await page.screenshot()
  await page.close()
  return png
}

/** The share of pixels in which two pictures differ by more than the smoothing of edges; 1 where their sizes differ. */
export async function apart(browser: Browser, one: Buffer, other: Buffer): Promise<number> {
  const page = await browser.newPage()
  const urls = [one, other].map((png) => `data:image/png;base64,${png.toString('base64')}`)
  const share = await page.evaluate(`(async () => {
    const [one, other] = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      return context.getImageData(0, 0, image.width, image.height)
    }))
    if (one.width !== other.width || one.height !== other.height) return 1
    let differing = 0
    for (let at = 0; at < one.data.length; at += 4) {
      let most = 0
      for (let channel = 0; channel < 3; channel++) most = Math.max(most, Math.abs(one.data[at + channel] - other.data[at + channel]))
      if (most > 40) differing++
    }
    return differing / (one.width * one.height)
  })()`)
  await page.close()
  return share as number
}
