/** Which parameters of arena.yaml go out as they stand, and which would change what a reply is or costs. */

/** Sent where nobody says otherwise, so that a reply has an end and a price. */
export const DEFAULT_MAX_TOKENS = 4096

const NOT_TAKEN: Record<string, string> = {
  model: 'the model stands beside the parameters, not among them',
  messages: 'the messages are made from prompt and system text',
  system: 'the system text stands beside the parameters, not among them',
  stream: 'replies are taken whole',
  stream_options: 'replies are taken whole',
  n: 'each call asks for one reply',
  tools: 'replies are text; tools cannot answer',
  tool_choice: 'replies are text; tools cannot answer',
  functions: 'replies are text; tools cannot answer',
  mcp_servers: 'replies are text; tools cannot answer',
  web_search_options: 'searches cost what the price table does not know',
  modalities: 'replies are text',
  audio: 'replies are text',
  inference_geo: 'it costs what the price table does not know',
  speed: 'it costs what the price table does not know',
}

/** What no provider takes beyond; one may take less. */
const RANGES: Record<string, readonly [number, number]> = {
  temperature: [0, 2],
  top_p: [0, 1],
  min_p: [0, 1],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
}

const MAX_TOKENS = ['max_tokens', 'max_completion_tokens'] as const

/** What is wrong with a contestant's or a judge's parameters, a line each; none: they can be sent. */
export function problemsWithParams(params: Readonly<Record<string, unknown>>): string[] {
  const problems = Object.keys(params).flatMap((name) =>
    Object.hasOwn(NOT_TAKEN, name) ? [`params.${name}: ${NOT_TAKEN[name]}; leave it out`] : [],
  )
  if (params['service_tier'] === 'priority') {
    problems.push('params.service_tier: priority costs what the price table does not know; leave it out')
  }
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = params[name]
    if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) continue
    problems.push(`params.${name}: is not a number from ${least} to ${most}`)
  }
  for (const name of MAX_TOKENS) {
    const value = params[name]
    if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) > 0)) {
      problems.push(`params.${name}: is not a whole number above 0`)
    }
  }
  return problems
}

/** The most tokens a reply may have: what the parameters say under either name, else 4,096. */
export function maxTokensOf(params: Readonly<Record<string, unknown>>): number {
  const said = MAX_TOKENS.map((name) => params[name]).filter((value) => typeof value === 'number')
  return said.length === 0 ? DEFAULT_MAX_TOKENS : Math.max(...said)
}

/** The parameters without the limit of tokens, which each protocol names its own way. */
export function paramsBesideMaxTokens(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => !(MAX_TOKENS as readonly string[]).includes(name)),
  )
}
