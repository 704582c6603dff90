/** Removing an arena, for operators. */
export const en = {
  title: 'Remove the arena',
  how: 'Removes its contestants, prompts, answers, votes, boards and log. The log of the server keeps one line. There is no undo: export what you want to keep.',
  typeName: (arena: string) => `Type ${arena} to confirm`,
  remove: 'Remove for good',
  removed: 'Removed arenas',
}
