/**
 * `npm run bench -- rate [--large]`, `-- judge`, `-- peers`, `-- server`, `-- http`, `-- loop [PARTS OF NAMES]`, `-- web`,
 * `-- import [--large]` and `-- proof`: speed measured on this machine.
 */
import { benchJudge } from './judge/bench-judge.ts'
import { benchHttp } from './http/bench-http.ts'
import { benchImport } from './import/bench-import.ts'
import { benchLoop } from './loop/bench-loop.ts'
import { benchPeers } from './peers.ts'
import { benchProof } from './web/bench-proof.ts'
import { benchRate } from './rate.ts'
import { benchServer } from './server.ts'
import { benchWeb } from './web/bench-web.ts'

const [benchName, ...flags] = process.argv.slice(2)
if (benchName === 'rate') benchRate(flags.includes('--large'))
else if (benchName === 'judge') await benchJudge()
else if (benchName === 'peers') benchPeers()
else if (benchName === 'server') await benchServer()
else if (benchName === 'http')
  await benchHttp(flags.includes('--short') ? { turns: 1, seconds: 0.3 } : undefined)
else if (benchName === 'loop') await benchLoop(flags)
else if (benchName === 'web') await benchWeb()
else if (benchName === 'import') await benchImport(flags.includes('--large'))
else if (benchName === 'proof') await benchProof()
else {
  console.error(
    'Say what to measure: npm run bench -- rate [--large], -- judge, -- peers, -- server, -- http, -- loop, -- web, -- import [--large], or -- proof.',
  )
  process.exitCode = 2
}
