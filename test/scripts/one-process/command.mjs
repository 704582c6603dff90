/** A command of the terminal that is carried out by script.ts: command.mjs SOCKET ARGUMENTS. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const [socket, ...args] = process.argv.slice(2)
const asking = connect({ path: socket, allowHalfOpen: true })
asking.end(JSON.stringify(args))
const { code, stdout, stderr } = JSON.parse(await text(asking))
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code
