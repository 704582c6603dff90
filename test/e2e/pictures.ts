/** What is drawn, apart from its words: the same on every machine, whatever fonts it has. */
import type { Page } from '@playwright/test'

/** A mark with its class, its numbers (percent of its lane) and its colours. */
export type Mark = Record<string, string | number>

/** In the page: the bars and ticks of rows, the bracket of a leader, what lies behind them, the labels of the axis, and the cells of the matrix. */
const COLLECT = `(() => {
  const marks = []
  const classOf = (element) => (element.getAttribute('class') ?? '').split(' ').filter((name) => !name.startsWith('svelte-')).join(' ')
  const percentOf = (text) => parseFloat(/[-\\d.]+(?=%)/.exec(text)[0])
  const lane = document.querySelector('.board tr.rated .lane')

  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const styleOf = (selector, property) =>
    rules.find((rule) => rule.selectorText === selector && rule.style[property]).style[property]
  const resolved = document.createElement('i')
  lane.append(resolved)
  const colourOf = (name) => {
    resolved.style.color = 'var(' + name + ')'
    return getComputedStyle(resolved).color
  }
  marks.push({ tag: 'paper', colour: getComputedStyle(document.documentElement).backgroundColor })
  for (const image of styleOf('.board .lane::before', 'background').split('linear-gradient(').slice(1)) {
    const stops = [...image.matchAll(/\\* ([\\d.]+)\\)/g)].map(([, at]) => 100 * Number(at))
    const name = /var\\((--(?!beyond)[a-z-]+)\\)/.exec(image)[1]
    const isBand = name === '--wash'
    const tag = name === '--state-zone' ? 'zone' : isBand ? 'band' : 'upright'
    marks.push({ tag, at: stops[0], to: isBand ? stops[2] : stops[0], colour: colourOf(name) })
  }
  marks.push({ tag: 'line', at: percentOf(styleOf('.board .lane::after', 'left')), colour: colourOf('--ink') })
  resolved.remove()

  for (const row of document.querySelectorAll('.board tr.rated')) {
    for (const bar of row.querySelectorAll('.bar')) {
      const inside = getComputedStyle(bar, '::after')
      const colours = { colour: getComputedStyle(bar).backgroundColor, inside: inside.content === 'none' ? 'none' : inside.backgroundColor }
      marks.push({ tag: 'bar', class: classOf(bar), from: percentOf(bar.style.left), to: 100 - percentOf(bar.style.right), ...colours })
    }
    for (const clear of row.querySelectorAll('.clear')) {
      const { left, right } = clear.style
      const { color } = getComputedStyle(clear)
      marks.push({ tag: 'clear', class: classOf(clear), from: percentOf(left), to: 100 - percentOf(right), colour: color, says: clear.textContent })
    }
    const tick = row.querySelector('.tick')
    marks.push({ tag: 'tick', at: percentOf(tick.style.left), colour: getComputedStyle(tick).backgroundColor })
  }
  for (const label of document.querySelectorAll('.board thead .axis > span'))
    marks.push({ tag: 'label', class: classOf(label), at: percentOf(label.style.left), colour: getComputedStyle(label).color, says: label.textContent.trim() })
  for (const cell of document.querySelectorAll('#head-to-head td[data-row]')) {
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)]
    marks.push({ tag: 'cell', row, column, class: classOf(cell), colour: getComputedStyle(cell).backgroundColor })
  }
  return marks
})()`

export const marksOn = (page: Page) => page.evaluate(COLLECT) as Promise<Mark[]>
