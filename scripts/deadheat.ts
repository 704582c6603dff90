import { arenas } from './commands/arenas.ts'
import { audit } from './commands/audit.ts'
import { calibrate } from './commands/calibrate.ts'
import { challengeCommand } from './commands/challenge.ts'
import { checks } from './commands/checks.ts'
import { compare } from './commands/compare.ts'
import { dataset } from './commands/dataset.ts'
import { db } from './commands/db.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { init } from './commands/init.ts'
import { judge } from './commands/judge.ts'
import { plan } from './commands/plan.ts'
import { rate } from './commands/rate.ts'
import { runCommand } from './commands/run.ts'
import { verify } from './commands/verify.ts'
import { winRatesCommand } from './commands/win-rates.ts'
import { worker } from './commands/worker.ts'
import { run } from './terminal/run.ts'
import { thisTerminal } from './terminal/terminal.ts'

const commands = [
  rate,
  verify,
  plan,
  init,
  runCommand,
  judge,
  checks,
  winRatesCommand,
  calibrate,
  compare,
  challengeCommand,
  dataset,
  arenas,
  audit,
  importCommand,
  exportCommand,
  worker,
  db,
]

// whoever reads our output may stop reading: that is no error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 3)
})

process.exitCode = await run(process.argv.slice(2), commands, thisTerminal())
// a pipe that nobody closes must not keep us waiting
process.stdin.destroy()
