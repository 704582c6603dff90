/** Servers that support only a part of a protocol. */
import type { ReceivedCall } from './received-call.ts'
import { failure } from './reply.ts'
import type { BadReply } from './reply.ts'

export type Part = 'schema' | 'temperature' | 'max_tokens' | 'max_completion_tokens' | 'logprobs'

const WORDS: Record<ReceivedCall['protocol'], Record<Part, string>> = {
  openai: {
    schema: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    temperature: "Unsupported value: 'temperature' does not support 0 with this model.",
    max_tokens: "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
    max_completion_tokens: "Unrecognized request argument supplied: 'max_completion_tokens'.",
    logprobs: "'logprobs' is not supported with this model.",
  },
  anthropic: {
    schema: 'output_config.format: this model does not support structured outputs.',
    temperature: '`temperature` is deprecated for this model.',
    max_tokens: 'max_tokens: 1000000 > 64000, which is the maximum for this model.',
    max_completion_tokens: 'max_completion_tokens: Extra inputs are not permitted.',
    logprobs: 'logprobs: Extra inputs are not permitted.',
  },
}

/** The refusal of the first part of a request that the server does not support. */
export function refusedPart(call: ReceivedCall, refused: readonly Part[]): BadReply | null {
  const part = refused.find((one) => (one === 'schema' ? call.schema !== null : one in call.body))
  return part ? failure(400, 'invalid_request_error', WORDS[call.protocol][part]) : null
}
