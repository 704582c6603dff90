import { SETTINGS, type ComparisonRequest, type Setting } from '../../api/compare.ts'

const OPTIONS: Record<Setting, string> = {
  source: '--source',
  criterion: '--criterion',
  preset: '--preset',
  minWinRate: '--min-win-rate',
  minVotes: '--min-votes',
  alpha: '--alpha',
  sequential: '--sequential',
  maxCostRatio: '--max-cost-ratio',
  maxLatencyRatio: '--max-latency-ratio',
}

/** The command that makes the same comparison in a shell. */
export function terminalLine(arena: string, request: ComparisonRequest): string {
  const options = SETTINGS.flatMap((name) => {
    const value = request[name]
    if (value === undefined) return []
    if (name === 'sequential') return [value === 'true' ? OPTIONS[name] : '--no-sequential']
    return [value].flat().map((one) => `${OPTIONS[name]} ${quoted(one)}`)
  })
  return [
    `${DEADHEAT_COMMAND} compare`,
    quoted(arena),
    quoted(request.a),
    quoted(request.b),
    ...options,
  ].join(' ')
}

/** Quotes a text if needed, so that a shell reads it as one word. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`
}
