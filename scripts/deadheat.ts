import { keepHeapSmall } from '../server/platform/jobs/thread.ts'
import { loadCommands } from './cli/commands/index.ts'
import { main } from './cli/terminal/run.ts'
import { wordsOfCommand } from './cli/terminal/terminal.ts'

const typed = process.argv.slice(2)
const args = typed.length > 0 ? typed : ['serve']
// one task over a file of any size
if (/^(?:im|ex)port$/.test(wordsOfCommand(args)[0] ?? '')) keepHeapSmall()
await main(args, await loadCommands(args))
