/** Texts that need the admin token. */
export const token = {
  unfold: 'I have the admin token',
  label: 'Admin token',
  show: 'Show the texts',
  refused: 'The server does not know this token. It prints the right one when it starts.',
  unreachable: 'The server does not answer. Try again in a moment.',
  shown: 'Texts are shown because you hold the admin token.',
  forget: 'Forget the token',
}

/** What an agent did before its answer. */
export const transcript = {
  title: (steps: number) => (steps === 1 ? 'Before the answer: 1 step' : `Before the answer: ${steps} steps`),
  wrote: 'The assistant writes',
  asked: 'The user writes',
  called: (tool: string) => `Calls ${tool}`,
  returned: (tool: string) => `Result of ${tool}`,
  failed: (tool: string) => `Error from ${tool}`,
  unnamed: 'a tool',
  empty: 'empty',
}

/** An answer that is a web page or a picture in SVG, shown as such. */
export const webAnswer = {
  title: (label: string, kind: 'html' | 'svg') => `${label}: ${kind === 'html' ? 'web page' : 'picture'}`,
  source: 'Source',
  use: 'Click to use it',
  stopped: 'This answer was stopped, since it kept taking the keyboard. Its source:',
}
