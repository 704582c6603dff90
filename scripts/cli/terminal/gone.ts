const BARS_SAY_IT = 'the bars of a board say how well each rating is known'

/** What takes the place of commands, arguments and options of earlier versions, by the word that was typed. */
export const GONE: Record<string, string> = {
  '--digest': 'the chain of daily digests is gone; verify recomputes a board from its exported votes',
  facts: 'the chain of daily digests is gone; export votes, and verify recomputes the board from them',
  '--expect': BARS_SAY_IT,
  '--fragility': BARS_SAY_IT,
  '--samples': BARS_SAY_IT,
  '--focus':
    'judges compare all pairs equally often; end a run early with --budget or --votes-per-pair. For people, sampling: focus in arena.yaml stays',
  '--stopping':
    'compare says whether two are told apart at any look; import the file, then compare ARENA A B --sequential',
  latex: 'write --format csv or md, or a picture with --plot board.svg',
  majority: 'the votes of judges stand on a board of their own; --source judges, or judge:NAME for one',
  '--duplicate': 'export ARENA archive -o FILE, then import the file under another name',
  recipe: 'export ARENA archive moves and copies an arena; its arena.yaml is in the editor of the page',
}
