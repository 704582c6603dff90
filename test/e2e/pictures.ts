/** What is drawn, apart from its words: the same on every machine, whatever fonts it has. */
import type { Browser, Page } from '@playwright/test'

export interface Picture {
  /** Each mark with its class, its numbers (percent and pixels) and its colours. */
  marks: Mark[]
  /** The same marks as a page without text. */
  html: string
}

export type Mark = Record<string, string | number>

/** How wide a row is drawn, with room at its left for the brackets beside it. */
const ROOM = { brackets: 60, wide: 640, phone: 330 }

/**
 * In the page: collects what lies behind the rows, the marks of plots, the brackets beside them, the axes' ticks and
 * the tints of the matrix, and sets them anew without text.
 */
const COLLECT = `(() => {
  const NUMBERS = ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height']
  const STYLES = ['stroke', 'stroke-width', 'stroke-dasharray', 'fill', 'r']
  const GROUND = ['background-image', 'background-position', 'background-size', 'background-repeat']
  const COLOUR = /(?:rgba?|oklab|oklch|color)\\([^()]*\\)/g
  const WIDTH = innerWidth < 700 ? ${ROOM.phone} : ${ROOM.wide}
  const marks = []
  const classOf = (element) => (element.getAttribute('class') ?? '').split(' ').filter((one) => !one.startsWith('svelte-')).join(' ')
  const styled = (element, names) => {
    const style = getComputedStyle(element)
    return names.map((name) => name + ':' + style.getPropertyValue(name)).join(';')
  }
  const anew = (svg, place, names) => {
    const copy = svg.cloneNode(true)
    const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll('*')])
    from.forEach((element, nth) => {
      const style = getComputedStyle(element)
      const around = nth === 0 ? ';position:absolute;' + place + ';' + styled(element, names) : ''
      to[nth].setAttribute('style', styled(element, STYLES) + ';overflow:visible' + around)
      const mark = { tag: element.tagName, class: classOf(element) }
      for (const name of NUMBERS) if (element.hasAttribute(name)) mark[name] = parseFloat(element.getAttribute(name))
      if (nth === 0 && svg.closest('td.rank')) mark.left = parseFloat(style.left)
      if (element.tagName !== 'svg') for (const name of ['stroke', 'fill', 'stroke-dasharray']) mark[name] = style.getPropertyValue(name)
      marks.push(mark)
    })
    return copy.outerHTML
  }

  const plots = [...document.querySelectorAll('.board tr.rated svg.whiskers')]
  for (const ground of new Set(plots.map((svg) => styled(svg, GROUND)))) {
    const style = getComputedStyle(plots.find((svg) => styled(svg, GROUND) === ground))
    const places = style.backgroundPositionX.split(', ')
    style.backgroundImage.match(/linear-gradient\\((?:[^()]|\\([^()]*\\))*\\)/g).forEach((image, layer) => {
      const stops = (image.match(/[-\\d.]+%/g) ?? []).map(parseFloat)
      const colours = image.match(COLOUR)
      if (image.includes('to right')) marks.push({ tag: 'band', from: stops[0], to: stops.at(-1), colour: colours[1] })
      else marks.push({ tag: 'upright', at: parseFloat(/[-\\d.]+(?=%)/.exec(places[layer])[0]), colour: colours[0] })
    })
  }

  const ticks = (row) => {
    const drawn = [...document.querySelectorAll('.board ' + row + ' .axis > span')].map((tick) => {
      const at = parseFloat(/([-\\d.]+)%(?:, max.*)?$/.exec(tick.style.left)[1])
      const kind = classOf(tick)
      const colour = kind === 'share' ? getComputedStyle(tick, '::before').borderLeftColor : getComputedStyle(tick).color
      marks.push({ tag: 'tick', class: kind, at, colour, ...(kind !== 'upper' && { says: tick.textContent.trim() }) })
      return '<div style="position:absolute;left:' + at + '%;top:2px;width:1px;height:6px;background:' + colour + '"></div>'
    })
    return '<div style="position:relative;margin-left:${ROOM.brackets}px;width:' + WIDTH + 'px;height:10px">' + drawn.join('') + '</div>'
  }

  const rows = [...document.querySelectorAll('.board tr.rated')].map((row) => {
    const beside = [...row.querySelectorAll('td.rank svg')].map((svg) => anew(svg, 'left:' + getComputedStyle(svg).left + ';top:0;width:6px;height:37px', []))
    const plot = anew(row.querySelector('svg.whiskers'), 'inset:0 0 -1px;width:' + WIDTH + 'px;height:37px', GROUND)
    return '<div style="position:relative;margin-left:${ROOM.brackets}px;width:' + WIDTH + 'px;height:36px">' + plot + beside.join('') + '</div>'
  })
  const [head, foot] = [ticks('thead'), ticks('.foot')]

  const cells = []
  for (const cell of document.querySelectorAll('#head-to-head td[data-row]')) {
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)]
    const colour = getComputedStyle(cell).backgroundColor
    marks.push({ tag: 'cell', row, column, colour })
    cells.push('<div style="position:absolute;left:' + (${ROOM.brackets} + 30 * column) + 'px;top:' + (36 * rows.length + 40 + 30 * row) + 'px;width:28px;height:28px;background:' + colour + '"></div>')
  }
  const paper = getComputedStyle(document.documentElement).backgroundColor
  return { marks, html: '<body style="margin:0;background:' + paper + '">' + head + rows.join('') + foot + cells.join('') + '</body>' }
})()`

export function pictureOf(page: Page): Promise<Picture> {
  return page.evaluate(COLLECT) as Promise<Picture>
}

/** The picture as PNG. */
export async function drawn(browser: Browser, { html }: Picture): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 720, height: 590 }, deviceScaleFactor: 1 })
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
