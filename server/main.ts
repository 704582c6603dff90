/** `npm start`. */
import { describeSettings } from './platform/config.ts'
import { exitWithReason } from './platform/process.ts'
import { runServer } from './run-server.ts'

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(describeSettings())
else await runServer().catch(exitWithReason)
