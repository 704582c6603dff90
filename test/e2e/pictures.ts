/** What is drawn, apart from its words: the same on every machine, whatever fonts it has. */
import type { Browser, Page } from '@playwright/test'

export interface Picture {
  /** Each mark with its class, its numbers (percent and pixels) and its colours. */
  marks: Mark[]
  /** The same marks as a page without text. */
  html: string
}

export type Mark = Record<string, string | number>

/** How wide a row is drawn. */
const ROOM = { left: 20, wide: 640, phone: 330 }

/**
 * In the page: collects the bars and ticks of rows, the bracket of a leader, what lies behind them, the labels of the axis and the cells of the
 * matrix, and sets them anew without text.
 */
const COLLECT = `(() => {
  const WIDTH = innerWidth < 700 ? ${ROOM.phone} : ${ROOM.wide}
  const marks = []
  const classOf = (element) => (element.getAttribute('class') ?? '').split(' ').filter((name) => !name.startsWith('svelte-')).join(' ')
  const percentOf = (text) => parseFloat(/[-\\d.]+(?=%)/.exec(text)[0])
  const box = (left, right, top, height, colour, more = '') =>
    '<div style="position:absolute;left:' + left + ';right:' + right + ';top:' + top + 'px;height:' + height + 'px;background:' + colour + ';' + more + '"></div>'
  const lane = document.querySelector('.board tr.rated .lane')

  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const styleOf = (selector, property) =>
    rules.find((rule) => rule.selectorText === selector && rule.style[property]).style[property]
  const ground = styleOf('.board .lane::before', 'background')
  const resolved = document.createElement('i')
  lane.append(resolved)
  const colourOf = (name) => {
    resolved.style.color = 'var(' + name + ')'
    return getComputedStyle(resolved).color
  }
  const behind = ground.split('linear-gradient(').slice(1).map((image) => {
    const stops = [...image.matchAll(/\\* ([\\d.]+)\\)/g)].map(([, at]) => 100 * Number(at))
    const name = /var\\((--(?!beyond)[a-z-]+)\\)/.exec(image)[1]
    const colour = colourOf(name)
    const isZone = name === '--state-zone'
    const isBand = name === '--wash'
    marks.push({ tag: isZone ? 'zone' : isBand ? 'band' : 'upright', at: stops[0], to: isBand ? stops[2] : stops[0], colour })
    const right = isZone ? '0%' : isBand ? 100 - stops[2] + '%' : 'calc(' + (100 - stops[0]) + '% - 1px)'
    return (y) => box(stops[0] + '%', right, y, 40, colour)
  }).reverse()
  const line = percentOf(styleOf('.board .lane::after', 'left'))
  marks.push({ tag: 'line', at: line, colour: colourOf('--ink') })
  resolved.remove()

  const rows = [...document.querySelectorAll('.board tr.rated')].map((row) => {
    const bars = [...row.querySelectorAll('.bar')].map((bar) => {
      const { left, right } = bar.style
      const inside = getComputedStyle(bar, '::after')
      const colours = { colour: getComputedStyle(bar).backgroundColor, inside: inside.content === 'none' ? 'none' : inside.backgroundColor }
      marks.push({ tag: 'bar', class: classOf(bar), from: percentOf(left), to: 100 - percentOf(right), ...colours })
      return box(left, right, 11, 18, colours.inside === 'none' ? colours.colour : colours.inside, 'min-width:3px;box-sizing:border-box;border:1.5px solid ' + colours.colour)
    })
    const clear = row.querySelector('.clear')
    if (clear) {
      const { left, right } = clear.style
      const { color } = getComputedStyle(clear)
      marks.push({ tag: 'clear', class: classOf(clear), from: percentOf(left), to: 100 - percentOf(right), colour: color, says: clear.textContent })
      bars.push(box(left, 'calc(' + right + ' + 10px)', 19, 2, color))
    }
    const tick = row.querySelector('.tick')
    const colour = getComputedStyle(tick).backgroundColor
    marks.push({ tag: 'tick', at: percentOf(tick.style.left), colour })
    const strip = box('calc(' + line + '% - 10px)', 100 - line + '%', 0, 40, getComputedStyle(document.body).color)
    return '<div style="position:relative;margin-left:${ROOM.left}px;width:' + WIDTH + 'px;height:40px">' + behind.map((draw) => draw(0)).join('') + strip + bars.join('') + box('calc(' + tick.style.left + ' - 1.5px)', 'calc(100% - ' + tick.style.left + ' - 1.5px)', 6, 28, colour) + '</div>'
  })

  const head = [...document.querySelectorAll('.board thead .axis > span')].map((label) => {
    const at = percentOf(label.style.left)
    const colour = getComputedStyle(label).color
    marks.push({ tag: 'label', class: classOf(label), at, colour, says: label.textContent.trim() })
    return '<div style="position:absolute;left:' + at + '%;top:2px;width:1px;height:6px;background:' + colour + '"></div>'
  })

  const cells = []
  for (const cell of document.querySelectorAll('#head-to-head td[data-row]')) {
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)]
    const colour = getComputedStyle(cell).backgroundColor
    marks.push({ tag: 'cell', row, column, class: classOf(cell), colour })
    cells.push('<div style="position:absolute;left:' + (${ROOM.left} + 30 * column) + 'px;top:' + (40 * rows.length + 30 + 30 * row) + 'px;width:28px;height:28px;background:' + colour + '"></div>')
  }
  const paper = getComputedStyle(document.documentElement).backgroundColor
  const axis = '<div style="position:relative;margin-left:${ROOM.left}px;width:' + WIDTH + 'px;height:10px">' + head.join('') + '</div>'
  return { marks, html: '<body style="margin:0;background:' + paper + '">' + axis + rows.join('') + cells.join('') + '</body>' }
})()`

export function pictureOf(page: Page): Promise<Picture> {
  return page.evaluate(COLLECT) as Promise<Picture>
}

/** The picture as PNG. */
export async function drawn(browser: Browser, { html }: Picture): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 720, height: 620 }, deviceScaleFactor: 1 })
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
