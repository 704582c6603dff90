/** Why a vote is left out: an answer names its model or maker, or the prompt asks for it. */
export const leaks = {
  leak_in_answer: ({ contestant, found }: { contestant: string; found: string }) =>
    `The answer of ${contestant} says who wrote it: “${found}”`,
  leak_in_prompt: ({ prompt, found }: { prompt: string; found: string }) =>
    `The prompt ${prompt} asks who answers: “${found}”`,
  leak_no_longer_found: 'The current rules no longer find it.',
  no_such_leaks: ({ arena, leaks: ids, more }: { arena: string; leaks: string[]; more: boolean }) =>
    `Arena ${arena} has no leak ${ids.join(', ')}${more ? ', …' : ''}. GET /api/admin/arenas/${arena}/leaks lists them.`,
}
