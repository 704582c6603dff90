/** How rows are written into a file. */

/** Objects as a line of JSON each. */
export const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')
