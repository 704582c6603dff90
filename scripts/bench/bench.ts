/** `npm run bench -- rate [--large]`, `npm run bench -- peers` and `npm run bench -- server`: speed, measured where it runs. */
import { benchPeers } from './peers.ts'
import { benchRate } from './rate.ts'
import { benchServer } from './server.ts'

const [what, ...flags] = process.argv.slice(2)
if (what === 'rate') benchRate(flags.includes('--large'))
else if (what === 'peers') benchPeers()
else if (what === 'server') await benchServer()
else {
  console.error(
    'Say what to measure: npm run bench -- rate [--large], npm run bench -- peers, or npm run bench -- server.',
  )
  process.exitCode = 2
}
