import type { leaks as en } from '../en/leaks.ts'

export const leaks: typeof en = {
  leak_in_answer: ({ contestant, found }) =>
    `Die Antwort von ${contestant} sagt, von wem sie ist: „${found}“`,
  leak_in_prompt: ({ prompt, found }) => `Der Prompt ${prompt} fragt, wer antwortet: „${found}“`,
  leak_no_longer_found: 'Die jetzigen Regeln finden es nicht mehr.',
  no_such_leaks: ({ arena, leaks: ids, more }) =>
    `Arena ${arena} hat keinen Fund ${ids.join(', ')}${more ? ', …' : ''}. GET /api/admin/arenas/${arena}/leaks listet sie auf.`,
}
