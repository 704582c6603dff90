/** Removes the escape that keeps spreadsheets from taking an exported cell for a formula. */
export function unescaped(cell: string): string {
  return /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? cell.slice(1) : cell
}
