/** Model calls without a reply. */
export const providers = {
  provider_timeout: ({ provider, seconds }: { provider: string; seconds: number }) =>
    `${provider} did not answer within ${seconds} s`,
  provider_too_large: ({ provider, mebibytes }: { provider: string; mebibytes: number }) =>
    `${provider} was cut off: the reply is larger than ${mebibytes} MiB`,
  /** @param line  the provider's own words; empty if it sent none */
  provider_answered: (values: { provider: string; status: number; line: string; advice: string }) =>
    `${values.provider} answered ${values.status}${values.line && `: ${values.line}`}${values.advice && ` (${values.advice})`}`,
  advice_key_refused: 'the key was refused',
  /** @param path  the path of the address that was called; empty if it is not known */
  advice_model: ({ model, path }: { model: string; path?: string }) =>
    `asked for model ${model}${path ? ` at ${path}` : ''}: check its name and the base URL`,
  advice_redirect: 'it points elsewhere: give that address as the base URL',
  /** @param fault  an error code of the operating system, or a message */
  provider_unreachable: ({ provider, why, fault }: { provider: string; why: string; fault: string }) =>
    `${why} at ${provider} (${fault})`,
  provider_private: ({ provider, address }: { provider: string; address: string }) =>
    `${provider} has the private address ${address}, and its arena was sent over HTTP, so it was not called: import the arena in the terminal, or start server and workers with DEADHEAT_ALLOW_PRIVATE_PROVIDERS=1`,
  unreached: 'no connection',
  unreached_refused: 'connection refused',
  unreached_host: 'no such host',
  unreached_lookup: 'name not resolved',
  unreached_in_time: 'no connection in time',
  unreached_route: 'no route to the host',
  unreached_network: 'no network',
  port_not_allowed: 'HTTP calls to that port are blocked',
  key_missing: ({ name, variable }: { name: string; variable: string }) =>
    `provider ${name}: ${variable} is not set. Set it to the provider's key: export ${variable}=…`,
  key_malformed: ({ name, variable }: { name: string; variable: string }) =>
    `provider ${name}: ${variable} holds spaces or characters that no key has. Set it to the key alone.`,
  base_url_not_http: ({ name }: { name: string }) =>
    `provider ${name}: the base URL is not an http:// or https:// address`,
  base_url_with_password: ({ name }: { name: string }) =>
    `provider ${name}: the base URL holds a name or password. Leave it out; a key goes into a variable.`,
  failed_inside: 'it failed inside Deadheat; the log of the process says why',
  overcharged: (values: {
    provider: string
    model: string
    charged: string
    maxTokens: number
    allowed: string
    spent: string
    budget: string
  }) =>
    `${values.provider} (${values.model}) charged ${values.charged} for one reply, where max_tokens ${values.maxTokens} allows ${values.allowed}; the budget cannot be kept with it (${values.spent} of ${values.budget} spent)`,
  next_calls_over_budget: ({ most, spent, budget }: { most: string; spent: string; budget: number }) =>
    `the next calls may cost up to $${most}, and $${spent} of $${budget} is spent`,
  /** A stored cause: its code and the provider's words. */
  cause_with_line: ({ word, line }: { word: string; line: string }) => `${word}: ${line}`,
  provider_cut: ({ provider }: { provider: string }) =>
    `${provider} closed the connection before its reply was complete`,
  provider_no_completion: ({ provider }: { provider: string }) =>
    `${provider} answered with something that is not a completion: check its base URL`,
  provider_without_end: ({ provider }: { provider: string }) => `${provider} sent a reply without an end`,
  provider_empty: ({ provider }: { provider: string }) => `${provider} sent an empty reply`,
  reply_not_utf8: ({ provider }: { provider: string }) => `${provider} sent a reply that is not UTF-8 text`,
  reply_no_json: ({ provider }: { provider: string }) =>
    `${provider} sent a reply that is not JSON. Without \`answer\`, the whole reply is the answer`,
  /** @param pointer  a JSON Pointer; empty for the whole reply */
  reply_without_text: ({ provider, pointer }: { provider: string; pointer: string }) =>
    `${provider} sent a reply without a text at "${pointer}"`,
  reply_transcript: ({ provider, wrong }: { provider: string; wrong: string }) =>
    `${provider} sent messages that are no readable transcript: ${wrong}`,
  command_not_started: ({ provider, command, fault }: { provider: string; command: string; fault: string }) =>
    `provider ${provider}: ${command} could not be started (${fault}). It must be a program that this machine has, and its folder must exist`,
  command_timeout: ({ provider, seconds }: { provider: string; seconds: number }) =>
    `${provider} did not end within ${seconds} s, so it was killed`,
  /** @param line  the last line that the command wrote on standard error; empty if there is none */
  command_exited: ({ provider, exit, line }: { provider: string; exit: number; line: string }) =>
    `${provider} ended with exit code ${exit}${line && `: ${line}`}`,
  command_killed: ({ provider, signal, line }: { provider: string; signal: string; line: string }) =>
    `${provider} was ended by ${signal}${line && `: ${line}`}`,
  verdict_not_boolean: ({ provider }: { provider: string }) =>
    `${provider} wrote JSON whose \`pass\` is neither true nor false`,
  verdict_contradicted: ({ provider }: { provider: string }) =>
    `${provider} wrote \`"pass": true\` and ended with exit code 1`,
  command_not_public: ({ name }: { name: string }) =>
    `provider ${name} is a command, and its arena was sent over HTTP, so it is not run: import the arena in the terminal`,
  variable_missing: ({ name, variable }: { name: string; variable: string }) =>
    `provider ${name}: ${variable} is not set. Set it: export ${variable}=…`,
  provider_tried_again: ({ why, pauses }: { why: string; pauses: number }) =>
    `${why}; tried again after ${pauses} pauses`,
  provider_ended: ({ provider, ended }: { provider: string; ended: string }) =>
    `${provider} ended its reply with "${ended}"`,
}
