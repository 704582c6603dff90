/** `npm run bench -- rate [--large]`, `-- judge` and `-- peers`: speed, measured where it runs. */
import { benchJudge } from './judge/bench-judge.ts'
import { benchPeers } from './peers.ts'
import { benchRate } from './rate.ts'

const [what, ...flags] = process.argv.slice(2)
if (what === 'rate') benchRate(flags.includes('--large'))
else if (what === 'judge') await benchJudge()
else if (what === 'peers') benchPeers()
else {
  console.error(
    'Say what to measure: npm run bench -- rate [--large], npm run bench -- judge, or npm run bench -- peers.',
  )
  process.exitCode = 2
}
