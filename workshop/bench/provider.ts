/** A provider in its own process on this machine. It names the better answer after a fixed delay in ms. */
import { startModelServer } from '../model-server/model-server.ts'
import type { ReceivedCall } from '../model-server/wires.ts'

const latencyMs = Number(process.argv[2])
const VERDICTS = ['first', 'second', 'tie'] as const

function reply({ schema, number }: ReceivedCall): string {
  const keys = Object.keys((schema as { properties: object }).properties)
  const verdict = {
    reason: 'It says more of what was asked for.',
    verdict: VERDICTS[number % VERDICTS.length],
  }
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, verdict])))
}

const { anthropicUrl } = await startModelServer({ reply, latencyMs })
console.log(anthropicUrl)
