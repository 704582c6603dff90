// Loaded by Node before a server: its clock is wrong by the milliseconds in the file DEADHEAT_CHAOS_CLOCK, also in its
// threads. The clock of Postgres stays right.
import { readFileSync } from 'node:fs'

const file = process.env.DEADHEAT_CHAOS_CLOCK
const READ_EVERY_MS = 100
const RealDate = Date
let offset = 0

function read() {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    offset = 0
  }
}

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset)
    else super(...args)
  }

  static now() {
    return RealDate.now() + offset
  }
}

read()
setInterval(read, READ_EVERY_MS).unref()
