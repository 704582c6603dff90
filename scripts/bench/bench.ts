/** `npm run bench -- rate [--large]`, `-- judge`, `-- peers` and `-- server`: speed, measured where it runs. */
import { benchJudge } from './judge/bench-judge.ts'
import { benchPeers } from './peers.ts'
import { benchRate } from './rate.ts'
import { benchServer } from './server.ts'

const [what, ...flags] = process.argv.slice(2)
if (what === 'rate') benchRate(flags.includes('--large'))
else if (what === 'judge') await benchJudge()
else if (what === 'peers') benchPeers()
else if (what === 'server') await benchServer()
else {
  console.error('Say what to measure: npm run bench -- rate [--large], -- judge, -- peers, or -- server.')
  process.exitCode = 2
}
