/** `deadheat rate` alone. The package has it as one file, since most of a small file's time went into loading many. */
import { rate } from './cli/commands/rate.ts'
import { main } from './cli/terminal/run.ts'

await main(process.argv.slice(2), [rate])
