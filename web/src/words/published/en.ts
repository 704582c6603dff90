import { count, counted } from '../../ui/figures.ts'

/** The page of `export ARENA site`. */
export const en = {
  check: 'Is this board right?',
  reading: (votes: number) => `Your browser is reading the votes: ${count(votes)} so far.`,
  computing: (votes: number) => `Your browser is recomputing the board from ${counted(votes, 'vote')}.`,
  progress: 'Share of the board that is recomputed',
  agreesExactly: 'The board agrees with its votes, to the last digit.',
  agrees: 'The board agrees with its votes.',
  agreesOn: (votes: number, figures: number) =>
    `Your browser recomputed it from ${counted(votes, 'vote')} and compared ${counted(figures, 'figure')}.`,
  rounded: (figures: number) =>
    `${counted(figures, 'figure differs', 'figures differ')} after the ninth digit, because browsers and servers round logarithms differently.`,
  differs: (differences: number) =>
    `The board does not agree with its votes: ${counted(differences, 'difference')}.`,
  differsBy: (votes: number, figures: number) =>
    `Your browser recomputed it from ${counted(votes, 'vote')} and compared ${counted(figures, 'figure')}. Either the board or the file of votes was changed.`,
  differences: 'What differs',
  figure: 'Figure',
  shown: 'On this page',
  recomputed: 'Recomputed',
  more: (differences: number) => `And ${counted(differences, 'more', 'more')}.`,
  notChecked: 'The board could not be recomputed.',
  noVotes: (file: string, status: number) => `${file} cannot be loaded (status ${status}).`,
  noHost:
    'The file of votes cannot be loaded. Put the folder on a web host and open the page there: browsers load no files beside a page that is itself a file.',
  brokenLine: (file: string, line: number) => `Line ${count(line)} of ${file} is not a vote:`,
  unexpected: 'An unexpected error:',
  again: 'Try again',
  withoutScript: 'This page needs JavaScript to recompute the board. The command below does the same.',
  command: 'Or check it in the terminal, with the two files below:',
  copyLine: 'Copy this line',
  files: 'Files',
  votes: 'Votes',
  board: 'Board',
  text: 'As text',
  picture: 'Picture',
  dark: 'Picture, dark',
  badge: 'Badge',
  other: 'Deutsch',
}
