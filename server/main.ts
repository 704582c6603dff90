/** `npm start`. */
import { describeSettings, startOptions } from './platform/config/config.ts'
import { exitWithReason } from './platform/process.ts'
import { runServer } from './run-server.ts'

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(describeSettings())
else await main().catch(exitWithReason)

async function main(): Promise<void> {
  await runServer(startOptions(process.argv.slice(2)))
}
