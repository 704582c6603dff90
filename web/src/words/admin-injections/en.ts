/** The list of answers that speak to a judge, for operators. */
export const en = {
  title: 'Answers that speak to a judge',
  how: 'Orders to a judge, verdicts and the like, written into an answer. Judgements that showed such an answer count. Look at them: if a judge obeyed, put its votes into quarantine.',
  where: 'Where',
  found: 'Found',
  judgements: 'Judgements',
  tests: 'Injection tests',
  testsHow:
    'Attacks on judges by calibrate --injection. Their calls belong to no run; each test has a budget of its own.',
  judges: 'Judges',
  notEnded: 'not ended',
  atMost: (usd: string) => `and at most ${usd} for calls without an end`,
}
