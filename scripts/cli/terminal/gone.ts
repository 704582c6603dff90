/** What takes the place of commands, arguments and options of earlier versions, by the word that was typed. */
export const GONE: Record<string, string> = {
  '--digest': 'the chain of daily digests is gone; verify recomputes a board from its exported votes',
  facts: 'the chain of daily digests is gone; export votes, and verify recomputes the board from them',
}
