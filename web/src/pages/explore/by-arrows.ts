import type { Attachment } from 'svelte/attachments'

const STEPS: Readonly<Record<string, [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus between the cells of a table by arrow keys. Each cell has one link; Tab goes through all. */
export const byArrows: Attachment<HTMLTableElement> = (table) => {
  function onkeydown(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (!step || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
    const cell = event.target instanceof Element ? event.target.closest('td') : null
    const row = cell?.parentElement
    if (!cell || !(row instanceof HTMLTableRowElement)) return
    const to = table.rows[row.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]]
    const link = to?.querySelector<HTMLElement>('a')
    if (!link) return
    event.preventDefault()
    link.focus()
  }
  table.addEventListener('keydown', onkeydown)
  return () => table.removeEventListener('keydown', onkeydown)
}
