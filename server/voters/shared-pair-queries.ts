export interface OpenSharedPair {
  promptId: number
  one: { contestantId: number; answerId: number }
  other: { contestantId: number; answerId: number }
}
