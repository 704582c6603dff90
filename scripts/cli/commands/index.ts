import { arenas } from './arenas.ts'
import { audit } from './audit.ts'
import { calibrate } from './calibrate.ts'
import { challengeCommand } from './challenge.ts'
import { checks } from './checks.ts'
import { compare } from './compare.ts'
import { dataset } from './dataset.ts'
import { db } from './db.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { init } from './init.ts'
import { judge } from './judge.ts'
import { plan } from './plan.ts'
import { rate } from './rate.ts'
import { runCommand } from './run.ts'
import { serve } from './serve.ts'
import { tokens } from './tokens.ts'
import { verify } from './verify.ts'
import { winRatesCommand } from './win-rates.ts'
import { worker } from './worker.ts'
import type { Register } from '../terminal/run.ts'

/** Every command of the terminal, in the order of its help. */
export const COMMANDS: readonly Register[] = [
  serve,
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
  tokens,
  importCommand,
  exportCommand,
  worker,
  db,
]
