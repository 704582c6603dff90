/** Erasing a person or a text, for operators. */
export const en = {
  title: 'Erase',
  how: 'For people who ask you to delete what is stored about them, and for texts that should not be here. Votes stay and count. There is no undo.',
  person: 'Id of the voter, or of one of its battles',
  erasePerson: 'Erase person …',
  confirmPerson: 'Erase this person?',
  personHow:
    'A random pseudonym replaces the id of the voter. The voter’s reasons and network are deleted. The votes stay and count. There is no undo.',
  prompt: 'Key of the prompt',
  contestant: 'Only the answers of this contestant',
  optional: 'optional',
  eraseText: 'Erase text …',
  confirmText: 'Erase this text?',
  textHow:
    'The text is replaced by “[erased]”, and reasons and judges’ replies that may quote it are deleted. Without a contestant, the prompt and all answers to it are erased. Votes stay and count. There is no undo.',
  yes: 'Erase for good',
  personErased: (pseudonym: string, battles: string) =>
    `Erased. The voter of ${battles} is now ${pseudonym}.`,
  textErased: (answers: string) => `Erased: ${answers}.`,
  battleOne: 'battle',
  battlesMany: 'battles',
  answerOne: 'answer',
  answersMany: 'answers',
}
