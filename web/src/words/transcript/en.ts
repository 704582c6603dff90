/** What an agent did before its answer. */
export const en = {
  title: (steps: number) => (steps === 1 ? 'Before the answer: 1 step' : `Before the answer: ${steps} steps`),
  wrote: 'The assistant writes',
  asked: 'The user writes',
  called: (tool: string) => `Calls ${tool}`,
  returned: (tool: string) => `Result of ${tool}`,
  failed: (tool: string) => `Error from ${tool}`,
  unnamed: 'a tool',
  empty: 'empty',
}
