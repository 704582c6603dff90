/**
 * `npm run bench -- judge`, `-- judges`, `-- http`, `-- scale [--large] [--minutes N]`, `-- soak [--minutes N] [--rate N]`, `-- web`, `-- commands FOLDER…`, `-- import [--large]`, `-- rows`: speed and memory measured on this machine.
 */
import { benchCommands } from './commands.ts'
import { benchJudge } from './judge.ts'
import { benchJudges } from './judges.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchRows } from './rows.ts'
import { benchScale } from './scale.ts'
import { benchSoak } from './soak.ts'
import { benchWeb } from './web.ts'

const [benchName, ...flags] = process.argv.slice(2)
const isLarge = flags.includes('--large')

/** The number after a flag. */
function numberOf(flag: string, fallback: number): number {
  const place = flags.indexOf(flag)
  return place < 0 ? fallback : Number(flags[place + 1])
}

const BENCHES: Record<string, () => Promise<void>> = {
  judge: benchJudge,
  judges: benchJudges,
  http: () => benchHttp({ turns: 5, seconds: 2 }),
  scale: () => benchScale(isLarge ? 'large' : 'usual', 60 * numberOf('--minutes', isLarge ? 30 : 10)),
  soak: () => benchSoak({ minutes: numberOf('--minutes', 20), rate: numberOf('--rate', 3) }),
  web: benchWeb,
  import: () => benchImport(isLarge),
  rows: benchRows,
  commands: () => benchCommands(flags),
}

const bench = BENCHES[benchName ?? '']
if (bench) await bench()
else {
  console.error(
    `Say what to measure: npm run bench -- ${Object.keys(BENCHES).join(', -- ')}. scale and import also take --large.`,
  )
  process.exitCode = 2
}
