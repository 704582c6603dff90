import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The tables of cases in `cases/FILE.yaml` beside a test, which gives its `import.meta.url`, by their names. */
export const casesIn = <Cases>(test: string, file: string): Cases =>
  parse(readFileSync(new URL(`cases/${file}.yaml`, test), 'utf8'), { merge: true }) as Cases

/** The rows of a table of numbers: `1 2 / 3 4` is [[1, 2], [3, 4]]. */
export const tableOf = (text: string): number[][] =>
  text.split('/').map((row) => row.trim().split(/\s+/).map(Number))
