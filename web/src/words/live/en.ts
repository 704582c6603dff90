import { count, counted, plural } from '../../ui/figures.ts'

/** A visitor's own question, which two contestants answer at once. */
/** What an operator sees. */
export const report = {
  title: 'Live battles',
  page: 'See it as a visitor',
  spent: (spent: string, budget: string) => `${spent} of ${budget} spent`,
  today: (spent: string, budget: string) => `${spent} of ${budget} today (UTC)`,
  reserved: (amount: string) => `${amount} reserved for answers that are being made`,
  turn: (least: string, most: string) =>
    least === most
      ? `Two answers to a short prompt cost at most ${least}.`
      : `Two answers to a short prompt cost at most ${least} to ${most}, by contestant.`,
  nobody:
    'Fewer than two contestants can answer visitors. Check the keys of their providers and the prices of their models.',
  conversations: (count: string) => `Conversations: ${count}`,
  refused: (count: string) => `Refused by moderation: ${count}`,
  at: 'refused at',
  text: 'prompt',
  notKept: 'not kept',
}

export const live = {
  title: 'Ask your own question',
  how: 'Two contestants answer you side by side. Say which answer is better, and see who they are.',
  votePage: 'Vote on given questions',

  question: 'Your question',
  placeholder: 'Ask something whose answer you can judge.',
  further: 'Follow-up question',
  furtherLeft: (n: number) => `${count(n)} more ${plural(n, 'question', 'questions')} in this conversation`,
  send: 'Send',
  keys: { mac: '⌘ ⏎', other: 'Ctrl ⏎' },
  charactersLeft: (n: number) => `${counted(n, 'character', 'characters')} left`,
  charactersOver: (n: number) => `${counted(n, 'character', 'characters')} too many`,
  kept: (days: number) =>
    `The texts are erased after ${counted(days, 'day', 'days')}; the vote stays. Write nothing private: providers of models get your question.`,
  checked: 'It is checked before it is sent.',

  waiting: 'Waiting for the first words …',
  slow: 'They take a little longer. No need to do anything.',
  answering: 'Both are answering …',
  lost: 'Connection lost. It comes back by itself.',
  failed: 'The answers could not be finished.',
  stopped: 'You stopped the answers.',
  over: 'This conversation is over.',
  cut: 'An answer was cut at its longest length.',
  stop: 'Stop',
  retry: 'Answer again',
  another: 'New question',

  held: 'Your vote is recorded. Ask a follow-up, or show the names, which ends the conversation.',

  /** Said to screen readers. */
  heard: {
    answering: 'Both answers are being written.',
    answered: 'Both answers are complete.',
    failed: 'The answers could not be finished.',
    stopped: 'The answers were stopped.',
    over: '',
  },

  refused: 'This question was not sent: it did not pass the check. Write another one.',
  unchecked: 'Not sent: questions cannot be checked now. Try again in a moment.',
  tooMany: 'Not sent: too many questions in a short time. Wait a moment.',
  tooManyWait: (seconds: number) => `Not sent: too many questions in a short time. Wait ${seconds} s.`,
  notSent: 'Not sent: the server cannot be reached. Your question is still here.',

  closed: {
    budget: 'This arena takes no more questions.',
    day: 'Enough questions for today.',
    voting: 'Voting is closed.',
    notReady: 'No two contestants can answer now.',
    none: 'This arena takes no questions of visitors.',
  },
  budgetSpent: 'The budget for their answers is used up.',
  daySpent: (from: string) => `Today’s budget for their answers is used up. You can ask again from ${from}.`,
  ownSpent: (from: string) =>
    `You have asked as much as one visitor may in a day. You can ask again from ${from}.`,
  openStill: 'You can still vote on given questions.',
  arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
}
