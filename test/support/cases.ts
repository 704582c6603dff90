import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The tables of cases in `cases/FILE.yaml` beside a test, which gives its `import.meta.url`, by their names. */
export const casesIn = <Cases>(test: string, file: string): Cases =>
  parse(readFileSync(new URL(`cases/${file}.yaml`, test), 'utf8')) as Cases
