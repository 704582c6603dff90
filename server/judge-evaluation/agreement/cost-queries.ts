/** Sums over the calls of a judge; `version` and `served` are null for all its versions together. */
export interface CallSums {
  judge: string
  version: number | null
  served: string | null
  calls: number
  failed: number
  usd: number
  medianLatencyMs: number | null
  /** Of the calls that were made for a vote: not for a repeat, nor in a climb. */
  votesUsd: number
  votesLatencyMs: number
}

export interface FailureCount {
  judge: string
  version: number
  served: string | null
  cause: string
  count: number
}

export interface InjectedCount {
  judge: string
  /** Judgements that showed an answer with words that speak to a judge. */
  injected: number
}

export interface VersionRow {
  judge: string
  version: number
  model: string
  served: string | null
  rubric: string
  rubricSha256: string
  params: Record<string, unknown>
  since: Date
  family: string | null
  active: boolean
  current: boolean
}
