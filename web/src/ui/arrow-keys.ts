import type { Attachment } from 'svelte/attachments'
import { on } from 'svelte/events'

/** What takes the focus in a cell: its link, or a cell that can be reached itself. */
const targetIn = (cell: Element | undefined): HTMLElement | null =>
  cell?.querySelector<HTMLElement>('a') ?? cell?.closest<HTMLElement>('[role=gridcell]') ?? null

/** Moves the focus between the cells of a table by arrow keys, and within a row by Home and End. */
export const byArrows: Attachment<HTMLTableElement> = (table) =>
  on(table, 'keydown', (event) => {
    const cell = event.target instanceof Element ? event.target.closest('td') : null
    const row = cell?.closest('tr')
    if (!cell || !row || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
    const inRow = [...row.cells].map(targetIn)
    const beside = (step: number) => inRow[cell.cellIndex + step]
    const below = (step: number) => targetIn(table.rows[row.rowIndex + step]?.cells[cell.cellIndex])
    const targets: Record<string, () => HTMLElement | null | undefined> = {
      ArrowUp: () => below(-1),
      ArrowDown: () => below(1),
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
      Home: () => inRow.find((one) => one !== null),
      End: () => inRow.findLast((one) => one !== null),
    }
    const target = targets[event.key]?.()
    if (!target) return
    event.preventDefault()
    target.focus()
  })
