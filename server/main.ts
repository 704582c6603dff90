/** `npm start`. */
import { describeSettings } from './platform/config/config.ts'
import { exitWithReason } from './platform/process.ts'
import { SetupError } from './platform/setup-error.ts'
import { runServer } from './run-server.ts'

const [argument] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') console.log(describeSettings())
else await main().catch(exitWithReason)

async function main(): Promise<void> {
  if (argument !== undefined)
    throw new SetupError(
      `${argument}: settings are environment variables, such as PORT=5000; npm start -- --help lists them.`,
    )
  await runServer()
}
