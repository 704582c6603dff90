/** docs/reference/settings.md: every environment variable, from the schema that checks them. */
import { SETTINGS } from '../../../server/platform/config.ts'
import { blocks, code, MADE, sentence, table } from './markdown.ts'

export const settingsPage = (): string =>
  blocks(
    MADE,
    '# Settings',
    `Settings are environment variables. They are checked at start, and a wrong value stops the start with one line.
\`npm start -- --help\` prints the same list.`,
    table(
      ['variable', 'meaning', 'default'],
      SETTINGS.map(({ name, means, fallback }) => [code(name), sentence(means), code(fallback)]),
    ),
  )
