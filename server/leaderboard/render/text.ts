import type { Board, Warning } from '../../../shared/contracts/index.ts'
import { boardView, finishBoard, smallPrint, terminalLines } from '../../../shared/finish/index.ts'
import { warningText } from '../../../shared/sentence/index.ts'
import { plainNumbers, visible, wrap } from '../../../shared/finish/lines.ts'
import { baselineCell, provenance, simulatedText, warningsAround } from './cells.ts'

interface TextOptions {
  /** The most columns of the text. */
  width: number
  /** Whether escape codes may colour it. */
  colour?: boolean
  title?: string
  /** Since when people can no longer vote. Null: they can. */
  closedAt?: string | null
  /** What changed since a day. */
  changed?: string | null
}

/** A board as plain text that fits the width. Ends with a line break. */
export function renderText(
  board: Board,
  { width, colour = false, title, closedAt = null, changed = null }: TextOptions,
): string {
  const { first, last } = warningsAround(board)
  const view = boardView(finishBoard(board, { title, closedAt }))
  const simulated = simulatedText(board)
  const texts = [simulated ?? '', ...smallPrint(board), provenance(board)]
  const parts = [
    warningLines(first, width),
    terminalLines(view, { width, colour }),
    changed === null ? [] : wrap(visible(changed), width),
    baselineLines(board, width),
    checkLines(board, width),
    warningLines(last, width),
    texts.filter(Boolean).flatMap((text) => wrap(visible(text), width)),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

function warningLines(warnings: readonly Warning[], width: number): string[] {
  return warnings.flatMap((warning) =>
    wrap(visible(`Warning (${warning.code}): ${warningText(warning)}`), width, '  '),
  )
}

/** The predicted win rate of each contestant against the baseline, if one was requested. */
function baselineLines({ baseline, contestants }: Board, width: number): string[] {
  if (baseline === undefined) return []
  const rows = contestants.filter(({ againstBaseline, name }) => againstBaseline && name !== baseline)
  const results = rows.map((row) => `${row.name} ${baselineCell(row)}`)
  return wrap(visible(`Beats ${baseline}: ${results.join('; ')}.`), width, '  ')
}

/**
 * A line for each check: how many answers of each contestant pass, and whether that reaches the required share, if
 * there is one.
 */
function checkLines({ contestants }: Board, width: number): string[] {
  const all = contestants.flatMap(({ name, checks = [] }) =>
    checks.map((check) => ({ contestant: name, ...check })),
  )
  return [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, rows]) => {
    const bar = rows[0].mustPass
    const requirement = bar === undefined ? '' : ` (${plainNumbers.exactPercent(bar)} must pass)`
    const results = rows.map(
      ({ contestant, passed, of, holds }) =>
        `${contestant} ${passed} of ${of}${holds === false ? ', too few' : ''}`,
    )
    return wrap(visible(`Check ${name}${requirement}: ${results.join('; ')}.`), width, '  ')
  })
}
