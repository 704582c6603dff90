/** The picture of a voter's result, drawn in the browser: it is nobody else's, so no server has it. */
import type { VoterResult } from '../../../../../shared/contracts/battle.ts'
import { save } from '../../../api/http.ts'
import { listed } from '../../../ui/figures.ts'
import { replaceDirectionControls } from '../../../ui/directions.ts'
import { words } from '../../../words/words.ts'
import { resultHeadline, voteSquares } from './own-result.ts'

const [WIDTH, HEIGHT] = [1200, 630]
const MARGIN = 64
const SQUARE = 26
const ROW = 44
const MAX_ROWS = 9
const MAX_SQUARES = 24
const FONT = 'system-ui, sans-serif'

/** Offers the picture to the device, or downloads it where nothing takes it. */
export async function sharePicture(result: VoterResult, title: string): Promise<'shared' | 'downloaded'> {
  const file = new File([await drawPicture(result, title)], 'my-votes.png', { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    // who changes their mind in the dialog of the device has seen it
    await navigator.share({ files: [file], title }).catch(() => undefined)
    return 'shared'
  }
  save(file, file.name)
  return 'downloaded'
}

async function drawPicture(result: VoterResult, title: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [WIDTH, HEIGHT]
  const context = canvas.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const [paper, ink, second] = [colour('--paper'), colour('--ink'), colour('--ink-2')]
  const write = (text: string, x: number, y: number, font: string, fill: string, width: number) => {
    context.font = `${font} ${FONT}`
    context.fillStyle = fill
    let shown = replaceDirectionControls(text)
    while (shown.length > 1 && context.measureText(shown).width > width) shown = `${shown.slice(0, -2)}…`
    context.fillText(shown, x, y)
  }
  context.fillStyle = paper
  context.fillRect(0, 0, WIDTH, HEIGHT)
  const inner = WIDTH - 2 * MARGIN
  const { text, name = '' } = resultHeadline(result, listed)
  const headline = text === null ? '' : `: ${text.replace(/\[.*?\]/, name)}`
  write(title, MARGIN, 76, '24px', second, inner)
  write(`${words.own.title({ count: result.votes })}${headline}`, MARGIN, 132, '700 42px', ink, inner)
  result.contestants.slice(0, MAX_ROWS).forEach((contestant, row) => {
    const y = 190 + row * ROW
    write(contestant.name, MARGIN, y + SQUARE - 5, '600 24px', ink, 300)
    voteSquares(contestant)
      .slice(0, MAX_SQUARES)
      .forEach((kind, n) => {
        const x = MARGIN + 330 + n * (SQUARE + 4)
        context.lineWidth = kind === 'lost' ? 1 : 2
        context.strokeStyle = kind === 'lost' ? second : ink
        context.fillStyle = ink
        const [from, height] =
          kind === 'won' ? [y, SQUARE] : [y + SQUARE / 2, kind === 'tied' ? SQUARE / 2 : 0]
        context.fillRect(x, from, SQUARE, height)
        context.strokeRect(x + 1, y + 1, SQUARE - 2, SQUARE - 2)
      })
  })
  write('Deadheat', MARGIN, HEIGHT - 36, '700 22px', second, inner)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'))
}
