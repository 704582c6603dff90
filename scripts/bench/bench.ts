/** `npm run bench -- rate [--large]` and `npm run bench -- peers`: speed, measured where it runs. */
import { benchPeers } from './peers.ts'
import { benchRate } from './rate.ts'

const [what, ...flags] = process.argv.slice(2)
if (what === 'rate') benchRate(flags.includes('--large'))
else if (what === 'peers') benchPeers()
else {
  console.error('Say what to measure: npm run bench -- rate [--large], or npm run bench -- peers.')
  process.exitCode = 2
}
