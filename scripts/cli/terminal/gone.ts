/** What commands no longer take, as it was typed, and what to do instead. */
const GONE: Record<string, string> = {
  '--focus':
    'Judges compare all pairs equally often: end a run early with --budget or --votes-per-pair. For people, sampling: focus in arena.yaml stays',
  '--stopping':
    'Whether two are told apart at any look is said by compare: import the file, then compare ARENA A B --sequential',
  latex:
    'Boards are no longer written as LaTeX: write --format csv or md, or a picture with --plot board.svg',
}

/** What to say instead of commander's refusal, if it refuses something that commands once took; else null. */
export function insteadOf(refusal: string): string | null {
  const [, option, choice] = /^unknown option '(.+?)'|argument '(.+?)' is invalid/.exec(refusal) ?? []
  const typed = option ?? choice
  return typed !== undefined && Object.hasOwn(GONE, typed) ? GONE[typed] : null
}
